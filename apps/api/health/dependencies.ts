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
  let latest: { atMs: number; state: Promise<DependencyState> } | undefined;
  let storeSeenMs = nowMs();
  const ping = async (): Promise<DependencyState> => {
    const [MongoDB, Temporal] = await Promise.all([isReachable(pings.MongoDB), isReachable(pings.Temporal)]);
    if (MongoDB) storeSeenMs = nowMs();
    return { MongoDB, Temporal, storeUnavailableMs: MongoDB ? 0 : nowMs() - storeSeenMs };
  };
  return {
    check: () => {
      if (latest === undefined || nowMs() - latest.atMs >= sharedMs) latest = { atMs: nowMs(), state: ping() };
      return latest.state;
    },
  };
}
