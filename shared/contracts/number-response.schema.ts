import { z } from 'zod';
import { readableJobStates } from '../domain/job/state';
import { count, field, ids, instant, instantMs } from './field';
import { suppressionSchema } from './suppression.schema';

const numberCampaignSchema = z
  .object({
    CampaignID: ids.campaign,
    JobsByState: field(
      z.partialRecord(z.enum(readableJobStates), z.int()),
      'Number of its jobs with this number in each state; states without jobs are absent.',
      { scheduled: 1, completed: 2 },
    ),
  })
  .meta({ id: 'NumberCampaign', description: 'The jobs of one campaign with the number.' });

const numberJobSchema = z
  .object({
    JobID: ids.job,
    CampaignID: ids.campaign,
    State: field(z.enum(readableJobStates), 'State of the job.', 'scheduled'),
    NextCallMS: instantMs('When it is called next, unix milliseconds; absent while it is called.').optional(),
  })
  .meta({ id: 'NumberJob', description: 'A job with the number that has not ended.' });

const numberLimitSchema = z
  .object({
    Origin: field(z.enum(['policy', 'organization', 'campaign']), 'The level that sets the limit.', 'campaign'),
    CampaignID: field(
      z.string(),
      'The campaign that sets the limit; absent for other levels.',
      'campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
    ).optional(),
    Count: count('At most so many attempts', 3),
    Duration: field(z.string(), 'in any span of this length.', '24h'),
    Attempts: count('Attempts that count toward it now.', 2),
    OpensAt: instant('When the limit allows the next attempt; absent if it allows one now.').optional(),
  })
  .meta({ id: 'NumberLimit', description: 'A limit on attempts to one number, and what counts toward it.' });

export const numberSchema = z
  .object({
    PhoneNumber: field(z.string(), 'The number.', '+14155550199'),
    Type: field(z.string(), 'Type by the numbering plans; `subscriber` is a landline or a mobile.', 'subscriber'),
    Country: field(z.string(), 'ISO 3166-1 alpha-2; absent if it belongs to no single country.', 'US').optional(),
    TimeZones: field(z.array(z.string()), 'The zones that it may be in; empty if unknown.', ['America/Los_Angeles']),
    Allowed: field(
      z.boolean(),
      'True if neither the policy nor a suppression of the organization forbids calls to it. A campaign may still suppress it.',
      true,
    ),
    Message: field(
      z.string(),
      'Why it may not be called; absent if it may.',
      'The number is suppressed in every campaign of the organization (user_refusal).',
    ).optional(),
    Suppressions: field(
      z.array(suppressionSchema),
      'Up to 100 entries that hold: of the organization and of its campaigns.',
    ),
    Jobs: field(z.array(numberJobSchema), 'Up to 100 jobs that have not ended, most recently changed first.'),
    Campaigns: field(z.array(numberCampaignSchema), 'Up to 100 campaigns with jobs of this number.'),
    Limits: field(
      z.array(numberLimitSchema),
      'The limits of the policy, the organization and those campaigns, with the attempts that count.',
    ),
  })
  .meta({ id: 'NumberRecord', description: 'What is known and allowed of a number, over all campaigns.' });
export type NumberBody = z.output<typeof numberSchema>;

export const numberErasedSchema = z
  .object({
    Jobs: count('Jobs whose erasure was requested by this request.', 12),
    More: field(z.boolean(), 'True if there are more: repeat the request.', false),
  })
  .meta({ id: 'NumberErased', description: 'The personal data of these jobs is being erased.' });
export type NumberErasedBody = z.output<typeof numberErasedSchema>;
