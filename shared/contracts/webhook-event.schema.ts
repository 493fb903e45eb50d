import { z } from 'zod';
import { jobStates } from '../domain/job/state';
import { webhookEvents, type OtherPayload, type WebhookPayload } from '../domain/webhook/event';
import { eventFields } from './event.schema';
import { field, ids, instantMs } from './field';

export const jobStateSchema = field(z.enum(jobStates), 'The new state of the job.', 'completed');

/** The body of every request to a receiver. */
export const webhookEventSchema = z
  .object({
    WebhookID: ids.webhook,
    EventTimeMS: instantMs(
      'When it happened, in unix milliseconds. Strictly increasing for each job: order events by it.',
    ),
    OrgID: ids.org,
    CampaignID: ids.campaign,
    JobID: ids.job,
    Event: field(z.literal('job_state_updated'), 'What happened.', 'job_state_updated'),
    Data: field(z.object({ State: jobStateSchema }), 'Depends on the event.', { State: 'completed' }),
    TestJob: field(z.boolean(), 'Whether the job is a test job.', false),
  })
  .meta({
    id: 'JobStateUpdatedEvent',
    description: 'A job changed its state.',
  }) satisfies z.ZodType<WebhookPayload>;

const otherKinds = webhookEvents.filter((kind) => kind !== 'job_state_updated');

/** The body of the requests about events of other kinds, which a webhook gets that asks for them. */
export const otherEventSchema = z
  .object({
    WebhookID: ids.webhook,
    ...eventFields,
    EventTimeMS: instantMs('When it happened, in unix milliseconds.'),
    Event: field(z.enum(otherKinds), 'What happened.', 'call_ended'),
  })
  .meta({
    id: 'OtherEvent',
    description: 'An event of another kind. Those of imports and of campaigns have no `JobID`.',
  }) satisfies z.ZodType<OtherPayload>;

const messageId = 'evt_job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_3';

/** Headers of every request to a receiver, by Standard Webhooks. */
export const webhookHeadersSchema = z.object({
  'webhook-id': field(
    z.string(),
    'Identifies the event: the same on every retry and redelivery. Process each id once.',
    messageId,
  ),
  'webhook-timestamp': field(z.string(), 'When this attempt was signed, in unix seconds.', '1795254061'),
  'webhook-signature': field(
    z.string(),
    'HMAC-SHA256 of `id.timestamp.body` with the secret, as `v1,<base64>`; several, separated by spaces, after a rotation.',
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  ),
});
