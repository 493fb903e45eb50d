import { z } from 'zod';
import { importFormats, importStates } from '../domain/import/import';
import { rowProblemCodes } from '../domain/import/row';
import { readableJobStates } from '../domain/job/state';
import { count, field, ids, instant } from './field';

const importState = field(
  z.enum(importStates),
  'Where the import stands. `running` until every row has its job.',
  'completed',
);

const shape = {
  ID: ids.import,
  CampaignID: ids.campaign,
  State: importState,
  Format: field(z.enum(importFormats), 'What the file was.', 'csv'),
  Rows: count('Data rows in the file; while they are being counted, those found so far.', 5000),
  RowsDone: count('Rows that have their job.', 5000),
  RowsInvalid: count('Rows that were not acceptable; each has a job that failed with `invalid_configuration`.', 3),
  JobsCreated: count('Jobs that were made.', 5000),
  Progress: field(z.number().min(0).max(1), 'Share of the file that is done, from 0 to 1.', 1),
  RowsPerSecond: field(z.number().min(0), 'The pace so far.', 412.5),
  CreatedAt: instant('When the file arrived.'),
  StartedAt: instant('When the first row was read.').optional(),
  FinishedAt: instant('When the last row was done.', '2026-11-21T09:41:13.640Z').optional(),
  EstimatedEndAt: instant('When it will be done at this pace; present while it runs.').optional(),
  CancelRequestedAt: instant('When somebody asked to make no more jobs.').optional(),
  JobsCancelRequestedAt: instant('When somebody asked to cancel the jobs that were made.').optional(),
  JobsCanceledAt: instant('When all of those jobs had been asked to end.').optional(),
  FailureMessage: field(z.string(), 'Why the import failed.', 'The file cannot be read any more.').optional(),
  FileErasedAt: instant('When the file, and the values in its error report, were erased.').optional(),
};

const importRecordSchema = z.object(shape).meta({ id: 'ImportSummary', description: 'An import as lists show it.' });
export type ImportRecordBody = z.output<typeof importRecordSchema>;

export const importSchema = z
  .object({
    ...shape,
    JobsByState: field(
      z.partialRecord(z.enum(readableJobStates), z.int()),
      'How many of its jobs stand in each state now; states without jobs are absent.',
      { scheduled: 4200, completed: 797, failed: 3 },
    ),
  })
  .meta({ id: 'Import', description: 'A bulk import and the states of its jobs.' });
export type ImportBody = z.output<typeof importSchema>;

export const importListSchema = z
  .object({ Imports: field(z.array(importRecordSchema), 'Up to 100 imports, the newest first.') })
  .meta({ id: 'ImportList', description: 'A page of imports. For the next one give the last ID as `after`.' });

export const importCreatedSchema = z
  .object({ ImportID: ids.import })
  .meta({ id: 'ImportCreated', description: 'The file is stored; its jobs appear over time.' });

const errorShape = {
  Row: count('Number of the data row, from 1.', 17),
  Column: field(
    z.string(),
    'The column, with the place inside it; empty for the row as a whole.',
    'ContactPhoneNumber',
  ),
  Value: field(z.string(), 'What stands there.', '04****67'),
  Code: field(z.enum(rowProblemCodes), 'What kind of mistake it is.', 'invalid_value'),
  Detail: field(z.string(), 'What was expected.', 'Expected an E.164 number such as "+14155550123".'),
};

const importErrorSchema = z
  .object({
    ...errorShape,
    Value: field(z.string(), 'What stands there, masked; empty once the file is erased.', '04****67'),
    JobID: ids.job,
  })
  .meta({ id: 'ImportError', description: 'A mistake in the file, and the job that failed with it.' });
export type ImportErrorBody = z.output<typeof importErrorSchema>;

export const importErrorsSchema = z
  .object({
    Errors: field(z.array(importErrorSchema), 'About a thousand mistakes, in the order of the file.'),
    NextAfter: count('There are more: give this as `after`.', 812).optional(),
  })
  .meta({ id: 'ImportErrors', description: "A page of an import's mistakes." });

const dryRunErrorSchema = z
  .object(errorShape)
  .meta({ id: 'DryRunError', description: 'A mistake in a file that was only looked at.' });
export type DryRunErrorBody = z.output<typeof dryRunErrorSchema>;

export const dryRunSchema = z
  .object({
    DryRun: field(z.literal(true), 'No job was made, nothing was stored.'),
    Rows: count('Data rows in the file.', 5000),
    RowsValid: count('Rows that would become jobs.', 4997),
    RowsInvalid: count('Rows that are not acceptable.', 3),
    Errors: field(z.array(dryRunErrorSchema), 'The first thousand mistakes, in the order of the file.'),
  })
  .meta({ id: 'DryRun', description: 'What an import of the file would come to.' });
export type DryRunBody = z.output<typeof dryRunSchema>;

export const importAnswerSchema = z
  .object({ ImportID: ids.import, State: importState })
  .meta({ id: 'ImportAnswer', description: 'The wish is stored; the import ends in a moment.' });

/** The error report as a spreadsheet reads it. */
export const importErrorsCsvSchema = z.string().meta({
  description: 'The same mistakes as CSV (RFC 4180), all of them in one file.',
  example:
    'Row,Column,Value,Code,Detail,JobID\r\n"17","ContactPhoneNumber","04****67","invalid_value","Expected an E.164 number.","job_019a4f2d"\r\n',
});
