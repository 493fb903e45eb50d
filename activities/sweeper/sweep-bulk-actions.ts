import type { ActivityDeps } from '../deps';
import { sweepOverdue, type Swept } from './sweep-each';

const batchSize = 100;

/** Starts the workflows of bulk actions that have made no progress: they were lost, or never started. */
export function sweepBulkActions(
  deps: Pick<ActivityDeps, 'store' | 'workflows' | 'logger' | 'metrics'>,
  nowMs: number,
): Promise<Swept> {
  return sweepOverdue(deps, deps.store.bulkActions, {
    batchSize,
    nowMs,
    act: async (action) => {
      deps.metrics.sweeper.recordFound('bulk_action');
      await deps.workflows.startBulkAction(action);
    },
  });
}
