import type { JobState } from '../job/state';

/** Where an import stands. `receiving` is inner: the file is being stored, and nobody was told of the import yet. */
export const importStates = ['running', 'completed', 'canceled', 'failed'] as const;
export type ImportState = (typeof importStates)[number];

export const importFormats = ['csv', 'ndjson'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** How far a file was worked off: data rows done, and where the next one starts. */
export interface ImportCursor {
  /** Number of the last data row done; 0 before the first. */
  row: number;
  /** Offset of the next row in the file's text, in UTF-16 code units. */
  offset: number;
}

/** A bulk import, as stored. Instants end in `MS` (unix milliseconds). */
export interface BulkImport {
  ID: string;
  OrgID: string;
  CampaignID: string;
  /** Rows are judged by the campaign as it stood at the upload, so that a repeated judgment is the same one. */
  CampaignVersion: number;
  State: ImportState | 'receiving';
  Format: ImportFormat;
  /** Length of the file's text, in UTF-16 code units: what progress is measured against. */
  Characters: number;
  /** 13 hexadecimal digits that make the ids of this import's jobs its own. */
  JobSalt: string;
  CreatedMS: number;
  StartedMS?: number | undefined;
  FinishedMS?: number | undefined;
  /** Data rows in the file; absent until they were counted. */
  RowsTotal?: number | undefined;
  /** The cursor: rows done, each of which has its job. */
  Rows: number;
  Offset: number;
  RowsInvalid: number;
  CancelRequestedMS?: number | undefined;
  /** Somebody wants the jobs that were made to be canceled too. */
  CancelJobsRequestedMS?: number | undefined;
  /** Rows whose jobs were asked to end. */
  RowsCanceled?: number | undefined;
  JobsCanceledMS?: number | undefined;
  FailureMessage?: string | undefined;
  /** How long the file is kept after the end, in milliseconds. */
  RetentionMS: number;
  FileErasedMS?: number | undefined;
  /** When the sweeper looks at the import; absent when nothing is to come. */
  DueMS?: number | undefined;
}

/** How many jobs of an import stand in each state; states without jobs are absent. */
export type JobCounts = Partial<Record<JobState, number>>;

/**
 * The id of a row's job: the same each time it is made, so that no row becomes two jobs, and sorted by import and row like the ids of
 * other jobs are by creation. It has the shape of a UUIDv7 (RFC 9562): the import's millisecond, then 24 bits of the row's number, then
 * the import's salt.
 */
export function jobIdOfRow({ CreatedMS, JobSalt }: Pick<BulkImport, 'CreatedMS' | 'JobSalt'>, row: number): string {
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
  const high = Math.floor(row / 0x1000);
  const low = row % 0x1000;
  // The variant's two bits come before the low half, which therefore is spread over the next 14: 2 + 12 + 2 of the salt.
  const variant = hex(0x8000 + low * 4 + (Number.parseInt(JobSalt.slice(0, 1), 16) % 4), 4);
  return `job_${hex(CreatedMS, 12)}7${hex(high, 3)}${variant}${JobSalt.slice(1, 13)}`;
}

const lastRow = 0xffffff;

/** The first and the last id that an import's jobs can have: nothing but jobs of its millisecond stands between them. */
export const jobIdRangeOf = (
  bulkImport: Pick<BulkImport, 'CreatedMS' | 'JobSalt'>,
): { firstId: string; lastId: string } => ({
  firstId: jobIdOfRow(bulkImport, 0),
  lastId: jobIdOfRow(bulkImport, lastRow),
});

/** What an import's pace so far promises. */
export interface ImportProgress {
  /** From 0 to 1. */
  progress: number;
  rowsPerSecond: number;
  /** Unix milliseconds; absent when there is no telling. */
  estimatedEndMs?: number;
}

/** @param nowMs the moment of asking; a finished import is judged by its end */
export function progressOf(bulkImport: BulkImport, nowMs: number): ImportProgress {
  const { Characters, FinishedMS, Offset, Rows, StartedMS, State } = bulkImport;
  const progress = State === 'completed' || Characters === 0 ? 1 : Math.min(1, Offset / Characters);
  const seconds = StartedMS === undefined ? 0 : Math.max(0, (FinishedMS ?? nowMs) - StartedMS) / 1000;
  const rowsPerSecond = seconds === 0 ? 0 : Rows / seconds;
  if (State !== 'running' || progress === 0 || seconds === 0) return { progress, rowsPerSecond };
  return { progress, rowsPerSecond, estimatedEndMs: Math.round(nowMs + (seconds * 1000 * (1 - progress)) / progress) };
}
