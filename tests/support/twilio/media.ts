import { WebSocket } from 'ws';
import { mulaw } from '../../../shared/domain/audio/g711';
import { createDtmfDetector } from '../../../shared/domain/audio/dtmf-detector';
import { sign } from './callbacks';

/** The audio of one call between the stand-in and us, with a phone that speaks, hears and presses keys. */
export interface StandInMedia {
  /** Audio other than silence that the phone got, in ms. */
  readonly heardMs: number;
  /** The keys that the phone heard. */
  readonly keys: string;
  press(digit: string): void;
  /** The contact hung up, or the call was ended: the stream says so. */
  stop(): void;
  /** The connection breaks. */
  break(): void;
  /** Sends nothing more, and keeps the connection. */
  fallSilent(): void;
}

export interface MediaDeps {
  url: string;
  authToken: string;
  accountSid: string;
  callSid: string;
  onOpen: () => void;
  /** The other side closed the stream, or never opened it: the TwiML, and with it the call, is over. */
  onClosed: () => void;
}

const frameMs = 20;
const frameBytes = 160;
const mulawSilence = 0xff;
const spokenMs = 400;

type Item = { audio: Buffer } | { mark: string };
interface OutMessage {
  event: string;
  media?: { payload: string };
  mark?: { name: string };
}

/** Connects as Twilio does: a signed handshake, then `connected`, `start` and 20 ms of the contact every 20 ms. */
export function connectMedia({ url, authToken, accountSid, callSid, onOpen, onClosed }: MediaDeps): StandInMedia {
  const streamSid = `MZ${callSid.slice(2)}`;
  const socket = new WebSocket(url, {
    headers: { 'x-twilio-signature': sign(authToken, url) },
    perMessageDeflate: false,
  });
  const phone = createEar();
  let queue: Item[] = [];
  let sequence = 0;
  let timer: NodeJS.Timeout | undefined;
  const send = (event: string, fields: object): void => {
    if (socket.readyState === socket.OPEN)
      socket.send(JSON.stringify({ event, sequenceNumber: String(++sequence), streamSid, ...fields }));
  };
  const playFrame = (): void => {
    let left = frameBytes;
    while (queue.length > 0) {
      const [first] = queue;
      if (first === undefined || ('audio' in first && left === 0)) break;
      if ('mark' in first) {
        send('mark', { mark: { name: first.mark } });
        queue.shift();
        continue;
      }
      phone.hear(first.audio.subarray(0, left));
      const rest = first.audio.subarray(left);
      left = Math.max(0, left - first.audio.length);
      if (rest.length > 0) queue[0] = { audio: rest };
      else queue.shift();
    }
    if (left > 0) phone.hear(Buffer.alloc(left, mulawSilence));
  };
  const start = (): void => {
    socket.send(JSON.stringify({ event: 'connected', protocol: 'Call', version: '1.0.0' }));
    const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 };
    send('start', {
      start: { accountSid, streamSid, callSid, tracks: ['inbound'], mediaFormat, customParameters: {} },
    });
    onOpen();
    const startMs = performance.now();
    let frames = 0;
    timer = setInterval(() => {
      for (; startMs + frames * frameMs <= performance.now(); frames++) {
        const payload = speak(frames * frameMs).toString('base64');
        // Timestamps are of whole ms, and uneven.
        const timestamp = String(frames * frameMs + (frames % 3));
        send('media', { media: { track: 'inbound', chunk: String(frames + 1), timestamp, payload } });
        playFrame();
      }
    }, frameMs);
  };
  socket.once('open', start);
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as OutMessage;
    if (message.event === 'media') queue.push({ audio: Buffer.from(message.media?.payload ?? '', 'base64') });
    if (message.event === 'mark') queue.push({ mark: message.mark?.name ?? '' });
    if (message.event !== 'clear') return;
    // As documented: all marks of what is cleared are sent back.
    for (const item of queue) if ('mark' in item) send('mark', item);
    queue = [];
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    clearInterval(timer);
    onClosed();
  });
  return {
    get heardMs() {
      return phone.heardMs();
    },
    get keys() {
      return phone.keys();
    },
    press: (digit) => send('dtmf', { dtmf: { track: 'inbound_track', digit } }),
    stop: () => {
      send('stop', { stop: { accountSid, callSid } });
      socket.close(1000);
    },
    break: () => socket.terminate(),
    fallSilent: () => clearInterval(timer),
  };
}

/** A tone at first, then silence. */
function speak(atMs: number): Buffer {
  if (atMs >= spokenMs) return Buffer.alloc(frameBytes, mulawSilence);
  const first = atMs * 8;
  return mulaw.encode(
    Int16Array.from({ length: frameBytes }, (_, i) => 8_000 * Math.sin((2 * Math.PI * 500 * (first + i)) / 8_000)),
  );
}

function createEar() {
  const detector = createDtmfDetector(8_000);
  let heardBytes = 0;
  let keys = '';
  return {
    hear: (audio: Buffer): void => {
      // Silence between two samples of speech counts as silence, as that of a frame does.
      if (audio.some((byte) => byte !== mulawSilence && byte !== 0x7f)) heardBytes += audio.length;
      keys += detector
        .push(mulaw.decode(audio))
        .map(({ digit }) => digit)
        .join('');
    },
    heardMs: () => heardBytes / 8,
    keys: () => keys,
  };
}
