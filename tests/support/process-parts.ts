import { createJobCounts } from '../../apps/api/campaigns/job-counts';
import { createDependencies, type Pings } from '../../shared/adapters/dependencies';
import type { ApiDeps } from '../../apps/api/http/deps';
import type { Store } from '../../shared/application/store';
import { createThreadTurns } from '../../shared/adapters/thread-turns';

/** What all requests of one API process share, once it is ready. */
export const createProcessParts = (
  store: Pick<Store, 'jobLists' | 'stats'>,
  pings: Pings,
): Pick<ApiDeps, 'turns' | 'dependencies' | 'counts' | 'prerequisites' | 'bootstrapped' | 'draining' | 'nowMs'> => ({
  nowMs: () => Date.now(),
  turns: createThreadTurns(),
  dependencies: createDependencies(pings, () => performance.now()),
  counts: createJobCounts(store, () => Date.now()),
  prerequisites: () => ({ Schema: 'ok', SearchAttributes: 'ok' }),
  bootstrapped: () => true,
  draining: () => false,
});
