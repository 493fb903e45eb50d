import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiDeps } from '../http/deps';
import type { Reply } from '../http/route';

/** Shorter than the three seconds that a probe waits. */
const pingTimeoutMs = 2_500;

const isReachable = (ping: () => Promise<void>): Promise<boolean> =>
  Promise.race([
    ping().then(
      () => true,
      () => false,
    ),
    sleep(pingTimeoutMs, false, { ref: false }),
  ]);

/** Ready means usable: the servers respond, and the first key and campaign exist if the settings request them. */
export async function getReadiness(
  _request: unknown,
  {
    pings,
    prerequisites,
    bootstrapped,
    draining,
  }: Pick<ApiDeps, 'pings' | 'prerequisites' | 'bootstrapped' | 'draining'>,
): Promise<Reply> {
  const [mongo, temporal] = await Promise.all([isReachable(pings.MongoDB), isReachable(pings.Temporal)]);
  const status = draining() ? 'draining' : !(mongo && temporal) ? 'unavailable' : bootstrapped() ? 'ready' : 'starting';
  return {
    status: status === 'ready' ? 200 : 503,
    headers: status === 'ready' ? {} : { 'Retry-After': '2' },
    body: {
      Status: status,
      Checks: {
        MongoDB: mongo ? 'ok' : 'unavailable',
        Temporal: temporal ? 'ok' : 'unavailable',
        ...prerequisites(),
      },
    },
  };
}
