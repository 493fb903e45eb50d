// cspell:ignore slin
import { WebSocket } from 'ws';
import { z } from 'zod';
import { frameMs, sampleBytes, sampleRates } from '../../../domain/audio/format';
import { keepAlive } from '../../media/keep-alive';

/** Samples per second on the socket: those of the contact's frames, so that they need no conversion. */
export const lineRate = sampleRates.user;
/** Asterisk's name of 16-bit little-endian PCM at {@link lineRate}. */
export const lineFormat = 'slin16';
/** Bytes of a frame of 20 ms. */
export const lineFrameBytes = (lineRate * frameMs * sampleBytes) / 1_000;

/** The audio of one call, over a connection to Asterisk's `chan_websocket`. */
export interface MediaSocket {
  /**
   * Sends 20 ms of audio to the contact; silence too, or the line carries nothing at all. Asterisk plays what it got, however
   * late it has become, so frames of silence are left out when it has too much.
   */
  send(pcm: Buffer): void;
  /** Drops what Asterisk has not played yet, with its marks. */
  flush(): void;
  /** Resolves when Asterisk has played what was sent before, or as `dropped` if it was flushed or the connection ended. Never rejects. */
  mark(): Promise<'heard' | 'dropped'>;
  /** Subscribes to the audio of the contact, in pieces of any length. */
  onAudio(listener: (pcm: Buffer) => void): void;
  /** Called once when the connection has ended, also if it has ended before. */
  onClosed(listener: () => void): void;
  close(): void;
}

export interface MediaSocketOptions {
  url: string;
  authorization: string;
  /** How long the connection may take until Asterisk has announced the format, in ms. */
  withinMs: number;
  /** How often the connection is checked, in ms; it is given up after two checks without an answer. */
  checkEveryMs?: number;
}

const messageSchema = z.object({
  event: z.string(),
  format: z.string().optional(),
  optimal_frame_size: z.number().optional(),
  queue_length: z.number().optional(),
  correlation_id: z.string().optional(),
});

const checkMs = 5_000;
/** A network that is stuck must not be sent old audio later: a second of it waits at most. */
const maxBufferedBytes = lineRate * sampleBytes;
/** How often Asterisk is asked how much it has, in frames: once a second. */
const framesPerStatus = 50;
/** So many frames may wait: this process and Asterisk are not woken at the same instants. */
const usualQueue = 3;
const silence = Buffer.alloc(lineFrameBytes);
const maxMessageBytes = 1 << 20;
/** The subprotocol that `chan_websocket` requires. */
const subprotocol = 'media';

interface State {
  socket: WebSocket;
  marks: Map<string, (how: 'heard' | 'dropped') => void>;
  nextMark: number;
  /** Audio may arrive before Asterisk has announced its format. It is not heard. */
  started: boolean;
  /** Frames that Asterisk has too many of. */
  excess: number;
  sent: number;
  hear: (pcm: Buffer) => void;
  closed: () => void;
}

/**
 * Connects to a media channel that waits for its connection.
 * @throws if it does not accept it in time, or has another format
 */
export async function openMediaSocket(options: MediaSocketOptions): Promise<MediaSocket> {
  const socket = new WebSocket(options.url, subprotocol, {
    headers: { authorization: options.authorization },
    handshakeTimeout: options.withinMs,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });
  const state: State = {
    ...{ socket, marks: new Map(), nextMark: 0, started: false, excess: 0, sent: 0 },
    ...{ hear: () => undefined, closed: () => undefined },
  };
  try {
    await waitForStart(state, options.withinMs);
  } catch (error) {
    socket.terminate();
    throw error;
  }
  keepAlive(socket, options.checkEveryMs ?? checkMs, 2);
  socket.on('close', () => dropMarks(state));
  return toMediaSocket(state);
}

function toMediaSocket(state: State): MediaSocket {
  const { socket, marks } = state;
  const isOpen = (): boolean => socket.readyState === WebSocket.OPEN;
  const command = (name: string, fields: object = {}): void => {
    if (isOpen()) socket.send(JSON.stringify({ command: name, ...fields }));
  };
  return {
    send: (pcm) => {
      if (state.excess > 0 && pcm.equals(silence)) {
        state.excess--;
        return;
      }
      if (isOpen() && socket.bufferedAmount < maxBufferedBytes) socket.send(pcm);
      if (++state.sent % framesPerStatus === 0) command('GET_STATUS');
    },
    flush: () => {
      state.excess = 0;
      command('FLUSH_MEDIA');
      dropMarks(state);
    },
    mark: () => {
      if (!isOpen()) return Promise.resolve('dropped');
      const id = `m${(state.nextMark += 1)}`;
      return new Promise((resolve) => {
        marks.set(id, resolve);
        command('MARK_MEDIA', { correlation_id: id });
      });
    },
    onAudio: (listener) => (state.hear = listener),
    onClosed: (listener) => {
      if (socket.readyState === WebSocket.CLOSED) listener();
      else socket.once('close', listener);
    },
    close: () => {
      if (isOpen()) socket.close(1000);
      else socket.terminate();
    },
  };
}

/** Asterisk does not answer the marks that a flush removes. */
function dropMarks({ marks }: State): void {
  for (const resolve of marks.values()) resolve('dropped');
  marks.clear();
}

function waitForStart(state: State, withinMs: number): Promise<void> {
  const { socket } = state;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Asterisk did not start the media in time.')), withinMs);
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(timer);
      reject(new Error('Asterisk closed the media connection before it started.'));
    });
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary) {
        if (state.started) state.hear(data);
        return;
      }
      const problem = handleMessage(state, data.toString('utf8'));
      if (problem !== undefined) reject(new Error(problem));
      if (!state.started) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

/** @returns what is wrong with the start of the media, if anything */
function handleMessage(state: State, text: string): string | undefined {
  const message = parseMessage(text);
  if (message?.event === 'MEDIA_MARK_PROCESSED') {
    const id = message.correlation_id ?? '';
    state.marks.get(id)?.('heard');
    state.marks.delete(id);
  }
  if (message?.event === 'STATUS') state.excess = Math.max(0, (message.queue_length ?? 0) - usualQueue);
  if (state.started) return undefined;
  if (message === undefined)
    return 'Asterisk does not send its media messages as JSON: it must be 20.18, 22.8, 23.2 or newer.';
  if (message.event !== 'MEDIA_START') return undefined;
  if (message.format !== lineFormat || message.optimal_frame_size !== lineFrameBytes)
    return `Asterisk sends ${message.format ?? 'an unknown format'} instead of ${lineFormat}.`;
  state.started = true;
  return undefined;
}

function parseMessage(text: string): z.infer<typeof messageSchema> | undefined {
  try {
    return messageSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
