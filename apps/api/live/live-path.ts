import type { AudioChannel } from '../../../shared/domain/audio/format';

/** Which side of which call somebody wants to hear. */
export interface LivePath {
  campaignId: string;
  jobId: string;
  callId: string;
  channel: AudioChannel;
}

const pattern = /^\/campaigns\/([^/]+)\/jobs\/([^/]+)\/calls\/([^/]+)\/stream-audio-(bot|user)$/;

/** Reads the path of a websocket. @returns `undefined` when there is no such path */
export function parseLivePath(path: string): LivePath | undefined {
  const [, campaignId = '', jobId = '', callId = '', channel] = pattern.exec(path) ?? [];
  if (channel !== 'bot' && channel !== 'user') return undefined;
  return { campaignId, jobId, callId, channel };
}
