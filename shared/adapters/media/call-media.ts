import type { CallRecord } from '../../domain/call/call-record';
import type { CallLeg } from '../telephony/telephony';

/** A call and its live audio. */
export interface AudioSource {
  call: Pick<CallRecord, 'ID' | 'JobID' | 'OrgID' | 'CampaignID'>;
  leg: CallLeg;
  /** `live`: the audio is streamed but not recorded. */
  keep: 'recording' | 'live';
}

/** A call whose audio is streamed and recorded. */
export interface MonitoredCall {
  /**
   * Disconnects the listeners, closes the recording and starts its encoding in the background. Must be called after the leg ended.
   * @param lengthMs from the answer to the end; absent for an unanswered call
   */
  finish(lengthMs: number | undefined): void;
}

/** Streams and records calls. No function may throw or delay the call, because the call matters more than its audio. */
export interface CallMedia {
  /** Where our other processes reach the calls of this process, `host:port`; absent when they are not served. */
  address(): string | undefined;
  attach(source: AudioSource): MonitoredCall;
}

/** For processes that neither record nor stream. */
export const noMedia: CallMedia = {
  address: () => undefined,
  attach: () => ({ finish: () => undefined }),
};
