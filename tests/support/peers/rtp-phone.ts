import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

const frameSamples = 160;
const frameMs = 20;
const telephoneEvent = 101;
const keys = '0123456789*#ABCD';
/** Of mu-law: the codes of plus and minus zero, and their neighbors. */
const silent = new Set([0xff, 0x7f, 0xfe, 0x7e]);

/** What came from one address. */
export interface HeardAudio {
  packets: number;
  /** Audio other than silence, in ms. */
  loudMs: number;
  /** Keys by RFC 4733, each once. */
  keys: string;
  /** The payloads of PCMU in the order in which they came. */
  payloads: Buffer[];
  /** When each packet came, in ms of the process clock. */
  atMs: number[];
}

/** The audio of telephones: one socket for many calls, distinguished by where their packets come from. */
export interface RtpPhone {
  port: number;
  /** What came from a port of this machine. */
  heardFrom(port: number): HeardAudio;
  close(): Promise<void>;
}

export interface RtpPhoneOptions {
  /** Sends audio back. Default true, unless it presses keys: one telephone has one source of packets. */
  echo?: boolean;
  /** Pressed when the first packet of a caller came. */
  presses?: string;
  /** Said over and over from the first packet of a caller on, instead of an echo: PCMU, whole frames of 20 ms. */
  says?: Buffer;
  /** Its address. Default 127.0.0.1. */
  host?: '127.0.0.1' | '::1';
}

const isLoud = (payload: Buffer): boolean => payload.some((code) => !silent.has(code));

/** Opens a telephone for PCMU and telephone-event 101 on loopback. */
export async function openRtpPhone({
  presses = '',
  says,
  echo = presses === '' && says === undefined,
  host = '127.0.0.1',
}: RtpPhoneOptions = {}): Promise<RtpPhone> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  socket.bind(0, host);
  await once(socket, 'listening');
  const heard = new Map<number, HeardAudio & { keyAt?: number }>();
  const timers = new Set<NodeJS.Timeout>();
  const hear = (from: number): HeardAudio & { keyAt?: number } => {
    const known = heard.get(from) ?? { packets: 0, loudMs: 0, keys: '', payloads: [], atMs: [] };
    heard.set(from, known);
    return known;
  };
  socket.on('message', (packet, from) => {
    const call = hear(from.port);
    call.packets++;
    call.atMs.push(performance.now());
    if (call.packets === 1 && presses !== '') timers.add(pressKeys(socket, from, presses));
    if (call.packets === 1 && says !== undefined) timers.add(speak(socket, from, says));
    const payload = packet.subarray(12);
    if ((packet[1]! & 0x7f) === telephoneEvent) {
      hearKey(call, packet);
      return;
    }
    call.payloads.push(Buffer.from(payload));
    if (isLoud(payload)) call.loudMs += frameMs;
    if (echo) socket.send(packet, from.port, from.address);
  });
  return {
    port: socket.address().port,
    heardFrom: hear,
    close: async () => {
      timers.forEach((timer) => clearInterval(timer));
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** A key counts once, by the timestamp that all packets of its event share (RFC 4733 section 2.5.1.2). */
function hearKey(call: HeardAudio & { keyAt?: number }, packet: Buffer): void {
  const at = packet.readUInt32BE(4);
  if (call.keyAt === at) return;
  call.keyAt = at;
  call.keys += keys[packet[12] ?? 0] ?? '?';
}

/** Sends one packet each 20 ms; after a stall of the process the missed ones follow at once. */
function speak(socket: Socket, to: RemoteInfo, speech: Buffer): NodeJS.Timeout {
  const startedMs = performance.now();
  let frame = 0;
  return setInterval(() => {
    for (; frame * frameMs <= performance.now() - startedMs; frame++) {
      const packet = Buffer.alloc(12 + frameSamples);
      packet.writeUInt8(0x80, 0);
      packet.writeUInt16BE(frame & 0xffff, 2);
      packet.writeUInt32BE(frame * frameSamples, 4);
      packet.writeUInt32BE(0x70686f6e, 8);
      const at = (frame * frameSamples) % speech.length;
      speech.copy(packet, 12, at, at + frameSamples);
      socket.send(packet, to.port, to.address);
    }
  }, frameMs);
}

/** Presses keys of 100 ms with gaps of 100 ms; the end of each is sent three times (RFC 4733 section 2.5.1.4). */
function pressKeys(socket: Socket, to: RemoteInfo, digits: string): NodeJS.Timeout {
  const [updates, ends, gap] = [5, 3, 5];
  let frame = 0;
  const timer = setInterval(() => {
    const [digit, step] = [digits[Math.floor(frame / (updates + ends + gap))], frame % (updates + ends + gap)];
    if (digit === undefined) {
      clearInterval(timer);
      return;
    }
    const startedAt = (frame - step) * frameSamples;
    if (step < updates + ends) {
      const packet = Buffer.alloc(16);
      packet.writeUInt8(0x80, 0);
      packet.writeUInt8((step === 0 ? 0x80 : 0) | telephoneEvent, 1);
      packet.writeUInt16BE(frame & 0xffff, 2);
      packet.writeUInt32BE(startedAt, 4);
      packet.writeUInt32BE(0x70686f6e, 8);
      packet.writeUInt8(keys.indexOf(digit), 12);
      packet.writeUInt8((step >= updates ? 0x80 : 0) | 10, 13);
      packet.writeUInt16BE(Math.min(step + 1, updates) * frameSamples, 14);
      socket.send(packet, to.port, to.address);
    }
    frame++;
  }, frameMs);
  return timer;
}
