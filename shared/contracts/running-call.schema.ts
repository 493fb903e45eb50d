import { z } from 'zod';
import { openCallStates } from '../domain/call/call-record';
import { answeredByField } from './call-line.schema';
import { count, field, ids, instant, typedParameter } from './field';
import { pageLimit, pageSizeBounds } from './parameters';
import { identifier } from './primitives';

const state = z.enum(['creating', 'active'], `Expected one of ${openCallStates.join(', ')}.`);

export const listCallsQuerySchema = z.strictObject({
  state: field(state, 'Only calls in this state: `active` are those that were answered.', 'active').optional(),
  after: field(
    identifier,
    'Id of a job: the list starts after its call. Pass `NextAfter` of the previous page.',
    'job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
  ).optional(),
  limit: typedParameter(pageLimit, pageSizeBounds, 'Calls on the page, from 1 to 100.', 100).optional(),
});
export type ListCallsQuery = z.infer<typeof listCallsQuerySchema>;

const runningCallSchema = z
  .object({
    ID: ids.call,
    CampaignID: ids.campaign,
    JobID: ids.job,
    PhoneNumber: field(z.string(), 'The number that is called.', '+14155550123'),
    ContactName: field(z.string(), 'Name of the contact; empty if none was given.', 'Ada Lovelace'),
    Attempt: count('Which call of the job it is, from 1.', 1),
    State: field(state, '`creating` until the contact answers, then `active`.', 'active'),
    CreatedAt: instant('When the attempt began.'),
    RingingAt: instant('When the phone began to ring.').optional(),
    ConnectedAt: instant('When the contact answered.').optional(),
    AnsweredBy: answeredByField,
    StopRequestedAt: instant('When its stop was requested.').optional(),
    TestJob: field(z.literal(true), 'Present for test jobs only.').optional(),
  })
  .meta({ id: 'RunningCall', description: 'A call whose end is not recorded yet.' });
export type RunningCallBody = z.output<typeof runningCallSchema>;

export const runningCallsSchema = z
  .object({
    Calls: field(z.array(runningCallSchema), 'Running calls, in the order of their jobs.'),
    NextAfter: field(
      z.string(),
      'The next page starts after this job; absent on the last page. A page may be empty before the last.',
      'job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
    ).optional(),
  })
  .meta({ id: 'RunningCalls', description: 'A page of running calls.' });
