import { z } from 'zod';
import { failureReasons } from '../domain/job/failure';
import { readableJobStates } from '../domain/job/state';
import { correctionsField } from './analysis.schema';
import { callAnalysisSchema } from './call-response.schema';
import { anyObject, count, field, ids, instant } from './field';
import { jobOverridesSchema } from './overrides.schema';

/**
 * A job in an export, flat where possible. Its fields are named as in CreateJobBody, so that the file can be imported
 * again.
 */
export const exportedJobSchema = z
  .object({
    ID: ids.job,
    State: field(z.enum(readableJobStates), 'State of the job.', 'completed'),
    ContactPhoneNumber: field(z.string(), 'The number to call. Empty once it is erased.', '+14155550123'),
    CallerID: field(z.string(), 'The caller ID, if the job sets one.', '+14155550100').optional(),
    ContactName: field(z.string(), 'Name of the contact.', 'Ada Lovelace').optional(),
    TestJob: field(z.literal(true), 'Present for test jobs only.').optional(),
    CreatedAt: instant('When the job was created.'),
    UpdatedAt: instant('When the job last changed.', '2026-11-21T09:42:07.118Z'),
    NextCallAt: instant('When the next call is planned; absent if none is.').optional(),
    CampaignVersion: field(z.int().nullable(), 'Version of the campaign: `null` until the first call.', 3),
    CampaignVariants: field(z.array(z.string()), 'Ids of the variants that apply.', ['variant_a']).optional(),
    TotalCallAttempts: count('Calls attempted so far.', 2),
    TotalCallSeconds: count('Total seconds of all calls, including ringing.', 97),
    TotalCallConversationalSeconds: count('Total seconds from answer to end across all calls.', 58),
    FailureReason: field(z.enum(failureReasons), 'Why the job failed.', 'max_attempts_exceeded').optional(),
    FailureMessage: field(z.string(), 'Details of the failure.', 'At most 3 calls ever, 3 made.').optional(),
    PreviousCallsSummary: field(
      z.string(),
      'A short summary of the calls so far.',
      'Asked to be called later.',
    ).optional(),
    Analysis: field(callAnalysisSchema, 'The final analysis.').optional(),
    Corrections: correctionsField.optional(),
    OutputData: field(anyObject, 'What the job produced.', { AppointmentID: 'a-17' }).optional(),
    Metadata: field(anyObject, 'Metadata of the job.', { CustomerID: 'c-4711' }).optional(),
    Data: field(anyObject, 'Data of the job.', { FirstName: 'Ada' }).optional(),
    Overrides: field(jobOverridesSchema, "Settings that override the campaign's."),
    ImportID: field(ids.import, 'The import that created the job.').optional(),
    Priority: field(z.int(), 'Priority of the job, if it sets one.', 10).optional(),
  })
  .meta({
    id: 'ExportedJob',
    description: 'A line of an NDJSON export. With `fields=import` it has the fields of CreateJobBody and no others.',
  });
export type ExportedJobBody = z.output<typeof exportedJobSchema>;

/** The columns of a CSV export, in order. */
export const exportColumns = Object.keys(exportedJobSchema.shape) as (keyof ExportedJobBody)[];

/** A CSV export. */
export const exportedCsvSchema = z.string().meta({
  description:
    'CSV (RFC 4180): a header, then a row for each job, with the fields of ExportedJob as columns. Objects and arrays are JSON in the cell. Text that a spreadsheet would interpret as a formula begins with an apostrophe.',
  example:
    '"ID","State","ContactPhoneNumber","ContactName","Metadata"\r\n"job_019a4f2d","completed","+14155550123","Ada Lovelace","{""CustomerID"":""c-4711""}"\r\n',
});
