import { z } from 'zod';
import { attemptErrorClasses, deliveryStates } from '../domain/webhook/attempt';
import { disabledReasons } from '../domain/webhook/webhook';
import { eventFields } from './event.schema';
import { count, field, ids, instant, instantMs } from './field';
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
      'Static headers of every request; their values are masked except for the last four characters.',
      { Authorization: '***9f8e' },
    ).optional(),
    Enabled,
    DisabledReason: field(z.enum(disabledReasons), 'Why the service disabled the webhook.', 'receiver_gone').optional(),
    DisableOnGone: DisableOnGone.optional(),
    DisableAfterFailures: DisableAfterFailures.optional(),
    FailingSince: instant('The first failure since the last success; absent while deliveries succeed.').optional(),
  })
  .meta({ id: 'WebhookData', description: 'The settings of a webhook.' });

export const webhookSchema = z
  .object({
    OrgID: ids.org,
    ID: ids.webhook,
    Data: field(webhookDataSchema, 'Its settings.'),
    CreatedAt: instant('When it was registered.'),
  })
  .meta({
    id: 'Webhook',
    description: "A registered receiver of the organization's events. Its secret is never shown again.",
  });
export type WebhookBody = z.output<typeof webhookSchema>;

export const webhookListSchema = z
  .object({ Webhooks: field(z.array(webhookSchema), 'All webhooks of the organization.') })
  .meta({ id: 'WebhookList', description: 'The webhooks of the organization.' });

const secret = field(
  z.string(),
  'The secret that signs its requests. It is shown only once: store it safely.',
  'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDVfhLxb2oP3E=',
);

export const webhookRegisteredSchema = z
  .object({ WebhookID: ids.webhook, Secret: secret })
  .meta({ id: 'WebhookRegistered', description: 'The webhook was registered.' });

export const webhookAnswerSchema = z
  .object({ WebhookID: ids.webhook })
  .meta({ id: 'WebhookAnswer', description: 'The webhook that the request applied to.' });

export const secretRotatedSchema = z
  .object({
    WebhookID: ids.webhook,
    Secret: secret,
    PreviousSecretExpiresAt: instant('Until when requests are also signed with the previous secret.'),
  })
  .meta({ id: 'SecretRotated', description: 'A new secret, effective immediately.' });

const deliveryAttemptSchema = z
  .object({
    Number: count('Number of the attempt, from 1; it continues through redeliveries.', 1),
    AtMS: instantMs('When the request was sent, in unix milliseconds.'),
    DurationMS: count('How long it took, in milliseconds.', 87),
    Status: field(z.int(), "The receiver's HTTP status; absent if there was no response.", 503).optional(),
    ErrorClass: field(z.enum(attemptErrorClasses), 'The kind of failure; absent on success.', 'http_5xx').optional(),
    Error: field(
      z.string(),
      'A description of the failure; absent on success.',
      'The receiver answered 503.',
    ).optional(),
    ResponseBody: field(
      z.string(),
      "The first 2 kB of the receiver's response; absent for receivers in a private network.",
      'Service Unavailable',
    ).optional(),
  })
  .meta({ id: 'WebhookDeliveryAttempt', description: 'One request to the receiver.' });

const deliveryState = field(z.enum(deliveryStates), 'State of the delivery.', 'delivered');

export const webhookDeliverySchema = z
  .object({
    ID: ids.delivery,
    WebhookID: ids.webhook,
    JobID: eventFields.JobID,
    CampaignID: ids.campaign,
    Event: eventFields.Event,
    Data: eventFields.Data,
    EventTimeMS: instantMs('When it happened, in unix milliseconds; for ordering.'),
    TestJob: eventFields.TestJob,
    MessageID: field(
      z.string(),
      'The `webhook-id` header of its requests, the same on every attempt.',
      'evt_job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e_3',
    ),
    State: deliveryState,
    Attempts: field(z.array(deliveryAttemptSchema), 'The requests made, at most 100.'),
    NextAttemptMS: instantMs('When the next attempt is made, in unix milliseconds; absent if none is.').optional(),
    CreatedAt: instant('When the delivery was created.'),
  })
  .meta({ id: 'WebhookDelivery', description: 'One event for one webhook.' });
export type WebhookDeliveryBody = z.output<typeof webhookDeliverySchema>;

export const webhookDeliveriesSchema = z
  .object({ Deliveries: field(z.array(webhookDeliverySchema), 'Deliveries, newest first.') })
  .meta({
    id: 'WebhookDeliveries',
    description: 'A page of deliveries. Pass the last ID as `after` to get the next page.',
  });

export const redeliverySchema = z
  .object({ DeliveryID: ids.delivery, WebhookID: ids.webhook, State: deliveryState })
  .meta({ id: 'Redelivery', description: 'The event is delivered again.' });

export const redeliveriesSchema = z
  .object({
    WebhookID: ids.webhook,
    Redelivered: count('Number of deliveries that are repeated.', 42),
    More: field(z.boolean(), 'Whether the time range holds more deliveries than one request repeats.', false),
    NextSince: instant('The `since` of the next request; present if there are more.').optional(),
  })
  .meta({ id: 'Redeliveries', description: 'The result of a redelivery request.' });

export const testEventSentSchema = z
  .object({ WebhookID: ids.webhook, DeliveryID: ids.delivery })
  .meta({ id: 'TestEventSent', description: 'A test event was sent; its delivery shows the result.' });
