import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import { isDtmfDigit, type DtmfDigit } from '../../../domain/call/dtmf';

/** What Twilio says over the websocket of one call (Media Streams, bidirectional). */
export interface StreamListener {
  /** The stream is open: audio may be sent. */
  onStart(): void;
  /** @param audio G.711 μ-law at 8 kHz. @param chunk from 1. @param timestampMs since the start of the stream */
  onAudio(audio: Buffer, chunk: number, timestampMs: number): void;
  onDtmf(digit: DtmfDigit): void;
  /** A mark was reached, or cleared. */
  onMark(name: string): void;
  /** The call is over. */
  onStop(): void;
  /** The connection is closed: without `onStop` it broke off. */
  onClosed(): void;
}

/** The websocket of one call. What is sent before `start` arrived, or after it is closed, is dropped. */
export interface MediaStream {
  /** @param audio G.711 μ-law at 8 kHz, of any length. Dropped if Twilio reads too slowly */
  send(audio: Buffer): void;
  mark(name: string): void;
  /** Drops the audio that Twilio has not played; it then reports the marks in it. */
  clear(): void;
  close(): void;
}

const numeric = z.coerce.number().int().min(0);
const messageSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('start'), start: z.object({ streamSid: z.string().max(100) }) }),
  z.object({
    event: z.literal('media'),
    media: z.object({
      track: z.string().optional(),
      chunk: numeric,
      timestamp: numeric,
      payload: z.string(),
    }),
  }),
  z.object({ event: z.literal('dtmf'), dtmf: z.object({ digit: z.string() }) }),
  z.object({ event: z.literal('mark'), mark: z.object({ name: z.string() }) }),
  z.object({ event: z.literal('stop') }),
]);

/** Seconds of audio that may wait to be sent: what is older is of no use. */
const maxBacklogBytes = 64 * 1024;

/** Follows a websocket whose peer is Twilio, directly or through a relay. Messages that are not understood are ignored. */
export function followMediaStream(socket: WebSocket, listener: StreamListener): MediaStream {
  let streamSid: string | undefined;
  const write = (event: string, fields: object = {}): void => {
    if (streamSid === undefined || socket.readyState !== socket.OPEN) return;
    socket.send(JSON.stringify({ event, streamSid, ...fields }));
  };
  socket.on('message', (data: RawData, isBinary: boolean) => {
    const message = isBinary ? undefined : parseMessage((data as Buffer).toString());
    if (message === undefined) return;
    if (message.event !== 'start') {
      if (streamSid !== undefined) handleMessage(listener, message);
      return;
    }
    if (streamSid !== undefined) return;
    streamSid = message.start.streamSid;
    listener.onStart();
  });
  // The close event follows.
  socket.on('error', () => socket.terminate());
  socket.once('close', () => listener.onClosed());
  return {
    send: (audio) => {
      if (socket.bufferedAmount < maxBacklogBytes) write('media', { media: { payload: audio.toString('base64') } });
    },
    mark: (name) => write('mark', { mark: { name } }),
    clear: () => write('clear'),
    close: () => socket.close(1000),
  };
}

type StreamMessage = z.infer<typeof messageSchema>;

function parseMessage(json: string): StreamMessage | undefined {
  try {
    return messageSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

function handleMessage(listener: StreamListener, message: Exclude<StreamMessage, { event: 'start' }>): void {
  if (message.event === 'media') {
    const { track = 'inbound', payload, chunk, timestamp } = message.media;
    if (track === 'inbound') listener.onAudio(Buffer.from(payload, 'base64'), chunk, timestamp);
  }
  if (message.event === 'dtmf' && isDtmfDigit(message.dtmf.digit)) listener.onDtmf(message.dtmf.digit);
  if (message.event === 'mark') listener.onMark(message.mark.name);
  if (message.event === 'stop') listener.onStop();
}
