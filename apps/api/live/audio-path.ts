import { sampleRates, type AudioChannel } from '../../../shared/domain/audio/format';
import { pathPattern } from '../http/path-parameters';

/** The route of the websocket for one side of a call. */
export const audioPath = <Channel extends AudioChannel>(channel: Channel) =>
  `/campaigns/:campaignID/jobs/:jobID/calls/:callID/stream-audio-${channel}` as const;

/** The side of a call that a listener requests. */
export interface RequestedAudio {
  campaignId: string;
  jobId: string;
  callId: string;
  channel: AudioChannel;
}

const channels = Object.keys(sampleRates) as AudioChannel[];
const patterns = channels.map((channel) => [channel, pathPattern(audioPath(channel))] as const);

/** Parses the path of a websocket. @returns `undefined` if it is not an audio path */
export function parseAudioPath(path: string): RequestedAudio | undefined {
  for (const [channel, pattern] of patterns) {
    const ids = pattern.exec(path)?.groups;
    if (ids === undefined) continue;
    return { campaignId: ids['campaignID'] ?? '', jobId: ids['jobID'] ?? '', callId: ids['callID'] ?? '', channel };
  }
  return undefined;
}
