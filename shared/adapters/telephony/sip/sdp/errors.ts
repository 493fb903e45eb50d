/**
 * Why a session description leads to no audio: it cannot be read, it refuses the audio, or the two sides have no codec or no
 * encryption in common.
 */
export type SdpProblem = 'malformed' | 'refused' | 'no_codec' | 'no_srtp';

export class SdpError extends Error {
  override name = 'SdpError';
  readonly problem: SdpProblem;
  constructor(problem: SdpProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
