import { audioChannels, type AudioChannel } from '../../domain/audio/format';

/** A request of an API process to the worker that handles a call. */
export type MediaRequest =
  { action: 'listen'; callId: string; channel: AudioChannel } | { action: 'hang_up'; callId: string };

/** `/calls/<id>/audio/<channel>` is a websocket, `/calls/<id>/hang-up` accepts a POST. */
export const formatMediaPath = (request: MediaRequest): string =>
  request.action === 'listen'
    ? `/calls/${request.callId}/audio/${request.channel}`
    : `/calls/${request.callId}/hang-up`;

/** @returns `undefined` for an unknown path */
export function parseMediaPath(path: string): MediaRequest | undefined {
  const [, callId = '', kind = '', name] = /^\/calls\/([\w-]{1,200})\/(audio|hang-up)(?:\/(\w+))?$/.exec(path) ?? [];
  if (kind === 'hang-up' && name === undefined) return { action: 'hang_up', callId };
  const channel = audioChannels.find((one) => one === name);
  return kind === 'audio' && channel !== undefined ? { action: 'listen', callId, channel } : undefined;
}
