import { audioChannels, type AudioChannel } from '../../domain/audio/format';

/**
 * A request of an API process to the worker that handles a call. `report` and `line` relay what the line of the call sends to
 * the API: reports, and its audio.
 */
export type MediaRequest =
  | { action: 'listen'; callId: string; channel: AudioChannel }
  | { action: 'hang_up'; callId: string }
  | { action: 'report'; callId: string }
  | { action: 'line'; callId: string };

const suffixes = { hang_up: 'hang-up', report: 'line/report', line: 'line/media' } as const;

/**
 * `/calls/<id>/audio/<channel>` and `/calls/<id>/line/media` are websockets, `/calls/<id>/hang-up` and
 * `/calls/<id>/line/report` accept a POST.
 */
export const formatMediaPath = (request: MediaRequest): string =>
  `/calls/${request.callId}/${request.action === 'listen' ? `audio/${request.channel}` : suffixes[request.action]}`;

/** @returns `undefined` for an unknown path */
export function parseMediaPath(path: string): MediaRequest | undefined {
  const [, callId = '', suffix = ''] = /^\/calls\/([\w-]{1,200})\/([a-z/-]{1,20})$/.exec(path) ?? [];
  const channel = audioChannels.find((one) => suffix === `audio/${one}`);
  if (channel !== undefined) return { action: 'listen', callId, channel };
  const action = (['hang_up', 'report', 'line'] as const).find((one) => suffixes[one] === suffix);
  return action && { action, callId };
}
