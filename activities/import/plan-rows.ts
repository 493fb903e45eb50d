import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { createRowJob } from '../../shared/application/import-row-job';
import type { JobSettings } from '../../shared/application/job-context';
import type { BulkImport } from '../../shared/domain/import/import';
import { summarizeRowProblems, type InvalidRow, type ValidRow } from '../../shared/domain/import/validate-row';
import type { Job } from '../../shared/domain/job/job';
import { failNewJob, planNewJob } from '../../shared/domain/planning/plan-new-job';
import type { JobContext } from '../../shared/domain/planning/plan-job';
import { createLimiter } from '../lib/limiter';
import type { ImportDeps } from './batches';

/** Rows whose limits are looked up at a time; their look-ups share queries. */
const maxConcurrentReads = 50;
/** Planning a row takes a fraction of a millisecond. */
const rowsBetweenYields = 10;

/**
 * Makes the jobs of rows and plans their first calls. The job of an invalid row has failed. Each job has a millisecond of its
 * own: a client may page through the jobs by the time of their update alone, which an instant that more of them share than a
 * page holds would stop.
 * @param lastMs when the last job before them was made
 */
export async function planRows(
  { store, clock }: ImportDeps,
  bulkImport: BulkImport,
  rows: readonly (ValidRow | InvalidRow)[],
  { settings, lastMs }: { settings: JobSettings; lastMs: number },
): Promise<Job[]> {
  const nowMs = Math.max(await clock.nowMs(), lastMs + 1);
  const { OrgID: orgId, CampaignID: campaignId } = bulkImport;
  const numbers = rows.flatMap((row) => (row.kind === 'valid' ? [row.job.ContactPhoneNumber] : []));
  const suppressed = await store.suppressions.findHolding({ orgId, campaignId }, numbers, nowMs);
  // A limit on attempts to a number is read for each row.
  const limiter = createLimiter(maxConcurrentReads);
  const drafts = await Promise.all(
    rows.map(async (row, index) => {
      const job = createRowJob(bulkImport, row, nowMs + index);
      return row.kind === 'invalid'
        ? failNewJob(job, summarizeRowProblems(row.number, row.problems), job.CreatedMS)
        : await limiter(() => store.jobContexts.draft(job, { ...settings, suppressed }, nowMs));
    }),
  );
  const jobs: Job[] = [];
  for (const [index, draft] of drafts.entries()) {
    jobs.push(isContext(draft) ? planNewJob(draft, draft.job.CreatedMS) : draft);
    // Not in turns, which may take seconds: until the jobs are stored, a reader of the list may pass their ids.
    if (index % rowsBetweenYields === 0) await yieldToEventLoop();
  }
  return jobs;
}

const isContext = (draft: Job | JobContext): draft is JobContext => 'job' in draft;
