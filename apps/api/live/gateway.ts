import type { IncomingMessage, Server } from 'node:http';
import type { RequestHandler } from 'express';
import { type WebSocket, WebSocketServer } from 'ws';
import { newId } from '../../../shared/adapters/ids';
import type { Logger } from '../../../shared/adapters/logger';
import { type Handshake, HandshakeTimeoutError, onHandshake } from '../../../shared/adapters/media/handshakes';
import type { ApiMetrics } from '../../../shared/adapters/metrics/api-metrics';
import type { Store } from '../../../shared/application/store';
import { audit } from '../audit/audit';
import type { AuthenticationDeps } from '../http/authenticate';
import { createConcurrencyLimiter, type ConcurrencyLimiter } from '../http/concurrency-limiter';
import { ProblemError } from '../http/problem';
import { sendRawProblem } from '../http/raw-problem';
import { requestIdOf } from '../http/request-id';
import { toProblem } from '../http/to-problem';
import { createUpgradeAuthorizer, type ListenerSession } from './authorize-upgrade';
import { CallEndedError, CallWorkerUnreachableError, type CallWorkerClient } from './call-worker-client';
import { closeCodes, createListener, type Listener } from './listener';
import { createRelay, type Relay, type AudioSubscription } from './relay';

/** Concurrent listeners, counted per process. */
export interface ListenerLimits {
  perCall: number;
  perOrganization: number;
}

export interface LiveGatewayDeps extends AuthenticationDeps {
  store: Store;
  callWorkers: Pick<CallWorkerClient, 'subscribe'>;
  limits: ListenerLimits;
  /** The rate limits of this process's requests: handshakes count as requests. */
  rateLimits: readonly RequestHandler[];
  logger: Logger;
  metrics: Pick<ApiMetrics, 'observeListeners' | 'recordListenerRefused' | 'recordDroppedFrames'>;
}

/** Serves live audio of calls, whichever worker handles them. */
export interface LiveGateway {
  /** Handles the websocket handshakes of a server. @param isOther handshakes that another part of this process handles */
  attach(server: Server, isOther?: (req: IncomingMessage) => boolean): void;
  /** Closes every listener with 1001, and accepts no more. */
  close(): Promise<void>;
}

interface GatewayContext extends LiveGatewayDeps {
  sockets: WebSocketServer;
  relay: Relay;
  authorizeUpgrade: (req: IncomingMessage) => Promise<ListenerSession>;
  limiter: ConcurrencyLimiter;
  /** True once shutdown has begun. */
  closing: () => boolean;
}

/** Listeners send only pongs and close frames. */
const socketOptions = {
  noServer: true,
  maxPayload: 1024,
  maxFragments: 16,
  maxBufferedChunks: 64,
  perMessageDeflate: false,
};
const pingIntervalMs = 30_000;
/** Most checks cost no query: keys are cached for a few seconds. */
const keyCheckIntervalMs = 2_000;
const closeTimeoutMs = 1_500;

export function createLiveGateway(deps: LiveGatewayDeps): LiveGateway {
  const { store, callWorkers } = deps;
  let closing = false;
  const context: GatewayContext = {
    ...deps,
    sockets: new WebSocketServer(socketOptions),
    relay: createRelay({
      callWorkers,
      hasEnded: async (callId) => (await store.calls.find(callId))?.State !== 'active',
    }),
    authorizeUpgrade: createUpgradeAuthorizer(deps),
    limiter: createConcurrencyLimiter(),
    closing: () => closing,
  };
  deps.metrics.observeListeners(() => context.relay.listeners().length);
  return {
    attach: (server, isOther = () => false) =>
      onHandshake(server, {
        accepts: (req) => !isOther(req),
        open: (handshake) => onUpgrade(context, handshake),
        refuse: (handshake, error) => rejectUpgrade(context, handshake, error),
      }),
    close: () => {
      closing = true;
      return closeGateway(context);
    },
  };
}

async function onUpgrade(context: GatewayContext, { req, socket, head }: Handshake): Promise<void> {
  if (context.closing()) throw new ProblemError('audio_unavailable', { detail: 'This process is shutting down.' });
  const session = await context.authorizeUpgrade(req);
  const upgrade = (then: (open: WebSocket) => void): void => context.sockets.handleUpgrade(req, socket, head, then);
  // Acquire the slot before auditing: rejected listeners leave no audit entries, however often they retry.
  const release = acquireSlot(context, session);
  if (release === undefined) {
    context.metrics.recordListenerRefused(429);
    upgrade((open) =>
      createListener(open, session.channel, clock).close(closeCodes.tooManyListeners, 'Too many listeners.'),
    );
    return;
  }
  socket.once('close', release);
  const subscription = await auditAndSubscribe(context, session, requestIdOf(req)).catch((error: unknown) => {
    release();
    throw error;
  });
  // The client may have disconnected, or shutdown may have begun, during the steps above.
  if (!socket.writable || context.closing()) {
    release();
    subscription.release();
    socket.destroy();
    return;
  }
  socket.once('close', subscription.release);
  upgrade((open) => listen(context, session, { open, subscription }));
}

const acquireSlot = ({ limiter, limits }: GatewayContext, { call, apiKey }: ListenerSession) =>
  limiter.acquire([
    { key: `call/${call.ID}`, limit: limits.perCall },
    { key: `organization/${apiKey.OrgID}`, limit: limits.perOrganization },
  ]);

/** A monotonic clock. */
const clock = (): number => performance.now();

function listen(
  { logger, metrics }: GatewayContext,
  session: ListenerSession,
  { open, subscription }: { open: WebSocket; subscription: AudioSubscription },
): void {
  const { apiKey, call, channel } = session;
  const listener = createListener(open, channel, clock);
  subscription.add(listener);
  startKeepAlive(listener, session);
  const facts = { callId: call.ID, channel, orgId: apiKey.OrgID, keyId: apiKey.ID };
  logger.info(facts, 'live.listening');
  listener.onClose((how) => {
    metrics.recordDroppedFrames(how.dropped);
    logger.info({ ...facts, ...how }, 'live.left');
  });
}

/** Pings the listener and rechecks its key periodically: a revoked or expired key ends the session. */
function startKeepAlive(listener: Listener, { isStillAuthorized }: ListenerSession): void {
  const checkKey = async (): Promise<void> => {
    if (!(await isStillAuthorized()))
      listener.close(closeCodes.keyRevoked, 'The API key or the session is no longer valid.');
  };
  const timers = [
    setInterval(() => listener.ping(), pingIntervalMs),
    setInterval(() => void checkKey(), keyCheckIntervalMs),
  ];
  listener.onClose(() => timers.forEach((timer) => clearInterval(timer)));
}

/** Writes the audit entry before any audio is sent. */
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
  { req, socket }: Pick<Handshake, 'req' | 'socket'>,
  error: unknown,
): void {
  const requestId = requestIdOf(req);
  const problem = toProblem(toUpgradeError(error));
  metrics.recordListenerRefused(problem.status);
  if (problem.status >= 500) logger.warn({ requestId, err: problem.cause ?? problem }, 'live.rejected');
  sendRawProblem(socket, problem, requestId);
}

function toUpgradeError(error: unknown): unknown {
  if (error instanceof CallEndedError) return new ProblemError('call_not_active', { detail: 'The call has ended.' });
  const timedOut = error instanceof HandshakeTimeoutError;
  if (!timedOut && !(error instanceof CallWorkerUnreachableError)) return error;
  return new ProblemError('audio_unavailable', {
    detail: timedOut ? 'The call took too long to find.' : 'The worker that handles the call cannot be reached.',
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
