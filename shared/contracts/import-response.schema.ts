import { z } from 'zod';
import { duplicateActions, importFormats, importStates } from '../domain/import/import';
import { rowProblemCodes } from '../domain/import/row';
import { failureReasons } from '../domain/job/failure';
import { readableJobStates } from '../domain/job/state';
import { gateNames } from '../domain/schedule/gate';
import { count, field, ids, instant } from './field';
import { warningsField } from './warning.schema';

const importState = field(
  z.enum(importStates),
  'State of the import; `running` until every row has its job.',
  'completed',
);

const shape = {
  ID: ids.import,
  CampaignID: ids.campaign,
  State: importState,
  Format: field(z.enum(importFormats), 'Format of the file.', 'csv'),
  OnDuplicate: field(z.enum(duplicateActions), 'What the upload asked for with `on_duplicate`.', 'keep'),
  DefaultCountry: field(
    z.string(),
    'The country by which numbers without a country code are read: that of the upload, or else of the campaign.',
    'US',
  ).optional(),
  Rows: count('Data rows in the file; while counting, the rows found so far.', 5000),
  RowsDone: count('Rows that have their job already, or were skipped.', 5000),
  RowsInvalid: count('Invalid rows; each has a job that failed with `invalid_configuration`.', 3),
  RowsSuppressed: count(
    'Valid rows whose numbers were suppressed; each has a job that failed with `opted_out` when it was made.',
    12,
  ),
  RowsSkipped: count(
    'Valid rows without a job, because their numbers were duplicates and the upload asked to skip those.',
    0,
  ),
  RowsNormalized: count(
    'Valid rows with a number that was not written in E.164; `dry_run=1` lists what each was read as.',
    0,
  ),
  JobsCreated: count('Jobs created: `RowsDone` without the rows that were skipped.', 5000),
  Progress: field(z.number().min(0).max(1), 'Processed fraction of the file, from 0 to 1.', 1),
  RowsPerSecond: field(z.number().min(0), 'Rows processed per second so far.', 412.5),
  CreatedAt: instant('When the file arrived.'),
  StartedAt: instant('When the first row was read.').optional(),
  FinishedAt: instant('When the last row was processed.', '2026-11-21T09:41:13.640Z').optional(),
  EstimatedEndAt: instant('Estimated end at this rate; present while the import runs.').optional(),
  CancelRequestedAt: instant('When cancellation was requested.').optional(),
  JobsCancelRequestedAt: instant('When cancellation of the created jobs was requested.').optional(),
  JobsCanceledAt: instant('When each of those jobs had received its cancellation request.').optional(),
  FailureMessage: field(z.string(), 'Why the import failed.', 'The stored file is missing.').optional(),
  FileErasedAt: instant('When the file, and the values in its error report, were erased.').optional(),
};

const importRecordSchema = z.object(shape).meta({ id: 'ImportSummary', description: 'An import as shown in lists.' });
export type ImportRecordBody = z.output<typeof importRecordSchema>;

export const importSchema = z
  .object({
    ...shape,
    JobsByState: field(
      z.partialRecord(z.enum(readableJobStates), z.int()),
      'Number of its jobs currently in each state; states without jobs are absent.',
      { scheduled: 4200, completed: 797, failed: 3 },
    ),
  })
  .meta({ id: 'Import', description: 'A bulk import and the states of its jobs.' });
export type ImportBody = z.output<typeof importSchema>;

export const importListSchema = z
  .object({ Imports: field(z.array(importRecordSchema), 'Up to 100 imports, newest first.') })
  .meta({ id: 'ImportList', description: 'A page of imports. Pass the last ID as `after` to get the next page.' });

export const importCreatedSchema = z
  .object({ ImportID: ids.import, Warnings: warningsField })
  .meta({ id: 'ImportCreated', description: 'The file is stored; its jobs appear over time.' });

const errorShape = {
  Row: count('Number of the data row, from 1.', 17),
  Column: field(z.string(), 'The column and the path inside it; empty for the row as a whole.', 'ContactPhoneNumber'),
  Value: field(z.string(), 'The value.', '04****67'),
  Code: field(z.enum(rowProblemCodes), 'The kind of error.', 'invalid_value'),
  Detail: field(z.string(), 'What was expected.', 'Expected an E.164 number such as "+14155550123".'),
};

const importErrorSchema = z
  .object({
    ...errorShape,
    Value: field(z.string(), 'The value, masked; empty once the file is erased.', '04****67'),
    JobID: field(
      z.string(),
      'Id of the job that failed; empty for a row that was skipped.',
      'job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
    ),
  })
  .meta({ id: 'ImportError', description: 'An error in the file and the job that failed because of it.' });
export type ImportErrorBody = z.output<typeof importErrorSchema>;

export const importErrorsSchema = z
  .object({
    Errors: field(z.array(importErrorSchema), 'About a thousand errors, in file order.'),
    NextAfter: count('Present if there are more errors: pass it as `after`.', 812).optional(),
  })
  .meta({ id: 'ImportErrors', description: "A page of an import's errors." });

const dryRunErrorSchema = z.object(errorShape).meta({ id: 'DryRunError', description: 'An error found by a dry run.' });
export type DryRunErrorBody = z.output<typeof dryRunErrorSchema>;

export const normalizedNumberSchema = z
  .object({
    Row: count('Number of the data row, from 1.', 4),
    Column: field(z.string(), 'The column.', 'ContactPhoneNumber'),
    Value: field(z.string(), 'The number as it is in the file.', '(415) 555-1002'),
    Number: field(z.string(), 'What it is read as, E.164.', '+14155551002'),
  })
  .meta({ id: 'NormalizedNumber', description: 'A number of a file that was not written in E.164.' });
export type NormalizedNumberBody = z.output<typeof normalizedNumberSchema>;

const dryRunHourSchema = z
  .object({
    Hour: instant('The start of the hour, in UTC.', '2026-11-21T09:00:00.000Z'),
    Count: count('Calls.', 412),
  })
  .meta({ id: 'DryRunHour', description: 'The planned calls of an hour.' });

const dryRunGateSchema = z
  .object({
    Gate: field(z.enum(gateNames), 'The gate.', 'TimeRules'),
    Count: count('Rows.', 412),
  })
  .meta({ id: 'DryRunGate', description: 'Rows that one gate delays or holds.' });

export const dryRunSchema = z
  .object({
    DryRun: field(z.literal(true), 'No job was created and nothing was stored.'),
    Rows: count('Data rows in the file.', 5000),
    RowsValid: count('All other rows: `RowsPlanned`, `RowsHeld`, `RowsNever` and `RowsSkipped` together.', 4997),
    RowsInvalid: count('Invalid rows: their jobs would fail with `invalid_configuration`.', 3),
    RowsPlanned: count('Valid rows whose first call has an instant.', 4950),
    RowsHeld: count('Valid rows whose first call would wait for a person, such as in a paused campaign.', 0),
    RowsNever: count('Valid rows whose jobs would fail when they are made.', 12),
    RowsSkipped: count('Valid rows that would make no job, because their numbers are duplicates.', 35),
    RowsSuppressed: count('Valid rows whose numbers are suppressed: their jobs would fail with `opted_out`.', 12),
    SuppressedRows: field(
      z.array(z.int()),
      'The numbers of the first thousand suppressed rows, in file order.',
      [4, 4711],
    ),
    Calls: field(
      z.array(dryRunHourSchema),
      'The planned calls of the first 168 hours that have any, by the rules that apply now. Limits on the pace may make them later.',
    ),
    CallsLater: count('The planned calls after these hours.', 0),
    WaitsFor: field(
      z.array(dryRunGateSchema),
      'Planned calls that may not be made at once, by the gate that delays each, the most frequent first.',
    ),
    BeyondPace: field(
      z.array(dryRunGateSchema),
      'An estimate of the planned calls that a limit on the pace delays beyond their hour (`MaxCallsPerMinute`) or day in UTC (`MaxCallsPerDay`). Other calls are not counted.',
    ),
    HeldBy: field(z.array(dryRunGateSchema), 'The rows of `RowsHeld`, by the gate that holds each.'),
    NeverBecause: field(
      z.array(
        z
          .object({
            Code: field(z.enum(failureReasons), 'The `FailureReason` of the jobs.', 'opted_out'),
            Count: count('Rows.', 12),
          })
          .meta({ id: 'DryRunFailure', description: 'Rows whose jobs would fail for one reason.' }),
      ),
      'The rows of `RowsNever`, by the reason.',
    ),
    RowsNormalized: count('Valid rows with a number that was not written in E.164.', 1),
    Normalized: field(
      z.array(normalizedNumberSchema),
      'The first thousand of these numbers, in file order, with what each is read as.',
    ),
    Errors: field(
      z.array(dryRunErrorSchema),
      'The first thousand errors, in file order, those of rows that would be skipped among them.',
    ),
    Warnings: warningsField,
  })
  .meta({ id: 'DryRun', description: 'The result of a dry run.' });
export type DryRunBody = z.output<typeof dryRunSchema>;

export const importAnswerSchema = z
  .object({ ImportID: ids.import, State: importState })
  .meta({ id: 'ImportAnswer', description: 'Cancellation requested; the import stops shortly.' });

/** The error report for spreadsheets. */
export const importErrorsCsvSchema = z.string().meta({
  description: 'The same errors as CSV (RFC 4180), all in one file.',
  example:
    'Row,Column,Value,Code,Detail,JobID\r\n"17","ContactPhoneNumber","04****67","invalid_value","Expected an E.164 number.","job_019a4f2d"\r\n',
});
