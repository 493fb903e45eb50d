import { exportColumns, type ExportedJobBody } from '../../../shared/contracts/job-export.schema';
import type { ExportFields } from '../../../shared/contracts/job-list.schema';
import { createJobSchema } from '../../../shared/contracts/job.schema';
import { reservedKeyPrefix } from '../../../shared/contracts/primitives';
import { failureMessageOf } from '../../../shared/domain/job/failure';
import { markText } from '../../../shared/domain/import/text-cell';
import { nextCallMsOf, type Job } from '../../../shared/domain/job/job';
import { readableState } from '../../../shared/domain/job/state';
import { csvRow, plainCsvRow } from '../http/csv';
import { toRfc3339 } from '../http/rfc3339';
import { toCorrectionsBody } from './present-analysis';

function toExportedJob(job: Job): ExportedJobBody {
  const { Metrics } = job;
  const NextCallMS = nextCallMsOf(job);
  return {
    ID: job.ID,
    State: readableState(job.State),
    ContactPhoneNumber: job.PhoneNumber,
    CallerID: job.CallerID,
    ContactName: job.ContactName,
    TestJob: job.TestJob === true ? true : undefined,
    CreatedAt: toRfc3339(job.CreatedMS),
    UpdatedAt: toRfc3339(job.UpdatedMS),
    NextCallAt: NextCallMS === undefined ? undefined : toRfc3339(NextCallMS),
    CampaignVersion: job.CampaignVersion,
    CampaignVariants: job.CampaignVariants,
    TotalCallAttempts: Metrics.TotalCallAttempts,
    TotalCallSeconds: Metrics.TotalCallSeconds,
    TotalCallConversationalSeconds: Metrics.TotalCallConversationalSeconds,
    FailureReason: job.FailureReason,
    FailureMessage: failureMessageOf(job),
    PreviousCallsSummary: job.PreviousCallsSummary,
    Analysis: job.Analysis,
    Corrections: toCorrectionsBody(job),
    OutputData: job.OutputData,
    Metadata: job.Metadata,
    Data: job.Data,
    Overrides: job.Overrides,
    ImportID: job.ImportID,
    Priority: job.Priority,
  };
}

type PartialExport = Partial<Record<keyof ExportedJobBody, unknown>>;

/** Drops what an import wrote into the Metadata: another import would reject these keys. */
function dropReserved(metadata: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  const own = Object.entries(metadata ?? {}).filter(([name]) => !name.startsWith(reservedKeyPrefix));
  return own.length === 0 ? undefined : Object.fromEntries(own);
}

const importableFields = Object.keys(createJobSchema.shape) as (keyof ExportedJobBody)[];

function toImportableJob(job: Job): PartialExport | undefined {
  // Its personal data was erased, or its row was invalid: there is no number to call.
  if (job.PhoneNumber === '') return undefined;
  const exported: PartialExport = { ...toExportedJob(job), Metadata: dropReserved(job.Metadata) };
  return Object.fromEntries(importableFields.map((name) => [name, exported[name]]));
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

/** Formats a cell: missing values and empty objects as an empty cell, other objects and arrays as JSON. */
function formatCell(value: unknown): string | number {
  if (value === undefined || value === null || isEmptyObject(value)) return '';
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}

/** Formats a cell so that an import reads the same from it: missing values alone are blank. */
function formatImportCell(name: keyof ExportedJobBody, value: unknown): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return name === 'ContactName' ? markText(value) : value;
}

/** Writes jobs in one format. */
export interface ExportWriter {
  header: string;
  /** The line of a job; empty if the job does not belong in the file. */
  serialize: (job: Job) => string;
}

export type ExportType = 'application/x-ndjson' | 'text/csv';

export function createExportWriter(type: ExportType, fields: ExportFields): ExportWriter {
  const present = fields === 'import' ? toImportableJob : toExportedJob;
  if (type === 'text/csv') return fields === 'import' ? importCsvWriter : csvWriter;
  return {
    header: '',
    serialize: (job) => {
      const exported = present(job);
      return exported === undefined ? '' : `${JSON.stringify(exported)}\n`;
    },
  };
}

const csvWriter: ExportWriter = {
  header: csvRow(exportColumns),
  serialize: (job) => {
    const exported: PartialExport = toExportedJob(job);
    return csvRow(exportColumns.map((name) => formatCell(exported[name])));
  },
};

const importCsvWriter: ExportWriter = {
  header: plainCsvRow(importableFields),
  serialize: (job) => {
    const exported = toImportableJob(job);
    if (exported === undefined) return '';
    return plainCsvRow(importableFields.map((name) => formatImportCell(name, exported[name])));
  },
};
