import { z } from 'zod';
import { failureReasons } from '../domain/job/failure';
import { readableJobStates } from '../domain/job/state';
import { callAnalysisSchema, callSchema } from './call-response.schema';
import { anyObject, count, field, ids, instant, instantMs } from './field';
import { jobOverridesSchema } from './overrides.schema';

const jobState = field(z.enum(readableJobStates), 'Where the job stands.', 'completed');
const variants = ['variant_a'];

const jobDataSchema = z
  .object({
    ...jobOverridesSchema.shape,
    PhoneNumber: field(z.string(), 'The number that is called. Empty once it was deleted.', '+14155550123'),
    PreviousCallsSummary: field(
      z.string(),
      'The calls so far in a few words, told to the agent before the next one.',
      'The contact asked to be called back after work.',
    ).optional(),
    Analysis: field(callAnalysisSchema, "The final analysis, by the campaign's analysis schema.").optional(),
    ContactName: field(z.string(), 'Name of the contact.', 'Ada Lovelace').optional(),
    CampaignVersion: field(
      z.int().nullable(),
      'Version of the campaign that the job uses: `null` until the first call, and the same ever after.',
      3,
    ),
    Calls: field(z.array(callSchema), 'The calls of the job in order; absent before the first one.').optional(),
    CallAnalyses: field(
      z.record(z.string(), callAnalysisSchema),
      "The analysis made after each call, by the call's id; each covers the calls before it too.",
    ).optional(),
    OutputData: field(anyObject, 'What the job produced.', { AppointmentID: 'a-17' }).optional(),
    AuditLogEntries: field(z.array(z.string()), 'Ids of the audit-log entries on the job.', [
      'audit_019a4f2d',
    ]).optional(),
    State: jobState,
    FailureReason: field(z.enum(failureReasons), 'Why the job failed.', 'max_attempts_exceeded').optional(),
    FailureMessage: field(
      z.string(),
      'More detail; present when FailureReason is.',
      'The job had 3 call attempts, as many as it may have.',
    ).optional(),
    Metadata: field(anyObject, 'Metadata given at creation or by an update. Kept when personal data is deleted.', {
      CustomerID: 'c-4711',
    }).optional(),
    Data: field(anyObject, "Data given at creation or by an update. Deleted with the job's personal data.", {
      FirstName: 'Ada',
    }).optional(),
    NextCallMS: instantMs('When the next call is planned, in unix milliseconds; present while one is.').optional(),
    TestJob: field(z.literal(true), 'Present for test jobs only.').optional(),
  })
  .meta({ id: 'JobData', description: 'All of the job’s overrides, and what became of the job.' });

const jobMetricsSchema = z
  .object({
    TotalCallAttempts: count('Calls attempted so far.', 2),
    TotalCallSeconds: count('Seconds of all calls, ringing included.', 97),
    TotalCallConversationalSeconds: count('Seconds from the answer to the end, over all calls.', 58),
  })
  .meta({ id: 'JobMetrics', description: 'What the job has cost so far.' });

const jobEventSchema = z
  .object({
    EventType: field(z.string(), 'What happened.', 'job_state_updated'),
    CreatedMS: instantMs('When it happened, in unix milliseconds.'),
    Properties: field(anyObject, 'More about it; never personal data.', { State: 'calling' }),
  })
  .meta({ id: 'JobEvent', description: 'An analytics event of a job.' });

export const jobSchema = z
  .object({
    OrgID: ids.org,
    CampaignID: ids.campaign,
    ID: ids.job,
    Data: field(jobDataSchema, 'The job itself.'),
    Metrics: field(jobMetricsSchema, 'What it has cost so far.'),
    Events: field(z.array(jobEventSchema), 'Analytics events in order; present with `events=1`.').optional(),
    CampaignVariants: field(
      z.array(z.string()),
      'Ids of the variants that apply. Absent until the first call is made, unless they were set.',
      variants,
    ).optional(),
    CreatedAt: instant('When the job was created.'),
  })
  .meta({ id: 'Job', description: 'A contact to be called within a campaign, and what became of it.' });
export type JobBody = z.output<typeof jobSchema>;

const jobsListItemSchema = z
  .object({
    ID: ids.job,
    PhoneNumber: field(z.string(), 'The number that is called. Empty once it was deleted.', '+14155550123'),
    ContactName: field(z.string(), 'Name of the contact; empty if none was given.', 'Ada Lovelace'),
    State: jobState,
    CreatedAt: instantMs('When the job was created, in unix milliseconds.'),
    UpdatedAt: instantMs('When the job last changed, in unix milliseconds.', 1_795_254_127_118),
  })
  .meta({ id: 'JobsListItem', description: 'A job as lists and searches show it.' });
export type JobsListItemBody = z.output<typeof jobsListItemSchema>;

export const jobsListSchema = z
  .object({ Jobs: field(z.array(jobsListItemSchema), 'Up to 100 jobs.') })
  .meta({ id: 'JobsList', description: 'A page of jobs. For the next one give the last ID as `after`.' });

export const jobCreatedSchema = z
  .object({ JobID: ids.job })
  .meta({ id: 'JobCreated', description: 'The job is stored, and is called as its constraints allow.' });

export const jobAnswerSchema = z
  .object({ JobID: ids.job, State: field(jobState, 'Where the job stood at the answer.', 'scheduled') })
  .meta({ id: 'JobAnswer', description: 'What every command on a job answers.' });
export type JobAnswerBody = z.output<typeof jobAnswerSchema>;
