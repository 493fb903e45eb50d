import { jobIdOfRow, type BulkImport } from '../../shared/domain/import/import';
import { forEachLimited } from '../lib/limiter';
import { maxConcurrentRequests, rowsAhead, batchLimits, type ImportDeps, type TimeBudget } from './batches';

/** True while jobs of an import that has ended are to be asked to end too. */
export const hasJobsToCancel = (bulkImport: BulkImport): boolean =>
  bulkImport.State !== 'running' &&
  bulkImport.CancelJobsRequestedMS !== undefined &&
  bulkImport.JobsCanceledMS === undefined;

/** Asks the jobs that were made to end, row by row; one that has ended already stays as it is. Harmless to repeat. */
export async function cancelJobs(deps: ImportDeps, bulkImport: BulkImport, shift: TimeBudget): Promise<void> {
  const { store, workflows, clock, logger } = deps;
  const { OrgID: orgId, CampaignID: campaignId } = bulkImport;
  const cancel = async (row: number): Promise<void> => {
    const key = { orgId, campaignId, jobId: jobIdOfRow(bulkImport, row) };
    const asked = await store.jobs.requestCancel(key, await clock.nowMs());
    // What the engine does not hear now it hears from the sweeper.
    if (asked) await workflows.wakeJob(asked).catch(() => undefined);
    shift.heartbeat();
  };
  // Of an import that failed, jobs may have been made without the cursor having moved: they are looked for too.
  const last = bulkImport.Rows + rowsAhead;
  let row = bulkImport.RowsCanceled ?? 0;
  while (row < last && !(await shift.exhausted())) {
    const rows = Array.from({ length: Math.min(batchLimits.rows, last - row) }, (_, index) => row + index + 1);
    const failed = await forEachLimited(rows, maxConcurrentRequests, cancel);
    if (failed > 0) throw new Error(`${failed} jobs could not be asked to end.`);
    row += rows.length;
    await store.imports.recordJobsCanceled(bulkImport, row, { nowMs: await clock.nowMs(), all: row >= last });
  }
  logger.info({ importId: bulkImport.ID, rows: row }, 'import.jobs_cancel_asked');
}
