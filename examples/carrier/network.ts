import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { DtmfDigit } from '../../shared/domain/call/dtmf';
import { createWire, type Reply, type Request, type Wire, type WireEnd } from './wire';

/** What the phone of a number does. */
export interface Phone {
  does: 'answers' | 'busy' | 'no_answer' | 'hangs_up' | 'loses_connection';
  /** The keys that it presses once it has answered. */
  presses?: readonly DtmfDigit[];
}

/** What the carrier remembers of a call. It outlives the process that dialed. */
export interface CarrierCall {
  rings: number;
  keys: string;
  /** Audio other than silence that the phone got, in ms. */
  heardMs: number;
  end?: { end: WireEnd; atMs: number };
  drop: () => void;
}

/** A telephone network on one machine: phones without people. */
export interface Carrier {
  port: number;
  calls: ReadonlyMap<string, CarrierCall>;
  close(): Promise<void>;
}

const ringMs = 60;
const actsAfterMs = 150;

/** Starts the carrier. @param phoneOf the phone of a number; `undefined` if there is none */
export async function startCarrier(phoneOf: (to: string) => Phone | undefined): Promise<Carrier> {
  const calls = new Map<string, CarrierCall>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    const wire = createWire<Request, Reply>(socket);
    let call: CarrierCall | undefined;
    wire.onMessage((request) => {
      if (request.type === 'find') find(wire, calls.get(request.key));
      else if (request.type !== 'dial') handle(call, request);
      else if (calls.has(request.key)) wire.send({ type: 'known' });
      else call = accept(request, { wire, calls, phone: phoneOf(request.to), drop: () => socket.destroy() });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    calls,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Acceptance {
  wire: Wire<Request, Reply>;
  calls: Map<string, CarrierCall>;
  phone: Phone | undefined;
  drop: () => void;
}

function accept({ key }: { key: string }, { wire, calls, phone, drop }: Acceptance): CarrierCall | undefined {
  if (phone === undefined) {
    wire.send({ type: 'refused' });
    return undefined;
  }
  const call: CarrierCall = { rings: 1, keys: '', heardMs: 0, drop };
  calls.set(key, call);
  wire.send({ type: 'accepted', id: `carrier-${calls.size}` });
  const timers: NodeJS.Timeout[] = [];
  const after = (ms: number, fn: () => void): void => void timers.push(setTimeout(fn, ms));
  wire.onClose(() => timers.forEach(clearTimeout));
  const end = (how: WireEnd): void => {
    call.end ??= { end: how, atMs: Date.now() };
    wire.send({ type: 'ended', ...call.end });
  };
  // One after the other: timers that are late may fire in another order than they were set.
  const press = ([digit, ...others]: readonly DtmfDigit[]): void => {
    if (digit === undefined) return;
    wire.send({ type: 'key', digit });
    after(50, () => press(others));
  };
  if (phone.does === 'busy') {
    after(ringMs, () => end({ reason: 'contact_busy', detail: 'busy', by: 'contact' }));
    return call;
  }
  wire.send({ type: 'ringing' });
  if (phone.does === 'no_answer') return call;
  after(ringMs, () => {
    wire.send({ type: 'answered' });
    if (phone.presses !== undefined) after(actsAfterMs, () => press(phone.presses ?? []));
    if (phone.does === 'hangs_up') after(actsAfterMs, () => end({ reason: 'contact_hung_up', by: 'contact' }));
    if (phone.does === 'loses_connection') after(actsAfterMs, drop);
  });
  return call;
}

function handle(call: CarrierCall | undefined, request: Exclude<Request, { type: 'dial' | 'find' }>): void {
  if (call === undefined) return;
  if (request.type === 'key') call.keys += request.digit;
  if (request.type === 'hang_up') call.end ??= { end: request.end, atMs: Date.now() };
  if (request.type === 'audio' && Buffer.from(request.pcm, 'base64').some((byte) => byte !== 0)) call.heardMs += 20;
}

/** A call that another process asks for while it is open has lost its own: it is cleared. */
function find(wire: Wire<Request, Reply>, call: CarrierCall | undefined): void {
  if (call === undefined) {
    wire.send({ type: 'never_dialed' });
    return;
  }
  if (call.end === undefined) {
    call.end = { end: { reason: 'assistant_error', detail: 'media_lost', by: 'line' }, atMs: Date.now() };
    call.drop();
  }
  wire.send({ type: 'ended', ...call.end });
}
