import type { ApiDeps, DependencyState } from '../http/deps';
import type { Reply } from '../http/route';

/**
 * Elections of a replica set take seconds, in which requests get 503 with `Retry-After`. Without any process in service,
 * clients would get less.
 */
const storeTimeoutMs = 30_000;

type Status = 'ready' | 'degraded' | 'starting' | 'draining' | 'unavailable';

function statusOf(
  { MongoDB, Temporal, storeUnavailableMs }: DependencyState,
  { bootstrapped, draining }: Pick<ApiDeps, 'bootstrapped' | 'draining'>,
): Status {
  if (draining()) return 'draining';
  if (!bootstrapped()) return 'starting';
  if (storeUnavailableMs > storeTimeoutMs) return 'unavailable';
  return MongoDB && Temporal ? 'ready' : 'degraded';
}

/**
 * Ready means usable, and stays so as long as the process can serve: jobs are created and read without the workflow
 * engine too. Before the first 200, the first key and campaign exist if the settings request them.
 */
export async function getReadiness(
  _request: unknown,
  deps: Pick<ApiDeps, 'dependencies' | 'prerequisites' | 'bootstrapped' | 'draining'>,
): Promise<Reply> {
  const state = await deps.dependencies.check();
  const status = statusOf(state, deps);
  const isInService = status === 'ready' || status === 'degraded';
  return {
    status: isInService ? 200 : 503,
    headers: isInService ? {} : { 'Retry-After': '2' },
    body: {
      Status: status,
      Checks: {
        MongoDB: state.MongoDB ? 'ok' : 'unavailable',
        Temporal: state.Temporal ? 'ok' : 'unavailable',
        ...deps.prerequisites(),
      },
    },
  };
}
