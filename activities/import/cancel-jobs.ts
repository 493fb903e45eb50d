import { jobIdOfRow, type BulkImport } from '../../shared/domain/import/import';
import { batchLimits } from '../../shared/domain/import/read-rows';
import { createEngineLimiter } from '../lib/engine-limiter';
import { forEachLimited } from '../lib/limiter';
import type { TimeBudget } from '../lib/time-budget';
import { maxRowsAhead, type ImportDeps } from './batches';

/** Rows that are handled at a time, whatever Temporal is asked at a time. */
const maxConcurrentRows = 50;

/** Requests the cancellation of the import's jobs, row by row. A job that has ended stays as it is. Idempotent. */
export async function cancelJobs(deps: ImportDeps, bulkImport: BulkImport, budget: TimeBudget): Promise<void> {
  const { store, workflows, clock, logger } = deps;
  const { OrgID: orgId, CampaignID: campaignId } = bulkImport;
  const limiter = createEngineLimiter();
  const cancel = async (row: number): Promise<void> => {
    const jobId = jobIdOfRow(bulkImport, row);
    if (jobId === undefined) return;
    const canceled = await store.jobs.requestCancel({ orgId, campaignId, jobId }, await clock.nowMs());
    // If Temporal is unavailable, the sweeper wakes the workflow later.
    if (canceled) await limiter(() => workflows.wakeJob(canceled)).catch(() => undefined);
    budget.heartbeat();
  };
  // A failed import may have stored jobs without advancing its cursor. Their rows are included.
  const last = bulkImport.Rows + maxRowsAhead;
  let row = bulkImport.RowsCanceled ?? 0;
  while (row < last && !(await budget.exhausted())) {
    const rows = Array.from({ length: Math.min(batchLimits.rows, last - row) }, (_, index) => row + index + 1);
    const failed = await forEachLimited(rows, maxConcurrentRows, cancel);
    if (failed > 0) throw new Error(`The cancellation of ${failed} jobs could not be requested.`);
    row += rows.length;
    await store.imports.recordJobsCanceled(bulkImport, row, { nowMs: await clock.nowMs(), all: row >= last });
  }
  logger.info({ importId: bulkImport.ID, rows: row }, 'import.jobs_cancel_requested');
}
