import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Document } from 'mongodb';
import { memberErrors, type MemberError } from './mongo-faults';
import { decode, addressTo, readMessages, replyTo, withDocument, type WireMessage } from './mongo-wire';
import { startTcpProxy, type TcpProxy } from './tcp-proxy';

/** Which commands a fault meets: all but handshakes, unless some are named. */
export interface FaultScope {
  commands?: readonly string[];
  /** How many of them; every one unless given. */
  times?: number;
}

/**
 * A proxy that makes one MongoDB-compatible server look like the primary of a replica set, with that set's faults: those
 * of its network, and those that its members report. The driver then uses sessions and repeats writes under their
 * transaction number, which the proxy recognizes as a replica set does.
 */
export interface MongoFaultProxy extends TcpProxy {
  uri: string;
  /** Commands are not carried out, and answered with the document. */
  answer(document: Document, scope?: FaultScope): void;
  /** Commands are not carried out, and answered with the error. */
  fail(error: MemberError, scope?: FaultScope): void;
  /** Writes are carried out, and answered as not confirmed by the majority. */
  failWriteConcern(error: MemberError, scope?: FaultScope): void;
  /** Commands are carried out, and the connection closes in the place of a reply. */
  loseReplies(scope?: FaultScope): void;
  /**
   * There is no primary for this long: commands in progress are interrupted, and the only member is a secondary. Resolves
   * when it is the primary again.
   */
  elect(forMs: number): Promise<void>;
  /** The commands that arrived since the last call. */
  takeSeen(): Document[];
}

const setName = 'proxied';
const everyTime = Infinity;
const handshakes = new Set(['hello', 'ismaster']);
const reads = new Set(['find', 'getMore', 'aggregate', 'count', 'distinct', 'listIndexes', 'listCollections', 'ping']);

interface Rule {
  commands: readonly string[] | undefined;
  /** How many commands it still meets. */
  times: number;
  /** @returns the reply; `undefined` closes the connection */
  act(request: WireMessage, execute: () => Promise<Buffer>): Promise<Buffer | undefined>;
}

interface ProxyState {
  /** The address in the handshakes: the driver connects to no other. */
  address: string;
  electing: boolean;
  rules: Rule[];
  seen: Document[];
  /** Replies by session and transaction number: a repeated write is answered, and not carried out again. */
  replies: Map<string, Promise<Buffer>>;
}

const nameOf = ({ document }: WireMessage): string => Object.keys(document)[0] ?? '';
const failed = ({ errorLabels, ...error }: MemberError): Document => ({ ok: 0, ...error, errorLabels });

function takeRule({ rules }: ProxyState, name: string): Rule | undefined {
  const rule = rules.find(({ commands, times }) => times > 0 && (commands?.includes(name) ?? true));
  if (rule !== undefined) rule.times--;
  return rule;
}

/** Describes the only member of the set. Without a topology version the driver polls, so nothing is pushed to it. */
function handshakeOf(reply: Document, { address, electing }: ProxyState): Document {
  const { topologyVersion: _version, $clusterTime: _time, electionId: _election, primary: _primary, ...rest } = reply;
  return {
    ...rest,
    ...{ setName, setVersion: 1, hosts: [address], me: address, logicalSessionTimeoutMinutes: 30 },
    ...(electing ? {} : { primary: address }),
    ...{ ismaster: !electing, isWritablePrimary: !electing, secondary: electing },
  };
}

/** The write that a session numbers; repeats have the same number. */
function transactionOf({ document }: WireMessage): string | undefined {
  const { lsid, txnNumber } = document as { lsid?: { id: unknown }; txnNumber?: unknown };
  return txnNumber === undefined ? undefined : `${JSON.stringify(lsid?.id)}/${JSON.stringify(txnNumber)}`;
}

/** Sends commands over one connection to the server. What was sent is carried out, even if its client leaves. */
function createForwarder(upstream: Socket, { replies }: ProxyState) {
  const pending = new Map<number, { resolve: (reply: Buffer) => void; reject: (error: Error) => void }>();
  let leaving = false;
  const endIfIdle = (): void => {
    if (leaving && pending.size === 0) upstream.destroy();
  };
  readMessages(upstream, (bytes) => {
    const { respondsTo } = decode(bytes);
    pending.get(respondsTo)?.resolve(bytes);
    pending.delete(respondsTo);
    endIfIdle();
  });
  upstream.on('close', () => pending.forEach(({ reject }) => reject(new Error('The server closed the connection.'))));
  const forward = (request: WireMessage): Promise<Buffer> => {
    const { lsid: _session, txnNumber: _number, $clusterTime: _time, hello, ...document } = request.document;
    // The embedded server knows the handshake by its former name only.
    upstream.write(withDocument(request, hello === undefined ? document : { ismaster: 1, ...document }));
    return new Promise((resolve, reject) => pending.set(request.id, { resolve, reject }));
  };
  return {
    forward,
    /** Carries a numbered write out once: a repeat gets the reply of the first. */
    execute: async (request: WireMessage): Promise<Buffer> => {
      const transaction = transactionOf(request);
      if (transaction === undefined) return forward(request);
      const reply = replies.get(transaction) ?? forward(request);
      replies.set(transaction, reply);
      reply.catch(() => replies.delete(transaction));
      return addressTo(await reply, request);
    },
    leave: () => {
      leaving = true;
      endIfIdle();
    },
  };
}

/** One connection of the driver, and its connection to the server. */
function serveConnection(client: Socket, upstream: Socket, state: ProxyState): void {
  const { forward, execute, leave } = createForwarder(upstream, state);
  const isElecting = (): boolean => state.electing;
  const respond = async (request: WireMessage): Promise<Buffer | undefined> => {
    const name = nameOf(request);
    if (handshakes.has(name)) {
      const reply = decode(await forward(request));
      return withDocument(reply, handshakeOf(reply.document, state));
    }
    state.seen.push(request.document);
    if (name === 'endSessions') return replyTo(request, { ok: 1 });
    const { noSecondaryOk, notWritablePrimary, interrupted } = memberErrors;
    if (isElecting()) return replyTo(request, failed(reads.has(name) ? noSecondaryOk : notWritablePrimary));
    const run = (): Promise<Buffer> => execute(request);
    const reply = await (takeRule(state, name)?.act(request, run) ?? run());
    return isElecting() ? replyTo(request, failed(interrupted)) : reply;
  };
  readMessages(client, (bytes) => {
    respond(decode(bytes)).then(
      (reply) => (reply === undefined ? client.destroy() : client.write(reply)),
      () => client.destroy(),
    );
  });
  client.on('close', leave);
  upstream.on('close', () => client.destroy());
  for (const socket of [client, upstream]) {
    socket.on('error', () => socket.destroy());
    socket.setNoDelay(true);
  }
}

async function listen(target: { host: string; port: number }, state: ProxyState): Promise<Server> {
  const server = createServer((client) => serveConnection(client, connect(target), state));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** @param mongodbUri the server, with its host and port */
export async function startMongoFaultProxy(mongodbUri: string): Promise<MongoFaultProxy> {
  const { hostname, port } = new URL(mongodbUri);
  const state: ProxyState = { address: '', electing: false, rules: [], seen: [], replies: new Map() };
  const server = await listen({ host: hostname, port: Number(port) }, state);
  const network = await startTcpProxy({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  state.address = `127.0.0.1:${network.port}`;
  const add = (act: Rule['act'], { times = everyTime, commands }: FaultScope = {}): void => {
    state.rules.push({ commands, times, act });
  };
  const answer = (document: Document, scope?: FaultScope): void =>
    add((request) => Promise.resolve(replyTo(request, document)), scope);
  return {
    ...network,
    uri: `mongodb://${state.address}/?replicaSet=${setName}`,
    answer,
    fail: (error, scope) => answer(failed(error), scope),
    failWriteConcern: ({ errorLabels, ...writeConcernError }, scope) =>
      add(async (_request, execute) => {
        const reply = decode(await execute());
        return withDocument(reply, { ...reply.document, writeConcernError, errorLabels });
      }, scope),
    loseReplies: (scope) =>
      add(async (_request, execute) => {
        await execute();
        return undefined;
      }, scope),
    elect: async (forMs) => {
      state.electing = true;
      await sleep(forMs);
      state.electing = false;
    },
    takeSeen: () => state.seen.splice(0),
    restore: () => {
      state.electing = false;
      state.rules = [];
      network.restore();
    },
    stop: async () => {
      await network.stop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
