import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestHandler } from 'express';
import { type WebSocket, WebSocketServer } from 'ws';
import { newId } from '../../../shared/adapters/ids';
import type { Logger } from '../../../shared/adapters/logger';
import type { ApiMetrics } from '../../../shared/adapters/metrics/api-metrics';
import type { Store } from '../../../shared/application/store';
import { audit } from '../audit/audit';
import type { ApiKeyCache } from '../http/api-key-cache';
import { ProblemError } from '../http/problem';
import { toProblem } from '../http/to-problem';
import { CallEndedError, CallWorkerUnreachableError, type CallWorkerClient } from './call-worker-client';
import { closeCodes, createListener, type Listener } from './listener';
import { createListenerLimiter, type ListenerLimits } from './listener-limits';
import { refuseUpgrade } from './refuse-upgrade';
import { requestIdOf } from '../http/request-id';
import { createRelay, type Relay, type AudioSubscription } from './relay';
import { createUpgradeAuthorizer, type ListenerSession } from './authorize-upgrade';

export interface LiveGatewayDeps {
  store: Store;
  apiKeyCache: ApiKeyCache;
  callWorkers: Pick<CallWorkerClient, 'subscribe'>;
  limits: ListenerLimits;
  /** Those of the process's requests: a websocket's is one of them. */
  rateLimits: readonly RequestHandler[];
  logger: Logger;
  metrics: Pick<ApiMetrics, 'observeListeners' | 'recordListenerRefused' | 'recordDroppedFrames'>;
  nowMs: () => number;
}

/** Lets people listen to calls, whichever worker carries them. */
export interface LiveGateway {
  /** Takes the websockets of a server. */
  attach(server: Server): void;
  /** Lets every listener go with 1001, and takes no more. */
  close(): Promise<void>;
}

interface GatewayContext extends LiveGatewayDeps {
  sockets: WebSocketServer;
  relay: Relay;
  authorizeUpgrade: (req: IncomingMessage) => Promise<ListenerSession>;
  acquireSlot: ReturnType<typeof createListenerLimiter>;
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
const pingIntervalMs = 30_000;
/** A look is a query every few seconds at most: the apiKeyCache remembers what it found. */
const keyCheckIntervalMs = 2_000;
const closeTimeoutMs = 1_500;

export function createLiveGateway(deps: LiveGatewayDeps): LiveGateway {
  const { store, callWorkers: carrier } = deps;
  let closing = false;
  const context: GatewayContext = {
    ...deps,
    sockets: new WebSocketServer(socketOptions),
    relay: createRelay({
      callWorkers: carrier,
      hasEnded: async (callId) => (await store.calls.find(callId))?.State !== 'active',
    }),
    authorizeUpgrade: createUpgradeAuthorizer(deps),
    acquireSlot: createListenerLimiter(deps.limits),
    closing: () => closing,
  };
  deps.metrics.observeListeners(() => context.relay.listeners().length);
  return {
    attach: (server) => {
      server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) => {
        socket.on('error', () => socket.destroy());
        onUpgrade(context, { req, socket, head }).catch((error: unknown) =>
          rejectUpgrade(context, { req, socket, error }),
        );
      });
    },
    close: () => {
      closing = true;
      return closeGateway(context);
    },
  };
}

async function onUpgrade(
  context: GatewayContext,
  at: { req: IncomingMessage; socket: Duplex; head: Buffer },
): Promise<void> {
  const { req, socket, head } = at;
  if (context.closing()) throw new ProblemError('audio_unavailable', { detail: 'This process is shutting down.' });
  const session = await context.authorizeUpgrade(req);
  const upgrade = (then: (open: WebSocket) => void): void => context.sockets.handleUpgrade(req, socket, head, then);
  // The place comes before the trace: of who is let go at once nothing is written, however often they come.
  const release = context.acquireSlot({ callId: session.call.ID, orgId: session.apiKey.OrgID });
  if (release === undefined) {
    context.metrics.recordListenerRefused(429);
    upgrade((open) =>
      createListener(open, session.channel, clock).close(closeCodes.tooManyListeners, 'Too many are listening.'),
    );
    return;
  }
  socket.once('close', release);
  const source = await auditAndSubscribe(context, session, requestIdOf(req)).catch((error: unknown) => {
    release();
    throw toUpgradeError(error);
  });
  // Whoever went away meanwhile holds nothing.
  if (socket.destroyed || context.closing()) {
    release();
    source.release();
    socket.destroy();
    return;
  }
  socket.once('close', source.release);
  upgrade((open) => listen(context, session, { open, source }));
}

/** A clock that never goes back. */
const clock = (): number => performance.now();

function listen(
  { logger, metrics }: GatewayContext,
  session: ListenerSession,
  { open, source }: { open: WebSocket; source: AudioSubscription },
): void {
  const { apiKey, call, channel } = session;
  const listener = createListener(open, channel, clock);
  source.add(listener);
  startKeepAlive(listener, session);
  const facts = { callId: call.ID, channel, orgId: apiKey.OrgID, keyId: apiKey.ID };
  logger.info(facts, 'live.listening');
  listener.onClose((how) => {
    metrics.recordDroppedFrames(how.dropped);
    logger.info({ ...facts, ...how }, 'live.left');
  });
}

/** The key is looked at again and again: one that was revoked, or expired, hears no more. */
function startKeepAlive(listener: Listener, { isStillAuthorized: stillWelcome }: ListenerSession): void {
  const checkKey = async (): Promise<void> => {
    if (!(await stillWelcome())) listener.close(closeCodes.keyRevoked, 'The API key is not valid any more.');
  };
  const timers = [
    setInterval(() => listener.ping(), pingIntervalMs),
    setInterval(() => void checkKey(), keyCheckIntervalMs),
  ];
  listener.onClose(() => timers.forEach((timer) => clearInterval(timer)));
}

/** Who listens to whom is written down before anything is heard. */
async function auditAndSubscribe(
  context: GatewayContext,
  { apiKey, call, channel }: ListenerSession,
  requestId: string,
): Promise<AudioSubscription> {
  const actor = { orgId: apiKey.OrgID, keyId: apiKey.ID, requestId, newId };
  const target = { CampaignID: call.CampaignID, JobID: call.JobID, CallID: call.ID };
  await audit(actor, { Action: 'call.listened', ...target, Details: { Channel: channel } }, context);
  return context.relay.subscribe(call, channel);
}

function rejectUpgrade(
  { logger, metrics }: GatewayContext,
  { req, socket, error }: { req: IncomingMessage; socket: Duplex; error: unknown },
) {
  const requestId = requestIdOf(req);
  const problem = toProblem(error);
  metrics.recordListenerRefused(problem.status);
  if (problem.status >= 500) logger.warn({ requestId, err: problem.cause ?? problem }, 'live.refused');
  refuseUpgrade(socket, problem, requestId);
}

function toUpgradeError(error: unknown): unknown {
  if (error instanceof CallEndedError) return new ProblemError('call_not_active', { detail: 'The call has ended.' });
  if (!(error instanceof CallWorkerUnreachableError)) return error;
  return new ProblemError('audio_unavailable', {
    detail: 'The worker that carries the call cannot be reached.',
    headers: { 'Retry-After': '2' },
    cause: error,
  });
}

async function closeGateway(context: GatewayContext): Promise<void> {
  const { sockets, relay } = context;
  for (const listener of relay.listeners()) listener.close(closeCodes.shuttingDown, 'The service is restarting.');
  const allClosed = [...sockets.clients].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  let closeTimer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => (closeTimer = setTimeout(resolve, closeTimeoutMs)));
  await Promise.race([Promise.all(allClosed), timeout]);
  clearTimeout(closeTimer);
  for (const socket of sockets.clients) socket.terminate();
  relay.close();
}
