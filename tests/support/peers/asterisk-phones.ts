// cspell:ignore channelvars slin
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { askAri } from './asterisk';
import { ariUsers } from './asterisk-config';

/** What a phone does with a call. */
export const phoneBehaviors = [
  'answers',
  'busy',
  'no_answer',
  'hangs_up',
  'presses_keys',
  'loses_connection',
  /** Audio before the answer. */
  'early_media',
  /** Answers, and sends no RTP. */
  'mute',
  /** Rings, and declines. */
  'declines',
  'invalid_number',
] as const;
export type PhoneBehavior = (typeof phoneBehaviors)[number];

/** What a phone noticed of the calls to its number. */
export interface PhoneCalls {
  /** How many calls arrived. */
  invites: number;
  /** How many of them rang or were answered. */
  rings: number;
  /** The caller's number. */
  from: string;
  keys: string;
  /** Audio at 16 kHz. */
  heard: Buffer;
  up: boolean;
}

/** Phones behind an Asterisk. They speak to it by code that the provider does not share. */
export interface Phones {
  /** A number that no other call uses. @param speech 16-bit mono at 16 kHz, which the phone says once it has answered */
  number(behavior: PhoneBehavior, speech?: Buffer): string;
  calls(number: string): PhoneCalls;
  /** Presses keys in the call of a number. */
  press(number: string, keys: string): Promise<void>;
  close(): void;
}

const eventSchema = z.object({
  type: z.string(),
  args: z.array(z.string()).default([]),
  channel: z.object({ id: z.string() }).optional(),
  digit: z.string().default(''),
});
type PhoneEvent = z.infer<typeof eventSchema>;

const [ringMs, actsAfterMs] = [150, 150];
const causes: Partial<Record<PhoneBehavior, string>> = { busy: '17', invalid_number: '1' };
const app = 'phones';
let numbers = 0;

/** Connects the phones. */
export async function connectPhones(url: string): Promise<Phones> {
  const calls = new Map<string, PhoneCalls & { speech: Buffer | undefined }>();
  const numberOfChannel = new Map<string, string>();
  const started = new Set<string>();
  const query = new URLSearchParams({ app, api_key: `phones:${ariUsers.phones}` }).toString();
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ari/events?${query}`);
  const callOf = (number: string) => {
    const known = calls.get(number);
    if (known !== undefined) return known;
    const call = { invites: 0, rings: 0, from: '', keys: '', heard: Buffer.alloc(0), up: false, speech: undefined };
    calls.set(number, call);
    return call;
  };
  const handle = ({ type, channel, args, digit }: PhoneEvent): void => {
    const id = channel?.id ?? '';
    const number = numberOfChannel.get(id);
    if (type === 'StasisStart') started.add(id);
    if (type === 'StasisStart' && args.length === 2) {
      const [to = '', from = ''] = args;
      numberOfChannel.set(id, to);
      const call = callOf(to);
      call.invites++;
      call.up = true;
      call.from = from;
      const behavior = phoneBehaviors[Number(to.slice(4, 6))] ?? 'answers';
      act({ url, id, call, behavior, started }).catch((error: unknown) => {
        // The caller may have hung up in between.
        if (call.up) process.stderr.write(`A phone failed: ${String(error)}\n`);
      });
    }
    if (type === 'ChannelDtmfReceived' && number !== undefined) callOf(number).keys += digit;
    if (type === 'StasisEnd' && number !== undefined) callOf(number).up = false;
  };
  socket.on('message', (data: Buffer) => handle(eventSchema.parse(JSON.parse(data.toString('utf8')))));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return {
    number: (behavior, speech) => {
      const index = String(phoneBehaviors.indexOf(behavior)).padStart(2, '0');
      const digits = `1415${index}${String(process.pid % 100).padStart(2, '0')}${String(++numbers).padStart(4, '0')}`;
      callOf(digits).speech = speech;
      return `+${digits}`;
    },
    calls: (number) => callOf(number.replace('+', '')),
    press: async (number, keys) => {
      const [id] = [...numberOfChannel].find(([, known]) => `+${known}` === number) ?? [];
      await askAri(url, 'POST', `/channels/${id ?? ''}/dtmf`, { dtmf: keys });
    },
    close: () => socket.terminate(),
  };
}

interface Act {
  url: string;
  id: string;
  call: PhoneCalls & { speech: Buffer | undefined };
  behavior: PhoneBehavior;
  started: Set<string>;
}

async function act({ url, id, call, behavior, started }: Act): Promise<void> {
  const channel = `/channels/${id}`;
  const ask = async (method: string, path: string, query: Record<string, string> = {}): Promise<unknown> => {
    const { status, body } = await askAri(url, method, path, query);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const cause = causes[behavior];
  if (cause !== undefined) {
    await ask('DELETE', channel, { reason_code: cause });
    return;
  }
  call.rings++;
  await ask('POST', `${channel}/${behavior === 'early_media' ? 'progress' : 'ring'}`);
  if (behavior === 'no_answer') return;
  const audio = behavior === 'mute' ? undefined : await connectAudio({ url, id, call, started, ask });
  await sleep(ringMs);
  if (behavior === 'declines') {
    await ask('DELETE', channel, { reason_code: '21' });
    return;
  }
  await ask('POST', `${channel}/answer`);
  if (audio !== undefined) await ask('POST', `/bridges/${audio.bridge}/addChannel`, { channel: `${id},${id}-audio` });
  await sleep(actsAfterMs);
  if (call.speech !== undefined) audio?.say(call.speech);
  if (behavior === 'presses_keys') await ask('POST', `${channel}/dtmf`, { dtmf: '42#', between: '100' });
  if (behavior === 'hangs_up') await ask('DELETE', channel);
  if (behavior === 'loses_connection') await ask('DELETE', channel, { reason_code: '38' });
}

interface Audio {
  bridge: string;
  say: (speech: Buffer) => void;
}

/** Asterisk plays what it gets at the pace of the line. */
function sayAll(socket: WebSocket, speech: Buffer): void {
  for (let at = 0; at < speech.length; at += 16_000) socket.send(speech.subarray(at, at + 16_000));
}

/** Prepares the audio of a phone. */
async function connectAudio({
  url,
  id,
  call,
  started,
  ask,
}: Omit<Act, 'behavior'> & {
  ask: (method: string, path: string, query?: Record<string, string>) => Promise<unknown>;
}): Promise<Audio> {
  const media = `${id}-audio`;
  const bridge = `${id}-phone`;
  await ask('POST', `/bridges/${bridge}`, { type: 'mixing' });
  const made = await ask('POST', '/channels/externalMedia', {
    ...{ app, channelId: media, external_host: 'INCOMING', connection_type: 'server', transport: 'websocket' },
    ...{ encapsulation: 'none', format: 'slin16' },
  });
  const variables = (made as { channelvars: Record<string, string> }).channelvars;
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}/media/${variables['MEDIA_WEBSOCKET_CONNECTION_ID']}`,
    'media',
  );
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) call.heard = Buffer.concat([call.heard, data]);
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  while (!started.has(media)) await sleep(5);
  const end = setInterval(() => {
    if (call.up) return;
    clearInterval(end);
    socket.close();
    // The test may have ended Asterisk.
    askAri(url, 'DELETE', `/bridges/${bridge}`).catch(() => undefined);
  }, 50);
  end.unref();
  return { bridge, say: (speech) => sayAll(socket, speech) };
}
