import { z } from 'zod';
import { failureReasons } from '../domain/job/failure';
import { endedReasons } from '../domain/call/call';
import { readableJobStates } from '../domain/job/state';
import { gateNames } from '../domain/schedule/gate';
import { analysisStatusSchema, correctionsField } from './analysis.schema';
import { callAnalysisSchema, callSchema } from './call-response.schema';
import { anyObject, count, field, ids, instant, instantMs } from './field';
import { jobOverridesSchema } from './overrides.schema';
import { warningsField } from './warning.schema';

const jobState = field(z.enum(readableJobStates), 'State of the job.', 'completed');
const variants = ['variant_a'];

const jobDataSchema = z
  .object({
    ...jobOverridesSchema.shape,
    PhoneNumber: field(z.string(), 'The number to call. Empty once it is erased.', '+14155550123'),
    PreviousCallsSummary: field(
      z.string(),
      'A short summary of the calls so far, given to the agent before the next one.',
      'The contact asked to be called back after work.',
    ).optional(),
    Analysis: field(
      callAnalysisSchema,
      "The final analysis, in the form of the campaign's analysis schema.",
    ).optional(),
    ContactName: field(z.string(), 'Name of the contact.', 'Ada Lovelace').optional(),
    CampaignVersion: field(
      z.int().nullable(),
      'Version of the campaign that the job uses: `null` until the first call, fixed from then on.',
      3,
    ),
    Calls: field(
      z.array(callSchema),
      'The latest calls of the job in order, up to 200 and 4 MB; absent before the first one.',
    ).optional(),
    CallAnalyses: field(
      z.record(z.string(), callAnalysisSchema),
      'The analysis after each call, keyed by call id; each also covers the earlier calls.',
    ).optional(),
    AnalysisStatus: field(
      analysisStatusSchema,
      'Whether a model is yet to analyze the job; absent if nothing is pending.',
    ).optional(),
    Corrections: correctionsField.optional(),
    OutputData: field(anyObject, 'What the job produced.', { AppointmentID: 'a-17' }).optional(),
    AuditLogEntries: field(z.array(z.string()), 'Ids of the audit log entries about the job.', [
      'audit_019a4f2d',
    ]).optional(),
    State: jobState,
    FailureReason: field(
      z.enum(failureReasons),
      'Why the job failed or was canceled. `invalid_configuration` means an invalid row of an import, or constraints that can never be met.',
      'max_attempts_exceeded',
    ).optional(),
    FailureMessage: field(
      z.string(),
      'Details of the failure; present with FailureReason. A fixed sentence once the personal data of the job is deleted.',
      'At most 3 calls ever, 3 made.',
    ).optional(),
    Metadata: field(anyObject, 'Metadata given at creation or by an update. Kept when personal data is deleted.', {
      CustomerID: 'c-4711',
    }).optional(),
    Data: field(anyObject, "Data given at creation or by an update. Deleted with the job's personal data.", {
      FirstName: 'Ada',
    }).optional(),
    NextCallMS: instantMs('When the next call is planned, in unix milliseconds; absent if none is.').optional(),
    Priority: field(z.int(), 'The priority of the job, if it has one of its own.', 10).optional(),
    TestJob: field(z.literal(true), 'Present for test jobs only.').optional(),
    Masked: field(
      z.literal(true),
      'Present if the key lacks `personal:read`: the number is shortened, and names, data and transcripts are hidden.',
    ).optional(),
    RedialOf: field(
      z.string(),
      'The ended job whose contact this one calls again.',
      'job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
    ).optional(),
    BulkActionID: field(
      z.string(),
      'The bulk action that created the job.',
      'bulk_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
    ).optional(),
  })
  .meta({ id: 'JobData', description: 'The overrides, state and results of a job.' });

const jobMetricsSchema = z
  .object({
    TotalCallAttempts: count('Calls attempted so far.', 2),
    TotalCallSeconds: count('Total seconds of all calls, including ringing.', 97),
    TotalCallConversationalSeconds: count('Total seconds from answer to end across all calls.', 58),
  })
  .meta({ id: 'JobMetrics', description: 'Usage of the job so far.' });

const jobEventSchema = z
  .object({
    EventType: field(z.string(), 'What happened.', 'job_state_updated'),
    CreatedMS: instantMs('When it happened, in unix milliseconds.'),
    Properties: field(anyObject, 'Details; never personal data.', { State: 'calling' }),
  })
  .meta({ id: 'JobEvent', description: 'An analytics event of a job.' });

export const jobSchema = z
  .object({
    OrgID: ids.org,
    CampaignID: ids.campaign,
    ID: ids.job,
    Data: field(jobDataSchema, 'The data of the job.'),
    Metrics: field(jobMetricsSchema, 'Usage so far.'),
    Events: field(z.array(jobEventSchema), 'Analytics events in order; present with `events=1`.').optional(),
    CampaignVariants: field(
      z.array(z.string()),
      'Ids of the variants that apply. Absent until the first call is made, unless they were set.',
      variants,
    ).optional(),
    CreatedAt: instant('When the job was created.'),
  })
  .meta({ id: 'Job', description: 'A contact to call within a campaign, with its state and results.' });
export type JobBody = z.output<typeof jobSchema>;

const jobsListItemSchema = z
  .object({
    ID: ids.job,
    PhoneNumber: field(z.string(), 'The number to call. Empty once it is erased.', '+14155550123'),
    ContactName: field(z.string(), 'Name of the contact; empty if none was given.', 'Ada Lovelace'),
    State: jobState,
    CreatedAt: instantMs('When the job was created, in unix milliseconds.'),
    UpdatedAt: instantMs('When the job last changed, in unix milliseconds.', 1_795_254_127_118),
    Attempts: count('Calls that were made.', 1),
    NextCallMS: instantMs('When the next call is planned, in unix milliseconds; absent if none is.').optional(),
    HeldBy: field(
      z.enum(gateNames),
      'What delays or holds the next call; the schedule of the job names every gate.',
      'TimeRules',
    ).optional(),
    LastOutcome: field(
      z.enum(endedReasons),
      'How the last call ended, as reported by the telephony provider.',
      'contact_did_not_answer',
    ).optional(),
    FailureReason: field(
      z.enum(failureReasons),
      'Why the job failed or was canceled.',
      'max_attempts_exceeded',
    ).optional(),
    TestJob: field(z.literal(true), 'Present for test jobs only.').optional(),
  })
  .meta({ id: 'JobsListItem', description: 'A job as shown in lists and searches.' });
export type JobsListItemBody = z.output<typeof jobsListItemSchema>;

export const jobsListSchema = z
  .object({ Jobs: field(z.array(jobsListItemSchema), 'Up to 100 jobs.') })
  .meta({ id: 'JobsList', description: 'A page of jobs. Pass the last ID as `after` to get the next page.' });

export const jobCreatedSchema = z
  .object({ JobID: ids.job, Warnings: warningsField })
  .meta({ id: 'JobCreated', description: 'The job was created; calls are made as its constraints allow.' });

export const jobAnswerSchema = z
  .object({
    JobID: ids.job,
    State: field(jobState, 'State of the job at the time of the response.', 'scheduled'),
    Warnings: warningsField,
  })
  .meta({ id: 'JobAnswer', description: 'The response to every command on a job.' });
export type JobAnswerBody = z.output<typeof jobAnswerSchema>;
