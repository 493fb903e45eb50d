import { audioChannels, type AudioChannel } from '../../domain/audio/format';

/** What one of our processes can ask the worker that carries a call. */
export type MediaRequest = { ask: 'hear'; callId: string; channel: AudioChannel } | { ask: 'hang_up'; callId: string };

/** `/calls/<id>/hear/<channel>` is a websocket, `/calls/<id>/hang-up` takes a POST. */
export const formatMediaPath = (asked: MediaRequest): string =>
  asked.ask === 'hear' ? `/calls/${asked.callId}/hear/${asked.channel}` : `/calls/${asked.callId}/hang-up`;

/** @returns what a path asks for, `undefined` when it is none of ours */
export function parseMediaPath(path: string): MediaRequest | undefined {
  const [, callId = '', what = '', name] = /^\/calls\/([\w-]{1,200})\/(hear|hang-up)(?:\/(\w+))?$/.exec(path) ?? [];
  if (what === 'hang-up' && name === undefined) return { ask: 'hang_up', callId };
  const channel = audioChannels.find((one) => one === name);
  return what === 'hear' && channel !== undefined ? { ask: 'hear', callId, channel } : undefined;
}
