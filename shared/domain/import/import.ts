import { invariant } from '../assert';
import type { JobState } from '../job/state';

/** States of an import. `receiving` is internal: the file is being stored, and the API does not show the import yet. */
export const importStates = ['running', 'completed', 'canceled', 'failed'] as const;
export type ImportState = (typeof importStates)[number];

export const importFormats = ['csv', 'ndjson'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** What happens to a valid row whose number is in an earlier row of the file, or has an open job in the campaign. */
export const duplicateActions = ['keep', 'skip', 'fail'] as const;
export type DuplicateAction = (typeof duplicateActions)[number];

/** How far a file is processed: data rows done, and where the next one starts. */
export interface ImportCursor {
  /** Number of the last data row done; 0 before the first. */
  row: number;
  /** Offset of the next row in the file's text, in UTF-16 code units. */
  offset: number;
}

/** Consecutive rows, from those of the batch before, whose job ids carry the same instant. */
export interface RowBatch {
  LastRow: number;
  /** When the jobs are created; never earlier than that of the batch before. */
  AtMS: number;
}

/** What the ids of an import's jobs are made from. */
export interface JobIdParts {
  /** 13 hexadecimal digits that make the ids unique. */
  Salt: string;
  /** Stored before the jobs of their rows are, so that a repeat after a crash makes the same ids. */
  Batches: RowBatch[];
}

/** A bulk import, as stored. Instants end in `MS` (unix milliseconds). */
export interface BulkImport {
  ID: string;
  OrgID: string;
  CampaignID: string;
  /**
   * Rows are validated against the campaign's version at the upload, so that repeated validation gives the same result.
   */
  CampaignVersion: number;
  /** The key of the upload may not change campaigns, so the campaign's settings are ceilings for the rows. */
  HasCeilings?: boolean | undefined;
  State: ImportState | 'receiving';
  Format: ImportFormat;
  /** Absent for `keep`. */
  OnDuplicate?: Exclude<DuplicateAction, 'keep'> | undefined;
  /** The country of numbers without a country code, ISO 3166-1 alpha-2: of the upload, or else of its campaign. */
  DefaultCountry?: string | undefined;
  /** Length of the file's text, in UTF-16 code units: the measure of progress. */
  Characters: number;
  /** What the ids of the jobs are made from. Absent in imports of earlier versions, which have `JobSalt`. */
  JobIDs?: JobIdParts | undefined;
  /** In imports of earlier versions, the salt of the ids, all of which carry `CreatedMS`. */
  JobSalt?: string | undefined;
  CreatedMS: number;
  StartedMS?: number | undefined;
  FinishedMS?: number | undefined;
  /** Data rows in the file; absent until they are counted. */
  RowsTotal?: number | undefined;
  /** An upper bound of the rows, from the upload. Absent in imports of earlier versions. */
  RowsAtMost?: number | undefined;
  /** The cursor: rows that have their jobs, or were skipped. */
  Rows: number;
  Offset: number;
  RowsInvalid: number;
  /** Valid rows whose jobs failed when they were made, because their numbers are suppressed; absent for none. */
  RowsSuppressed?: number | undefined;
  /** Rows that were skipped as duplicates and have no job; absent until a batch is done. */
  RowsSkipped?: number | undefined;
  /** Valid rows with numbers that were not written in E.164; absent until a batch is done. */
  RowsNormalized?: number | undefined;
  CancelRequestedMS?: number | undefined;
  /** When the cancellation of the created jobs was requested too. */
  CancelJobsRequestedMS?: number | undefined;
  /** Rows for whose jobs the cancellation was requested. */
  RowsCanceled?: number | undefined;
  JobsCanceledMS?: number | undefined;
  FailureMessage?: string | undefined;
  /** How long the file is kept after the end, in milliseconds. */
  RetentionMS: number;
  FileErasedMS?: number | undefined;
  /** When the sweeper processes the import; absent if nothing is left to do. */
  DueMS?: number | undefined;
  /** How often the sweeper has processed the import since its last progress. */
  Sweeps?: number | undefined;
}

/** True while the jobs of an import that has ended are to be canceled. */
export const hasJobsToCancel = (
  bulkImport: Pick<BulkImport, 'State' | 'CancelJobsRequestedMS' | 'JobsCanceledMS'>,
): boolean =>
  bulkImport.State !== 'running' &&
  bulkImport.CancelJobsRequestedMS !== undefined &&
  bulkImport.JobsCanceledMS === undefined;

/** True while an import's workflow has something left to do. */
export const hasWork = (bulkImport: Pick<BulkImport, 'State' | 'CancelJobsRequestedMS' | 'JobsCanceledMS'>): boolean =>
  bulkImport.State === 'running' || hasJobsToCancel(bulkImport);

/** How many jobs of an import are in each state; states without jobs are absent. */
export type JobCounts = Partial<Record<JobState, number>>;

type IdSource = Pick<BulkImport, 'CreatedMS' | 'JobIDs' | 'JobSalt'>;

const saltOf = ({ JobIDs, JobSalt }: IdSource): string => {
  const salt = JobIDs?.Salt ?? JobSalt;
  invariant(salt !== undefined, 'an import has a salt');
  return salt;
};

/** The instant that a row's job id carries; `undefined` until it is assigned. Batches are searched by halves. */
function instantOfRow({ CreatedMS, JobIDs }: IdSource, row: number): number | undefined {
  if (JobIDs === undefined) return CreatedMS;
  let [from, to] = [0, JobIDs.Batches.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((JobIDs.Batches[middle]?.LastRow ?? 0) < row) from = middle + 1;
    else to = middle;
  }
  return JobIDs.Batches[from]?.AtMS;
}

/**
 * The id of one of many jobs that are made together. It has the format of a UUIDv7 (RFC 9562).
 * @param salt 13 hexadecimal digits that no other such group has
 * @param atMs when the jobs are created, by which ids sort
 * @param row the number of the job in its group, up to 24 bits
 */
export function formatJobId(salt: string, atMs: number, row: number): string {
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
  const high = Math.floor(row / 0x1000);
  const low = row % 0x1000;
  // The variant's two bits precede the low half, which fills the next 14 bits with 2 bits of the salt: 2 + 12 + 2.
  const variant = hex(0x8000 + low * 4 + (Number.parseInt(salt.slice(0, 1), 16) % 4), 4);
  return `job_${hex(atMs, 12)}7${hex(high, 3)}${variant}${salt.slice(1, 13)}`;
}

/**
 * The id of a row's job. It derives from import and row, so that no row becomes two jobs, and sorts by creation as
 * other job ids do, rows of a batch by their number. It has the format of a UUIDv7 (RFC 9562): the millisecond of the
 * row's batch, 24 bits of the row's number, the import's salt.
 * @returns `undefined` for a row whose batch has no instant yet, and so no job
 */
export function jobIdOfRow(bulkImport: IdSource, row: number): string | undefined {
  const atMs = instantOfRow(bulkImport, row);
  return atMs === undefined ? undefined : formatJobId(saltOf(bulkImport), atMs, row);
}

/** The batch that assigns ids to the rows up to the last one; it follows the batches before it. */
export const nextRowBatch = ({ CreatedMS, JobIDs }: IdSource, LastRow: number, nowMs: number): RowBatch => ({
  LastRow,
  AtMS: Math.max(nowMs, JobIDs?.Batches.at(-1)?.AtMS ?? CreatedMS),
});

const lastRow = 0xffffff;

/** The first and the last possible id of an import's jobs so far. Jobs created at the same time lie between them too. */
export function jobIdRangeOf(bulkImport: IdSource): { firstId: string; lastId: string } {
  const salt = saltOf(bulkImport);
  const lastMs = bulkImport.JobIDs?.Batches.at(-1)?.AtMS ?? bulkImport.CreatedMS;
  return { firstId: formatJobId(salt, bulkImport.CreatedMS, 0), lastId: formatJobId(salt, lastMs, lastRow) };
}

/** The progress of an import, and an estimate of its end. */
export interface ImportProgress {
  /** From 0 to 1. */
  progress: number;
  rowsPerSecond: number;
  /** Unix milliseconds; absent if it cannot be estimated. */
  estimatedEndMs?: number;
}

/** @param nowMs the current time; for a finished import, its end counts instead */
export function progressOf(bulkImport: BulkImport, nowMs: number): ImportProgress {
  const { Characters, FinishedMS, Offset, Rows, StartedMS, State } = bulkImport;
  const progress = State === 'completed' || Characters === 0 ? 1 : Math.min(1, Offset / Characters);
  const seconds = StartedMS === undefined ? 0 : Math.max(0, (FinishedMS ?? nowMs) - StartedMS) / 1000;
  const rowsPerSecond = seconds === 0 ? 0 : Rows / seconds;
  if (State !== 'running' || progress === 0 || seconds === 0) return { progress, rowsPerSecond };
  return { progress, rowsPerSecond, estimatedEndMs: Math.round(nowMs + (seconds * 1000 * (1 - progress)) / progress) };
}
