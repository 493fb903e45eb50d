import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestHandler } from 'express';
import { type WebSocket, WebSocketServer } from 'ws';
import { newId } from '../../../shared/adapters/ids';
import type { Logger } from '../../../shared/adapters/logger';
import type { ApiMetrics } from '../../../shared/adapters/metrics/api-metrics';
import type { Store } from '../../../shared/adapters/mongo/store';
import { audit } from '../audit/audit';
import type { Keyring } from '../middleware/keyring';
import { ProblemError } from '../middleware/problem';
import { problemOf } from '../middleware/problem-of';
import { CallGoneError, CarrierAwayError, type Carrier } from './carrier';
import { closeCodes, createListener, type Listener } from './listener';
import { createListenerPlaces, type ListenerLimits } from './listener-limits';
import { refuseUpgrade } from './refuse-upgrade';
import { requestIdOf } from '../middleware/request-id';
import { createRelay, type Relay, type Source } from './relay';
import { createReception, type Visit } from './visit';

export interface LiveGatewayDeps {
  store: Store;
  keyring: Keyring;
  carrier: Pick<Carrier, 'hear'>;
  limits: ListenerLimits;
  /** Those of the process's requests: a websocket's is one of them. */
  rateLimits: readonly RequestHandler[];
  logger: Logger;
  metrics: Pick<ApiMetrics, 'listeners' | 'listenerRefused' | 'framesDropped'>;
  nowMs: () => number;
}

/** Lets people listen to calls, whichever worker carries them. */
export interface LiveGateway {
  /** Takes the websockets of a server. */
  attach(server: Server): void;
  /** Lets every listener go with 1001, and takes no more. */
  close(): Promise<void>;
}

interface House extends LiveGatewayDeps {
  sockets: WebSocketServer;
  relay: Relay;
  receive: (req: IncomingMessage) => Promise<Visit>;
  takePlace: ReturnType<typeof createListenerPlaces>;
  /** Becomes true for ever when the process is told to end. */
  closing: () => boolean;
}

/** Listeners send nothing but pongs and a close. */
const socketOptions = {
  noServer: true,
  maxPayload: 1024,
  maxFragments: 16,
  maxBufferedChunks: 64,
  perMessageDeflate: false,
};
const pingEveryMs = 30_000;
/** A look is a query every few seconds at most: the keyring remembers what it found. */
const lookEveryMs = 2_000;
const closeWithinMs = 1_500;

export function createLiveGateway(deps: LiveGatewayDeps): LiveGateway {
  const { store, carrier } = deps;
  let closing = false;
  const house: House = {
    ...deps,
    sockets: new WebSocketServer(socketOptions),
    relay: createRelay({
      carrier,
      isOver: async (callId) => (await store.calls.find(callId))?.State !== 'active',
    }),
    receive: createReception(deps),
    takePlace: createListenerPlaces(deps.limits),
    closing: () => closing,
  };
  deps.metrics.listeners(() => house.relay.listeners().length);
  return {
    attach: (server) => {
      server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
        socket.on('error', () => socket.destroy());
        welcome(house, { req, socket, head }).catch((error: unknown) => refuse(house, { req, socket, error }));
      });
    },
    close: () => {
      closing = true;
      return closeHouse(house);
    },
  };
}

async function welcome(house: House, at: { req: IncomingMessage; socket: Duplex; head: Buffer }): Promise<void> {
  const { req, socket, head } = at;
  if (house.closing()) throw new ProblemError('audio_unavailable', { detail: 'This process is shutting down.' });
  const visit = await house.receive(req);
  const upgrade = (then: (open: WebSocket) => void): void => house.sockets.handleUpgrade(req, socket, head, then);
  // The place comes before the trace: of who is let go at once nothing is written, however often they come.
  const leave = house.takePlace({ callId: visit.call.ID, orgId: visit.apiKey.OrgID });
  if (leave === undefined) {
    house.metrics.listenerRefused(429);
    upgrade((open) =>
      createListener(open, visit.channel, clock).close(closeCodes.tooManyListeners, 'Too many are listening.'),
    );
    return;
  }
  socket.once('close', leave);
  const source = await admitted(house, visit, requestIdOf(req)).catch((error: unknown) => {
    leave();
    throw asProblem(error);
  });
  // Whoever went away meanwhile holds nothing.
  if (socket.destroyed || house.closing()) {
    leave();
    source.release();
    socket.destroy();
    return;
  }
  socket.once('close', source.release);
  upgrade((open) => listen(house, visit, { open, source }));
}

/** A clock that never goes back. */
const clock = (): number => performance.now();

function listen({ logger, metrics }: House, visit: Visit, { open, source }: { open: WebSocket; source: Source }): void {
  const { apiKey, call, channel } = visit;
  const listener = createListener(open, channel, clock);
  source.add(listener);
  keepInTouch(listener, visit);
  const facts = { callId: call.ID, channel, orgId: apiKey.OrgID, keyId: apiKey.ID };
  logger.info(facts, 'live.listening');
  listener.onClose((how) => {
    metrics.framesDropped(how.dropped);
    logger.info({ ...facts, ...how }, 'live.left');
  });
}

/** The key is looked at again and again: one that was revoked, or expired, hears no more. */
function keepInTouch(listener: Listener, { stillWelcome }: Visit): void {
  const look = async (): Promise<void> => {
    if (!(await stillWelcome())) listener.close(closeCodes.keyRevoked, 'The API key is not valid any more.');
  };
  const timers = [setInterval(() => listener.ping(), pingEveryMs), setInterval(() => void look(), lookEveryMs)];
  listener.onClose(() => timers.forEach((timer) => clearInterval(timer)));
}

/** Who listens to whom is written down before anything is heard. */
async function admitted(house: House, { apiKey, call, channel }: Visit, requestId: string): Promise<Source> {
  const who = { orgId: apiKey.OrgID, keyId: apiKey.ID, requestId, newId };
  const target = { CampaignID: call.CampaignID, JobID: call.JobID, CallID: call.ID };
  await audit(who, { Action: 'call.listened', ...target, Details: { Channel: channel } }, house);
  return house.relay.source(call, channel);
}

function refuse(
  { logger, metrics }: House,
  { req, socket, error }: { req: IncomingMessage; socket: Duplex; error: unknown },
) {
  const requestId = requestIdOf(req);
  const problem = problemOf(error);
  metrics.listenerRefused(problem.status);
  if (problem.status >= 500) logger.warn({ requestId, err: problem.cause ?? problem }, 'live.refused');
  refuseUpgrade(socket, problem, requestId);
}

function asProblem(error: unknown): unknown {
  if (error instanceof CallGoneError) return new ProblemError('call_not_active', { detail: 'The call has ended.' });
  if (!(error instanceof CarrierAwayError)) return error;
  return new ProblemError('audio_unavailable', {
    detail: 'The worker that carries the call cannot be reached.',
    headers: { 'Retry-After': '2' },
    cause: error,
  });
}

async function closeHouse(house: House): Promise<void> {
  const { sockets, relay } = house;
  for (const listener of relay.listeners()) listener.close(closeCodes.shuttingDown, 'The service is restarting.');
  const gone = [...sockets.clients].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  let patience: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (patience = setTimeout(resolve, closeWithinMs)));
  await Promise.race([Promise.all(gone), late]);
  clearTimeout(patience);
  for (const socket of sockets.clients) socket.terminate();
  relay.close();
}
