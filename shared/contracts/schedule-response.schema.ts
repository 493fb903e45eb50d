import { z } from 'zod';
import { endedReasons } from '../domain/call/call';
import { outcomeNames } from '../domain/retry/retry-rules';
import { readableJobStates } from '../domain/job/state';
import { gateNames, gateOrigins } from '../domain/schedule/gate';
import { field, ids, instant, instantMs } from './field';

const gateSchema = z
  .object({
    Name: field(z.enum(gateNames), 'The rule, by the name of its setting.', 'TimeRules'),
    Origin: field(z.enum(gateOrigins), 'Who set the rule.', 'campaign'),
    Satisfied: field(z.boolean(), 'Whether this gate alone lets a call through now.', false),
    OpensAtMS: field(
      z.int().nullable(),
      'The first instant at which this gate alone is open, in unix milliseconds; `null`: there is none.',
      1_795_417_200_000,
    ),
    Message: field(
      z.string(),
      'The gate in words.',
      'Open Mo-Fr 09:00-17:00 Europe/Helsinki, next on Mon 23 Nov 09:00.',
    ),
  })
  .meta({ id: 'Gate', description: 'One rule that can hold a call back.' });

const scheduleAttemptSchema = z
  .object({
    CallID: ids.call,
    StartedAt: instant('When the call was dialed.'),
    EndedReason: field(z.enum(endedReasons), 'How it ended, once it has.', 'contact_did_not_answer').optional(),
  })
  .meta({ id: 'ScheduleAttempt', description: 'A call that was made.' });

const forecastCallSchema = z
  .object({
    CallMS: instantMs('When the call would be made, in unix milliseconds.', 1_795_417_204_310),
    Gate: field(z.enum(gateNames).nullable(), 'The gate that holds it until then; `null`: none does.', 'TimeRules'),
  })
  .meta({ id: 'ForecastCall', description: 'A call to come, if each before it ends as assumed.' });

export const scheduleExplanationSchema = z
  .object({
    JobID: field(z.string().nullable(), 'Id of the job; `null` in a preview.', 'job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e'),
    State: field(z.enum(readableJobStates), 'Where the job stands.', 'scheduled'),
    NextCallMS: field(
      z.int().nullable(),
      'When the next call is made, in unix milliseconds; `null`: none is planned.',
      1_795_417_204_310,
    ),
    HeldBy: field(
      z.enum(gateNames).nullable(),
      'The gate that holds the call until then; `null`: none does.',
      'TimeRules',
    ),
    Message: field(z.string(), 'Why it is so, in one sentence.', 'Open Mo-Fr 09:00-17:00 Europe/Helsinki.'),
    Gates: field(z.array(gateSchema), 'Every rule that was looked at.'),
    Attempts: field(z.array(scheduleAttemptSchema), 'The calls made so far.'),
    Assume: field(z.enum(outcomeNames), 'How each call to come is assumed to end.', 'contact_did_not_answer'),
    Forecast: field(z.array(forecastCallSchema), 'The calls to come under that assumption.'),
    ForecastEndsBecause: field(
      z.string().nullable(),
      'Why there are no more of them; `null` when all that were asked for are there.',
      'The job had 3 call attempts, as many as it may have.',
    ),
  })
  .meta({ id: 'ScheduleExplanation', description: 'When the next call is made, why then, and what comes after.' });
export type ScheduleExplanationBody = z.output<typeof scheduleExplanationSchema>;
