import { once } from 'node:events';
import { connect } from 'node:net';
import {
  CallRefusedError,
  type CallLeg,
  type DialRequest,
  type LegLookup,
  type TelephonyProvider,
} from '../../shared/adapters/telephony/telephony';
import { createCarrierLeg } from './leg';
import { createWire, type Reply, type Request, type Wire } from './wire';

const name = 'example-carrier';

/** A provider for the example's carrier. @param port of the carrier on this machine */
export function createCarrierProvider(port: number): TelephonyProvider {
  const active = new Set<string>();
  return {
    name,
    dial: (request) => dial(port, request, active),
    lookup: (attemptKey) => (active.has(attemptKey) ? Promise.resolve({ state: 'active' }) : lookup(port, attemptKey)),
  };
}

/** @throws {CallRefusedError} if the carrier cannot be reached: nothing was sent to it */
async function open(port: number): Promise<Wire<Reply, Request>> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } catch {
    throw new CallRefusedError('The carrier cannot be reached.');
  }
  return createWire<Reply, Request>(socket);
}

async function dial(port: number, request: DialRequest, active: Set<string>): Promise<CallLeg> {
  const { attemptKey: key, to, from } = request;
  const wire = await open(port);
  // Before it is sent: a lookup while the carrier answers must not take the call for a lost one.
  if (active.has(key)) throw new Error(`The attempt ${key} was dialed before.`);
  active.add(key);
  return new Promise<CallLeg>((resolve, reject) => {
    let handle: ((reply: Reply) => void) | undefined;
    const fail = (error: Error): void => {
      if (handle === undefined) active.delete(key);
      reject(error);
      wire.close();
    };
    // After the request was sent, only a refusal says that nothing rang.
    wire.onClose(() => fail(new Error('The connection to the carrier was lost before it accepted the call.')));
    wire.onMessage((reply) => {
      if (handle) handle(reply);
      else if (reply.type === 'refused') fail(new CallRefusedError('The carrier refused the call.'));
      else if (reply.type === 'accepted') {
        const onEnded = (): void => void active.delete(key);
        const accepted = createCarrierLeg(request, { wire, id: reply.id, name, onEnded });
        // The caller subscribes first.
        handle = (next) => void setImmediate(() => accepted.handle(next));
        resolve(accepted.leg);
      } else fail(new Error(`The attempt ${key} was dialed before.`));
    });
    wire.send({ type: 'dial', key, to, from });
  });
}

/** Asks the carrier, which ends a call that it finds alive: its process is lost. */
async function lookup(port: number, key: string): Promise<LegLookup> {
  const wire = await open(port);
  return new Promise<LegLookup>((resolve) => {
    wire.onClose(() => resolve({ state: 'unknown' }));
    wire.onMessage((reply) => {
      if (reply.type === 'never_dialed') resolve({ state: 'never_sent' });
      if (reply.type === 'ended') resolve({ state: 'ended', end: { ...reply.end, atMs: reply.atMs } });
      wire.close();
    });
    wire.send({ type: 'find', key });
  });
}
