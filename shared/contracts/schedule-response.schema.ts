import { z } from 'zod';
import { endedReasons } from '../domain/call/call';
import { outcomeNames } from '../domain/retry/retry-rules';
import { readableJobStates } from '../domain/job/state';
import { gateNames, gateOrigins } from '../domain/schedule/gate';
import { count, field, ids, instant, instantMs } from './field';
import { warningsField } from './warning.schema';

const gateSchema = z
  .object({
    Name: field(z.enum(gateNames), 'The gate, named after its setting.', 'TimeRules'),
    Origin: field(z.enum(gateOrigins), 'Where the gate is configured.', 'campaign'),
    Satisfied: field(z.boolean(), 'Whether this gate alone allows a call now.', false),
    OpensAtMS: field(
      z.int().nullable(),
      'The first instant at which this gate alone is open, in unix milliseconds; `null` if there is none, or if a person decides on it.',
      1_795_417_200_000,
    ),
    Message: field(
      z.string(),
      'A description of the gate.',
      'Open Mo-Fr 09:00-17:00 Europe/Helsinki, next on Mon 23 Nov 09:00.',
    ),
  })
  .meta({ id: 'Gate', description: 'One rule that can hold a call back.' });

const scheduleAttemptSchema = z
  .object({
    CallID: ids.call,
    StartedAt: instant('When the call was dialed.'),
    EndedReason: field(
      z.enum(endedReasons),
      'How the call ended; absent until then.',
      'contact_did_not_answer',
    ).optional(),
  })
  .meta({ id: 'ScheduleAttempt', description: 'A call that was made.' });

const forecastCallSchema = z
  .object({
    CallMS: instantMs('When the call would be made, in unix milliseconds.', 1_795_417_204_310),
    Gate: field(
      z.enum(gateNames).nullable(),
      'The gate that holds the call until then; `null` if none does.',
      'TimeRules',
    ),
  })
  .meta({ id: 'ForecastCall', description: 'A future call, provided that each earlier call ends as assumed.' });

const queueSchema = z
  .object({
    Before: count('Jobs of the organization that wait before it; 10,000 also stands for more.', 214),
    AboutMS: field(
      z.int().nullable(),
      'About when its turn is, in unix milliseconds, by the pace of the last calls; `null` while that is unknown, and on the line that all organizations share.',
      1_795_417_204_310,
    ),
  })
  .meta({ id: 'QueuePosition', description: 'The place of a job among those that wait for the same limit.' });

export const scheduleExplanationSchema = z
  .object({
    JobID: field(z.string().nullable(), 'Id of the job; `null` in a preview.', 'job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e'),
    State: field(z.enum(readableJobStates), 'State of the job.', 'scheduled'),
    NextCallMS: field(
      z.int().nullable(),
      'When the next call is made, in unix milliseconds; `null` if none is planned, if a person holds it back, or if the job waits in a queue (see Queue).',
      1_795_417_204_310,
    ),
    HeldBy: field(
      z.enum(gateNames).nullable(),
      'The gate that holds the call until then; `null` if none does.',
      'TimeRules',
    ),
    Message: field(z.string(), 'The reason, in one sentence.', 'Open Mo-Fr 09:00-17:00 Europe/Helsinki.'),
    Gates: field(z.array(gateSchema), 'Every gate that was evaluated.'),
    Queue: field(
      queueSchema.nullable(),
      'The place in the queue of a job that waits because of a limit on calls at once or a minute; `null` for others.',
    ),
    Attempts: field(z.array(scheduleAttemptSchema), 'The calls made so far.'),
    Assume: field(z.enum(outcomeNames), 'The assumed outcome of each future call.', 'contact_did_not_answer'),
    Forecast: field(z.array(forecastCallSchema), 'The future calls under that assumption.'),
    ForecastEndsBecause: field(
      z.string().nullable(),
      'Why the forecast ends early; `null` if it has the requested number of calls.',
      'At most 3 calls ever, 3 made.',
    ),
    Warnings: warningsField,
  })
  .meta({
    id: 'ScheduleExplanation',
    description: 'When and why the next call is made, with a forecast of the calls after it.',
  });
export type ScheduleExplanationBody = z.output<typeof scheduleExplanationSchema>;
