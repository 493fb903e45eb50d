import { setTimeout as sleep } from 'node:timers/promises';

/** Shorter than the three seconds that a probe waits. */
const pingTimeoutMs = 2_500;
/** Anyone can request a probe: however many do, the servers get one ping a second. */
const sharedMs = 1_000;

/**
 * Elections of a replica set take seconds, in which requests get 503 with `Retry-After`. Without any process in service,
 * clients would get less.
 */
const storeTimeoutMs = 30_000;

/** Which servers respond. */
export interface DependencyState {
  MongoDB: boolean;
  Temporal: boolean;
  /** How long MongoDB has not responded, in ms; 0 while it does. */
  storeUnavailableMs: number;
}

export interface Dependencies {
  /** Shared by all requests of a second. Never rejects. */
  check(): Promise<DependencyState>;
}

/** Whether a process is in service: `ready` and `degraded` are. */
export type ReadinessStatus = 'ready' | 'degraded' | 'starting' | 'draining' | 'unavailable';

/** @param process whether it has done what precedes its service, and whether it shuts down */
export function readinessOf(
  { MongoDB, Temporal, storeUnavailableMs }: DependencyState,
  { started, draining }: { started: boolean; draining: boolean },
): ReadinessStatus {
  if (draining) return 'draining';
  if (!started) return 'starting';
  if (storeUnavailableMs > storeTimeoutMs) return 'unavailable';
  return MongoDB && Temporal ? 'ready' : 'degraded';
}

export const isInService = (status: ReadinessStatus): boolean => status === 'ready' || status === 'degraded';

/** Each rejects when its server does not respond. */
export interface Pings {
  MongoDB: () => Promise<void>;
  Temporal: () => Promise<void>;
}

const isReachable = (ping: () => Promise<void>): Promise<boolean> =>
  Promise.race([
    ping().then(
      () => true,
      () => false,
    ),
    sleep(pingTimeoutMs, false, { ref: false }),
  ]);

/** @param nowMs a monotonic clock */
export function createDependencies(pings: Pings, nowMs: () => number): Dependencies {
  let storeFailingSinceMs: number | undefined;
  const ping = async (): Promise<DependencyState> => {
    const [MongoDB, Temporal] = await Promise.all([isReachable(pings.MongoDB), isReachable(pings.Temporal)]);
    storeFailingSinceMs = MongoDB ? undefined : (storeFailingSinceMs ?? nowMs());
    return { MongoDB, Temporal, storeUnavailableMs: nowMs() - (storeFailingSinceMs ?? nowMs()) };
  };
  let latest: { state: Promise<DependencyState>; settledMs: number } | undefined;
  const startPing = (): Promise<DependencyState> => {
    const started = { state: ping(), settledMs: Infinity };
    void started.state.then(() => (started.settledMs = nowMs()));
    latest = started;
    return started.state;
  };
  return {
    check: () => (latest === undefined || nowMs() - latest.settledMs >= sharedMs ? startPing() : latest.state),
  };
}
