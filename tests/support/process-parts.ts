import { createJobCounts } from '../../apps/api/campaigns/job-counts';
import { createDependencies, type Pings } from '../../shared/adapters/dependencies';
import type { ApiDeps } from '../../apps/api/http/deps';
import type { Store } from '../../shared/application/store';
import { createThreadTurns } from '../../shared/adapters/thread-turns';

/** However slow the machine is, a request sees what was stored before it. */
const countWaitsMs = { usual: 60_000, slow: 60_000 };

/** What all requests of one API process share, once it is ready. */
export const createProcessParts = (
  store: Pick<Store, 'jobLists' | 'stats'>,
  pings: Pings,
  nowMs = () => Date.now(),
): Pick<ApiDeps, 'turns' | 'dependencies' | 'counts' | 'prerequisites' | 'bootstrapped' | 'draining' | 'nowMs'> => ({
  nowMs,
  turns: createThreadTurns(),
  dependencies: createDependencies(pings, () => performance.now()),
  counts: createJobCounts(store, nowMs, countWaitsMs),
  prerequisites: () => ({ Schema: 'ok', SearchAttributes: 'ok' }),
  bootstrapped: () => true,
  draining: () => false,
});
