import type { ImportError } from '../../../shared/adapters/mongo/import-errors.repository';
import type { ImportBody, ImportErrorBody, ImportRecordBody } from '../../../shared/contracts/import-response.schema';
import {
  jobIdOfRow,
  progressOf,
  type BulkImport,
  type ImportState,
  type JobCounts,
} from '../../../shared/domain/import/import';
import { readableState, type JobState } from '../../../shared/domain/job/state';
import { csvRow } from '../http/csv';
import { toRfc3339 } from '../http/rfc3339';

/** An import whose file is stored; until then, no client has its id. */
export type VisibleImport = BulkImport & { State: ImportState };

export const isVisible = (bulkImport: BulkImport): bulkImport is VisibleImport => bulkImport.State !== 'receiving';

/** An import as lists show it. `undefined` fields are omitted from the JSON. */
export function toImportRecord(bulkImport: VisibleImport, nowMs: number): ImportRecordBody {
  const { progress, rowsPerSecond, estimatedEndMs } = progressOf(bulkImport, nowMs);
  return {
    ID: bulkImport.ID,
    CampaignID: bulkImport.CampaignID,
    State: bulkImport.State,
    Format: bulkImport.Format,
    OnDuplicate: bulkImport.OnDuplicate ?? 'keep',
    DefaultCountry: bulkImport.DefaultCountry,
    Rows: bulkImport.RowsTotal ?? bulkImport.Rows,
    RowsDone: bulkImport.Rows,
    RowsInvalid: bulkImport.RowsInvalid,
    RowsSuppressed: bulkImport.RowsSuppressed ?? 0,
    RowsSkipped: bulkImport.RowsSkipped ?? 0,
    RowsNormalized: bulkImport.RowsNormalized ?? 0,
    JobsCreated: bulkImport.Rows - (bulkImport.RowsSkipped ?? 0),
    Progress: Math.round(progress * 1_000) / 1_000,
    RowsPerSecond: Math.round(rowsPerSecond * 10) / 10,
    CreatedAt: toRfc3339(bulkImport.CreatedMS),
    StartedAt: toRfc3339(bulkImport.StartedMS),
    FinishedAt: toRfc3339(bulkImport.FinishedMS),
    EstimatedEndAt: toRfc3339(estimatedEndMs),
    CancelRequestedAt: toRfc3339(bulkImport.CancelRequestedMS),
    JobsCancelRequestedAt: toRfc3339(bulkImport.CancelJobsRequestedMS),
    JobsCanceledAt: toRfc3339(bulkImport.JobsCanceledMS),
    FailureMessage: bulkImport.FailureMessage,
    FileErasedAt: toRfc3339(bulkImport.FileErasedMS),
  };
}

/** An import with the current states of its jobs. */
export function toImportBody(bulkImport: VisibleImport, counts: JobCounts, nowMs: number): ImportBody {
  const JobsByState: Partial<Record<JobState, number>> = {};
  let jobs = 0;
  for (const [state, count] of Object.entries(counts) as [JobState, number][]) {
    const shown = readableState(state);
    JobsByState[shown] = (JobsByState[shown] ?? 0) + count;
    jobs += count;
  }
  return { ...toImportRecord(bulkImport, nowMs), JobsCreated: jobs, JobsByState };
}

/** An error in the file, and the job that failed with it. A row that was skipped has none. */
export const toImportErrorBody = (bulkImport: BulkImport, error: ImportError): ImportErrorBody => ({
  Row: error.Row,
  Column: error.Column,
  Value: error.Value,
  Code: error.Code,
  Detail: error.Detail,
  JobID: isSkipped(bulkImport, error) ? '' : (jobIdOfRow(bulkImport, error.Row) ?? ''),
});

const isSkipped = ({ OnDuplicate }: BulkImport, { Code }: ImportError): boolean =>
  OnDuplicate === 'skip' && Code === 'duplicate_number';

const csvColumns = ['Row', 'Column', 'Value', 'Code', 'Detail', 'JobID'] as const;
export const csvHeader = `${csvColumns.join(',')}\r\n`;
export const toCsvLine = (record: ImportErrorBody): string => csvRow(csvColumns.map((name) => String(record[name])));
