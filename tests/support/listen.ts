import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { renderFrame } from '../../shared/adapters/telephony/simulated/audio';
import type { Utterance } from '../../shared/adapters/telephony/simulated/voice';
import type { AudioChannel } from '../../shared/domain/audio/format';
import type { ShownCall } from './live-env';

/** A listener. */
export interface Ears {
  socket: WebSocket;
  frames: Buffer[];
  /** When each frame came, in ms of the process clock. */
  heardAtMs: number[];
  closed: Promise<{ code: number; reason: string }>;
}

const authorizationOf = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };

/** Opens a websocket and keeps what it hears; rejects when it is refused. */
export async function listenTo(url: string, key?: string, headers: Record<string, string> = {}): Promise<Ears> {
  const socket = new WebSocket(url, { headers: { ...authorizationOf(key), ...headers } });
  const ears: Ears = {
    socket,
    frames: [],
    heardAtMs: [],
    closed: new Promise((resolve) =>
      socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() })),
    ),
  };
  socket.on('message', (frame: Buffer) => {
    ears.frames.push(frame);
    ears.heardAtMs.push(performance.now());
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return ears;
}

/** What a refused websocket is answered. */
export function refusal(
  url: string,
  key?: string,
  sent: Record<string, string> = {},
): Promise<{ status: number; headers: IncomingMessage['headers']; body: unknown }> {
  const socket = new WebSocket(url, { headers: { ...authorizationOf(key), ...sent } });
  socket.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      socket.terminate();
      reject(new Error('The websocket was opened.'));
    });
    socket.once('unexpected-response', (_request, response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: text === '' ? undefined : JSON.parse(text),
        }),
      );
    });
  });
}

/** What was said, from the call's messages: all that the simulated audio is made from. */
export const speechOf = (call: Pick<ShownCall, 'Messages'>): Utterance[] =>
  call.Messages.filter((message) => message.start_ms !== undefined && message.end_ms !== undefined).map((message) => ({
    channel: message.role === 'assistant' ? 'bot' : 'user',
    startMs: message.start_ms ?? 0,
    endMs: message.end_ms ?? 0,
  }));

/**
 * Finds where in the simulator's own audio the frames were taken from.
 * @returns the start of the first frame in ms since the answer, or `undefined` when they are not that audio, bit by bit
 */
export function placeInSource(frames: Buffer[], call: ShownCall, channel: AudioChannel): number | undefined {
  const speech = speechOf(call);
  const lastMs = Math.max(0, ...speech.map(({ endMs }) => endMs)) + 2_000;
  const source: Buffer[] = [];
  for (let startMs = 0; startMs <= lastMs + frames.length * 20; startMs += 20)
    source.push(renderFrame({ seed: call.ID, channel, startMs, speech }));
  for (let first = 0; first * 20 <= lastMs; first++) {
    if (frames.every((frame, i) => source[first + i]?.equals(frame) ?? false)) return first * 20;
  }
  return undefined;
}

/** True when a frame holds more than silence. */
export const isLoud = (frame: Buffer): boolean => frame.some((byte) => byte !== 0);
