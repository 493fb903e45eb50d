import type { ImportError } from '../../../shared/adapters/mongo/import-errors.repository';
import { jobIdOfRow, paceOf, type BulkImport, type JobCounts } from '../../../shared/domain/import/import';
import { readableState, type JobState } from '../../../shared/domain/job/state';

const rfc3339 = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();

/** An import as lists show it. Fields that are `undefined` do not reach the JSON. */
export function importRecord(bulkImport: BulkImport, nowMs: number) {
  const { progress, rowsPerSecond, estimatedEndMs } = paceOf(bulkImport, nowMs);
  return {
    ID: bulkImport.ID,
    CampaignID: bulkImport.CampaignID,
    State: bulkImport.State,
    Format: bulkImport.Format,
    Rows: bulkImport.RowsTotal ?? bulkImport.Rows,
    RowsDone: bulkImport.Rows,
    RowsInvalid: bulkImport.RowsInvalid,
    JobsCreated: bulkImport.Rows,
    Progress: Math.round(progress * 1_000) / 1_000,
    RowsPerSecond: Math.round(rowsPerSecond * 10) / 10,
    CreatedAt: rfc3339(bulkImport.CreatedMS),
    StartedAt: rfc3339(bulkImport.StartedMS),
    FinishedAt: rfc3339(bulkImport.FinishedMS),
    EstimatedEndAt: rfc3339(estimatedEndMs),
    CancelRequestedAt: rfc3339(bulkImport.CancelRequestedMS),
    JobsCancelRequestedAt: rfc3339(bulkImport.CancelJobsRequestedMS),
    JobsCanceledAt: rfc3339(bulkImport.JobsCanceledMS),
    FailureMessage: bulkImport.FailureMessage,
    FileErasedAt: rfc3339(bulkImport.FileErasedMS),
  };
}

/** An import with the states of its jobs, as they stand in the database at this moment. */
export function importDetails(bulkImport: BulkImport, counts: JobCounts, nowMs: number) {
  const JobsByState: Partial<Record<JobState, number>> = {};
  let jobs = 0;
  for (const [state, count] of Object.entries(counts) as [JobState, number][]) {
    const shown = readableState(state);
    JobsByState[shown] = (JobsByState[shown] ?? 0) + count;
    jobs += count;
  }
  return { ...importRecord(bulkImport, nowMs), JobsCreated: jobs, JobsByState };
}

/** A mistake in the file, and the job that failed with it. */
export const importErrorRecord = (bulkImport: BulkImport, error: ImportError) => ({
  Row: error.Row,
  Column: error.Column,
  Value: error.Value,
  Code: error.Code,
  Detail: error.Detail,
  JobID: jobIdOfRow(bulkImport, error.Row),
});
export type ImportErrorRecord = ReturnType<typeof importErrorRecord>;

const csvColumns = ['Row', 'Column', 'Value', 'Code', 'Detail', 'JobID'] as const;
/** A cell that a spreadsheet would take for a formula is made text by an apostrophe. */
const csvCell = (value: string | number): string =>
  `"${String(value)
    .replace(/^[=+\-@\t\r]/, "'$&")
    .replaceAll('"', '""')}"`;

export const csvHead = `${csvColumns.join(',')}\r\n`;
export const csvLine = (record: ImportErrorRecord): string =>
  `${csvColumns.map((name) => csvCell(record[name])).join(',')}\r\n`;
