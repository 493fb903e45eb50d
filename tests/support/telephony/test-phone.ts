import { createSocket, type Socket } from 'node:dgram';
import type { DtmfDigit } from '../../../shared/domain/call/dtmf';
import { sdp, type UasCall } from './test-uas';

/** A phone that answers: it plays a tone, and notes what it gets. Its RTP is its own, so that it can contradict ours. */
export interface TestPhone {
  /** Answers the call with audio. */
  answer(call: UasCall): Promise<void>;
  press(call: UasCall, digits: readonly DtmfDigit[]): Promise<void>;
  /** Audio other than silence that the phone of a call got, in ms. */
  heardMs(callId: string): number;
  /** The keys that it got. */
  keys(callId: string): string;
  /** Packets that it got. */
  packets(callId: string): number;
  /** Stops to send audio. */
  fallSilent(callId: string): void;
  close(): Promise<void>;
}

interface Heard {
  socket: Socket;
  send: (type: number, marker: boolean, timestamp: number, payload: Buffer) => void;
  pacer: NodeJS.Timeout;
  ms: number;
  packets: number;
  keys: string;
  timestamp: number;
  lastEvent: number;
}

const samplesInFrame = 160;
const eventType = 101;
const events = '0123456789*#ABCD';
/** Mu-law of +0 and -0. */
const silent = [0xff, 0x7f];
/** A tone of 1000 Hz in mu-law, as ITU-T G.711 has it. */
const tone = Buffer.alloc(samplesInFrame, Buffer.from([0x1e, 0x0b, 0x0b, 0x1e, 0x9e, 0x8b, 0x8b, 0x9e]));

export function createTestPhone(): TestPhone {
  const phones = new Map<string, Heard>();
  return {
    answer: async (call) => {
      const socket = createSocket('udp4');
      await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
      const remotePort = Number(/m=audio (\d+)/.exec(call.invite.body.toString())?.[1]);
      phones.set(call.callId, startPhone(socket, remotePort));
      call.reply(200, { body: sdp(socket.address().port) });
    },
    press: async (call, digits) => {
      const phone = phones.get(call.callId);
      for (const digit of digits) if (phone) await press(phone, events.indexOf(digit));
    },
    heardMs: (callId) => phones.get(callId)?.ms ?? 0,
    keys: (callId) => phones.get(callId)?.keys ?? '',
    packets: (callId) => phones.get(callId)?.packets ?? 0,
    fallSilent: (callId) => clearInterval(phones.get(callId)?.pacer),
    close: async () => {
      for (const { socket, pacer } of phones.values()) {
        clearInterval(pacer);
        await new Promise<void>((resolve) => socket.close(() => resolve()));
      }
    },
  };
}

function startPhone(socket: Socket, remotePort: number): Heard {
  let sequence = 1;
  const send: Heard['send'] = (type, marker, timestamp, payload) => {
    const header = Buffer.from([0x80, (marker ? 0x80 : 0) | type, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]);
    header.writeUInt16BE(sequence++ & 0xffff, 2);
    header.writeUInt32BE(timestamp, 4);
    socket.send(Buffer.concat([header, payload]), remotePort, '127.0.0.1');
  };
  const startedMs = performance.now();
  const pacer = setInterval(() => {
    for (; phone.timestamp / 8 <= performance.now() - startedMs; phone.timestamp += samplesInFrame)
      send(0, phone.timestamp === 0, phone.timestamp, tone);
  }, 20);
  const phone: Heard = { socket, send, pacer, ms: 0, packets: 0, keys: '', timestamp: 0, lastEvent: -1 };
  socket.on('message', (packet) => hear(phone, packet));
  return phone;
}

function hear(phone: Heard, packet: Buffer): void {
  const type = packet[1]! & 0x7f;
  const payload = packet.subarray(12);
  if (type === 0) {
    phone.packets++;
    if (payload.some((byte) => !silent.includes(byte))) phone.ms += payload.length / 8;
  } else if (type === eventType && (payload[1]! & 0x80) !== 0) {
    const timestamp = packet.readUInt32BE(4);
    if (timestamp !== phone.lastEvent) phone.keys += events[payload[0]!] ?? '';
    phone.lastEvent = timestamp;
  }
}

/** RFC 4733: one packet each 20 ms for 100 ms, the last one three times. */
async function press(phone: Heard, event: number): Promise<void> {
  const { timestamp } = phone;
  for (let step = 1; step <= 7; step++) {
    const payload = Buffer.from([event, (step >= 5 ? 0x80 : 0) | 10, 0, 0]);
    payload.writeUInt16BE(Math.min(step, 5) * samplesInFrame, 2);
    phone.send(eventType, step === 1, timestamp, payload);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
