import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { JobSettings } from '../../shared/application/job-context';
import { reservedKeyPrefix } from '../../shared/contracts/primitives';
import { importAuditId } from '../../shared/domain/audit/audit';
import { invariant } from '../../shared/domain/assert';
import { jobIdOfRow, type BulkImport } from '../../shared/domain/import/import';
import { summarizeRowProblems, type RowJob, type ValidatedRow } from '../../shared/domain/import/validate-row';
import { newJob, type Job } from '../../shared/domain/job/job';
import { failNewJob, planNewJob } from '../../shared/domain/planning/plan-new-job';
import type { JobContext } from '../../shared/domain/planning/plan-job';
import { createLimiter } from '../lib/limiter';
import type { ImportDeps } from './batches';

const maxConcurrentReads = 20;
/** Planning a row takes a fraction of a millisecond. */
const rowsBetweenYields = 10;

/** Metadata that names the import and the row of a job. */
const importKeys = { importId: `${reservedKeyPrefix}ImportID`, rowId: `${reservedKeyPrefix}RowID` } as const;

/** Reads what the jobs of an import are planned by. */
export async function loadSettings(
  { store }: Pick<ImportDeps, 'store'>,
  { ID, OrgID, CampaignID }: BulkImport,
): Promise<JobSettings> {
  const [campaign, organization] = await Promise.all([
    store.campaigns.findConfig(CampaignID),
    store.organizations.find(OrgID),
  ]);
  invariant(campaign !== undefined, `import ${ID} belongs to a campaign`);
  return { campaign, organization };
}

/** Makes the jobs of rows and plans their first calls. The job of an invalid row has failed. */
export async function planRows(
  { store, clock }: ImportDeps,
  bulkImport: BulkImport,
  rows: readonly ValidatedRow[],
  settings: JobSettings,
): Promise<Job[]> {
  const nowMs = await clock.nowMs();
  const { OrgID: orgId, CampaignID: campaignId } = bulkImport;
  const numbers = rows.flatMap((row) => (row.kind === 'valid' ? [row.job.ContactPhoneNumber] : []));
  const suppressed = await store.suppressions.findHolding({ orgId, campaignId }, numbers, nowMs);
  // A limit on attempts to a number is read for each row.
  const limiter = createLimiter(maxConcurrentReads);
  const drafts = await Promise.all(
    rows.map(async (row) => {
      const job = createRowJob(bulkImport, row, nowMs);
      return row.kind === 'invalid'
        ? failNewJob(job, summarizeRowProblems(row.number, row.problems), nowMs)
        : await limiter(() => store.jobContexts.draft(job, { ...settings, suppressed }, nowMs));
    }),
  );
  const jobs: Job[] = [];
  for (const [index, draft] of drafts.entries()) {
    jobs.push(isContext(draft) ? planNewJob(draft, nowMs) : draft);
    // Not in turns, which may take seconds: until the jobs are stored, a reader of the list may pass their ids.
    if (index % rowsBetweenYields === 0) await yieldToEventLoop();
  }
  return jobs;
}

const isContext = (draft: Job | JobContext): draft is JobContext => 'job' in draft;

function createRowJob(bulkImport: BulkImport, row: ValidatedRow, nowMs: number): Job {
  const fields: Partial<RowJob> = row.kind === 'valid' ? row.job : row.salvaged;
  const request = {
    Overrides: {},
    ContactPhoneNumber: '',
    ...fields,
    Metadata: { ...fields.Metadata, [importKeys.importId]: bulkImport.ID, [importKeys.rowId]: row.number },
  };
  const id = jobIdOfRow(bulkImport, row.number);
  invariant(id !== undefined, 'ids are assigned before jobs are created');
  const ids = { id, orgId: bulkImport.OrgID, campaignId: bulkImport.CampaignID };
  const AuditLogEntries = [importAuditId(bulkImport.ID)];
  return newJob(request, ids, nowMs, { ImportID: bulkImport.ID, AuditLogEntries });
}
