import { z } from 'zod';
import { attemptErrorClasses, deliveryStates } from '../domain/webhook/attempt';
import { webhookEvents } from '../domain/webhook/event';
import { disabledReasons } from '../domain/webhook/webhook';
import { count, field, ids, instant, instantMs } from './field';
import { jobStateSchema } from './webhook-event.schema';
import { webhookFields } from './webhook.schema';

const { CampaignIDs, Description, DestinationURL, DisableAfterFailures, DisableOnGone, Enabled, Events } =
  webhookFields;

const webhookDataSchema = z
  .object({
    DestinationURL,
    Description: Description.optional(),
    Events: Events.optional(),
    CampaignIDs: CampaignIDs.optional(),
    Headers: field(
      z.record(z.string(), z.string()),
      'Static headers of every request; their values are masked but for the last four characters.',
      { Authorization: '***9f8e' },
    ).optional(),
    Enabled,
    DisabledReason: field(z.enum(disabledReasons), 'Why the service switched it off.', 'receiver_gone').optional(),
    DisableOnGone: DisableOnGone.optional(),
    DisableAfterFailures: DisableAfterFailures.optional(),
    FailingSince: instant('The first failure since the last success; absent while all is well.').optional(),
  })
  .meta({ id: 'WebhookData', description: 'The settings of a webhook.' });

export const webhookSchema = z
  .object({
    OrgID: ids.org,
    ID: ids.webhook,
    Data: field(webhookDataSchema, 'Its settings.'),
    CreatedAt: instant('When it was registered.'),
  })
  .meta({ id: 'Webhook', description: "A receiver of the organization's events. Its secret is never shown again." });
export type WebhookBody = z.output<typeof webhookSchema>;

export const webhookListSchema = z
  .object({ Webhooks: field(z.array(webhookSchema), 'All webhooks of the organization.') })
  .meta({ id: 'WebhookList', description: 'The webhooks of the organization.' });

const secret = field(
  z.string(),
  'The secret that signs its requests. Shown this once: keep it.',
  'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDVfhLxb2oP3E=',
);

export const webhookRegisteredSchema = z
  .object({ WebhookID: ids.webhook, Secret: secret })
  .meta({ id: 'WebhookRegistered', description: 'The webhook is registered.' });

export const webhookAnswerSchema = z
  .object({ WebhookID: ids.webhook })
  .meta({ id: 'WebhookAnswer', description: 'The webhook that the request was about.' });

export const secretRotatedSchema = z
  .object({
    WebhookID: ids.webhook,
    Secret: secret,
    PreviousSecretExpiresAt: instant('Until when requests are signed with the secret before too.'),
  })
  .meta({ id: 'SecretRotated', description: 'A new secret, which signs from now on.' });

const deliveryAttemptSchema = z
  .object({
    Number: count('From 1, going on through redeliveries.', 1),
    AtMS: instantMs('When the request was sent, in unix milliseconds.'),
    DurationMS: count('How long it took, in milliseconds.', 87),
    Status: field(z.int(), "The receiver's HTTP status; absent when there was no answer.", 503).optional(),
    ErrorClass: field(
      z.enum(attemptErrorClasses),
      'What kind of failure it was; absent on success.',
      'http_5xx',
    ).optional(),
    Error: field(z.string(), 'The failure in words; absent on success.', 'The receiver answered 503.').optional(),
    ResponseBody: field(z.string(), "The first 2 kB of the receiver's answer.", 'Service Unavailable').optional(),
  })
  .meta({ id: 'WebhookDeliveryAttempt', description: 'One request to the receiver.' });

const deliveryState = field(z.enum(deliveryStates), 'Where the delivery stands.', 'delivered');

export const webhookDeliverySchema = z
  .object({
    ID: ids.delivery,
    WebhookID: ids.webhook,
    JobID: ids.job,
    CampaignID: ids.campaign,
    Event: field(z.enum(webhookEvents), 'What happened.', 'job_state_updated'),
    Data: field(z.object({ State: jobStateSchema }), "The event's data.", { State: 'completed' }),
    EventTimeMS: instantMs('When it happened, in unix milliseconds; for ordering.'),
    TestJob: field(z.boolean(), 'Whether the job is a test job.', false),
    MessageID: field(
      z.string(),
      'The `webhook-id` header of its requests, the same on every attempt.',
      'evt_job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_3',
    ),
    State: deliveryState,
    Attempts: field(z.array(deliveryAttemptSchema), 'The requests that were made, a hundred at most.'),
    NextAttemptMS: instantMs(
      'When the next one is made, in unix milliseconds; present while one is to come.',
    ).optional(),
    CreatedAt: instant('When the delivery began.'),
  })
  .meta({ id: 'WebhookDelivery', description: 'One event for one receiver.' });
export type WebhookDeliveryBody = z.output<typeof webhookDeliverySchema>;

export const webhookDeliveriesSchema = z
  .object({ Deliveries: field(z.array(webhookDeliverySchema), 'Deliveries, the newest first.') })
  .meta({
    id: 'WebhookDeliveries',
    description: 'A page of deliveries. For the next one give the last ID as `after`.',
  });

export const redeliverySchema = z
  .object({ DeliveryID: ids.delivery, WebhookID: ids.webhook, State: deliveryState })
  .meta({ id: 'Redelivery', description: 'The delivery is made once more.' });

export const redeliveriesSchema = z
  .object({
    WebhookID: ids.webhook,
    Redelivered: count('Deliveries that are made once more.', 42),
    More: field(z.boolean(), 'Whether there are more in that span of time than one request takes.', false),
    NextSince: instant('Where to go on; present when there are more.').optional(),
  })
  .meta({ id: 'Redeliveries', description: 'What is delivered once more.' });

export const testEventSentSchema = z
  .object({ WebhookID: ids.webhook, DeliveryID: ids.delivery })
  .meta({ id: 'TestEventSent', description: 'A test event is on its way; its delivery tells what became of it.' });
