import { z } from 'zod';
import { webhookEvents } from '../domain/webhook/event';
import { anyObject, field, ids, instantMs } from './field';
import { stringMatching } from './primitives';

/** One value, or several by repeating the parameter. */
const several = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(item).min(1).max(100));
const id = (noun: string) => stringMatching(/^[A-Za-z0-9_-]{1,128}$/, `Expected ${noun} id.`);
const kindMessage = `Expected one of ${webhookEvents.join(', ')}; repeat the parameter for several kinds.`;

export const streamEventsQuerySchema = z.strictObject({
  campaign: field(several(id('a campaign')), 'Events of this campaign; repeat the parameter for several campaigns.', [
    'campaign_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
  ]).optional(),
  job: field(several(id('a job')), 'Events of this job; repeat the parameter for several jobs.', [
    'job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e',
  ]).optional(),
  kind: field(
    several(z.enum(webhookEvents, kindMessage)),
    'Events of this kind; repeat the parameter for several kinds.',
    ['job_state_updated'],
  ).optional(),
});
export type StreamEventsQuery = z.output<typeof streamEventsQuerySchema>;

export const eventKindSchema = field(z.enum(webhookEvents), 'What happened.', 'job_state_updated');

/** What all events have. */
export const eventFields = {
  EventTimeMS: instantMs(
    'When it happened, in unix milliseconds. Strictly increasing for the `job_state_updated` events of a job.',
  ),
  OrgID: ids.org,
  CampaignID: ids.campaign,
  JobID: ids.job.optional(),
  Event: eventKindSchema,
  Data: field(anyObject, 'Depends on the kind; never personal data.', { State: 'completed' }),
  TestJob: field(z.boolean(), 'Whether the job is a test job.', false),
};

export const eventSchema = z
  .object({
    ID: field(
      z.string(),
      'Identifies the event: drop what came before. Webhooks have it in the header `webhook-id`.',
      'evt_job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_3',
    ),
    ...eventFields,
  })
  .meta({ id: 'Event', description: 'Something that happened. Events of imports and of campaigns have no `JobID`.' });
export type EventBody = z.output<typeof eventSchema>;

export const eventStreamSchema = z.string().meta({
  id: 'EventStream',
  description: 'Server-Sent Events. `data` is an `Event` as JSON.',
  example:
    'id: 1795254061325-evt_job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_3\nevent: job_state_updated\ndata: {"ID":"evt_job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_3","Event":"job_state_updated","Data":{"State":"calling"}}\n\n',
});
