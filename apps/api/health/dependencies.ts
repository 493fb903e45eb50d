import { setTimeout as sleep } from 'node:timers/promises';
import type { Dependencies, DependencyState } from '../http/deps';

/** Shorter than the three seconds that a probe waits. */
const pingTimeoutMs = 2_500;
/** Anyone can request a probe: however many do, the servers get one ping a second. */
const sharedMs = 1_000;

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
