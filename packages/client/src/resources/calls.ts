import { toRequestInit, type Transport, type RequestOptions } from '../transport.ts';
import type { CallPath } from '../types.ts';

const call = '/campaigns/{campaignID}/jobs/{jobID}/calls/{callID}';

export type RecordingFile = 'input.mp3' | 'output.mp3' | 'merged.mp3';
/** `bot` is what the contact hears, 24 kHz; `user` is what the contact says, 16 kHz. */
export type AudioChannel = 'bot' | 'user';

/** The calls of a job: stop them, listen to them, hear them again. */
export function createCalls({ http, unwrap: dataOf, unwrapStream: streamOf, baseUrl, authorization }: Transport) {
  return {
    stop: (path: CallPath, body: { Reason?: string } = {}, options?: RequestOptions) =>
      dataOf(http.POST(`${call}/stop`, { params: { path }, body, ...toRequestInit(options) })),
    /** Where a websocket of one's own choice hears a live call, and the headers it needs: frames of 20 ms, 16-bit PCM. */
    audio: ({ campaignID, jobID, callID }: CallPath, channel: AudioChannel) => {
      const [campaign, job, id] = [campaignID, jobID, callID].map(encodeURIComponent);
      const path = `/campaigns/${campaign ?? ''}/jobs/${job ?? ''}/calls/${id ?? ''}/stream-audio-${channel}`;
      return {
        url: baseUrl.replace(/^http/, 'ws') + path,
        headers: authorization,
        sampleRate: channel === 'bot' ? 24_000 : 16_000,
      };
    },
    /** A recording; read its body as it comes, or at once with `arrayBuffer()`: either fails when it breaks off. */
    recording: (path: CallPath, file: RecordingFile, options: Pick<RequestOptions, 'signal'> = {}) => {
      const request = { params: { path }, parseAs: 'stream', ...toRequestInit(options) } as const;
      return streamOf(http.GET(`${call}/recordings/${file}`, request), options);
    },
  };
}
