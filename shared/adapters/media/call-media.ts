import type { CallRecord } from '../../domain/call/call-record';
import type { CallLeg } from '../telephony/telephony';

/** A call to be heard. */
export interface AudioSource {
  call: Pick<CallRecord, 'ID' | 'JobID' | 'OrgID' | 'CampaignID'>;
  leg: CallLeg;
  /** `live`: heard while it lasts, and nothing kept. */
  keep: 'recording' | 'live';
}

/** A call whose audio is taken. */
export interface MonitoredCall {
  /** Where this call's live audio is served to our own processes, `host:port`; absent when it is not. */
  readonly address: string | undefined;
  /**
   * The line has gone: live listeners are let go, the recording is closed and its encoding begins behind the caller's back.
   * @param lengthMs from the answer to the end; absent when nobody answered
   */
  finish(lengthMs: number | undefined): void;
}

/** The ears of a worker. Neither function ever throws or makes the call wait: audio is worth less than the call. */
export interface CallMedia {
  attach(heard: AudioSource): MonitoredCall;
}

/** For processes that neither record nor let anybody listen. */
export const noMedia: CallMedia = { attach: () => ({ address: undefined, finish: () => undefined }) };
