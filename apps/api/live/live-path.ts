import type { AudioChannel } from '../../../shared/domain/audio/format';

/** The side of a call that a listener requests. */
export interface LivePath {
  campaignId: string;
  jobId: string;
  callId: string;
  channel: AudioChannel;
}

const pattern = /^\/campaigns\/([^/]+)\/jobs\/([^/]+)\/calls\/([^/]+)\/stream-audio-(bot|user)$/;

/** Parses the path of a websocket. @returns `undefined` if it is not an audio path */
export function parseLivePath(path: string): LivePath | undefined {
  const [, campaignId = '', jobId = '', callId = '', channel] = pattern.exec(path) ?? [];
  if (channel !== 'bot' && channel !== 'user') return undefined;
  return { campaignId, jobId, callId, channel };
}
