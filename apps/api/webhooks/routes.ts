import { noBodySchema } from '../../../shared/contracts/job.schema';
import {
  listDeliveriesQuerySchema,
  redeliverRangeQuerySchema,
} from '../../../shared/contracts/webhook-delivery.schema';
import {
  redeliveriesSchema,
  redeliverySchema,
  secretRotatedSchema,
  testEventSentSchema,
  webhookAnswerSchema,
  webhookDeliveriesSchema,
  webhookDeliverySchema,
  webhookListSchema,
  webhookRegisteredSchema,
  webhookSchema,
} from '../../../shared/contracts/webhook-response.schema';
import { createWebhookSchema, patchWebhookSchema } from '../../../shared/contracts/webhook.schema';
import { route } from '../http/route';
import { deleteWebhook } from './delete-webhook';
import { getDelivery } from './get-delivery';
import { getWebhook } from './get-webhook';
import { listAllDeliveries, listDeliveries } from './list-deliveries';
import { listWebhooks } from './list-webhooks';
import { patchWebhook } from './patch-webhook';
import { redeliver } from './redeliver';
import { redeliverRange } from './redeliver-range';
import { registerWebhook } from './register-webhook';
import { rotateSecret } from './rotate-secret';
import { sendTestEvent } from './send-test-event';

const webhook = '/webhooks/:webhookID';

const deliveryRoutes = [
  route({
    method: 'GET',
    path: `${webhook}/deliveries`,
    operation: 'listWebhookDeliveries',
    doc: {
      tag: 'Webhooks',
      summary: 'List deliveries',
      description:
        'Returns up to 100 deliveries to the webhook with their attempts, newest first; fewer if the attempts are large. For the next page, follow `Link` or pass the last ID as `after`.',
      responses: {
        200: { description: 'A page of deliveries.', schema: webhookDeliveriesSchema, headers: ['Link'] },
      },
    },
    access: 'webhooks:manage',
    query: listDeliveriesQuerySchema,
    handle: listDeliveries,
  }),
  route({
    method: 'GET',
    path: '/deliveries',
    operation: 'listDeliveries',
    doc: {
      tag: 'Webhooks',
      summary: 'List deliveries of all webhooks',
      description:
        'Returns up to 100 deliveries over all webhooks, also deleted ones, newest first; fewer if the attempts are large. `state=exhausted` lists those that were given up. For the next page, follow `Link` or pass the last ID as `after`.',
      responses: {
        200: { description: 'A page of deliveries.', schema: webhookDeliveriesSchema, headers: ['Link'] },
      },
    },
    access: 'webhooks:manage',
    query: listDeliveriesQuerySchema,
    handle: listAllDeliveries,
  }),
  route({
    method: 'GET',
    path: `${webhook}/deliveries/:deliveryID`,
    operation: 'getWebhookDelivery',
    doc: {
      tag: 'Webhooks',
      summary: 'Get a delivery',
      description: 'Returns what was sent, when, and the responses. Also works for a deleted webhook.',
      responses: { 200: { description: 'The delivery.', schema: webhookDeliverySchema } },
    },
    access: 'webhooks:manage',
    handle: getDelivery,
  }),
  route({
    method: 'POST',
    path: `${webhook}/deliveries/:deliveryID/redeliver`,
    operation: 'redeliverWebhookDelivery',
    doc: {
      tag: 'Webhooks',
      summary: 'Redeliver',
      description:
        'Delivers again under the same message ID. A delivery that waits for its next attempt is attempted now.',
      responses: { 202: { description: 'The delivery is scheduled again.', schema: redeliverySchema } },
      problems: ['webhook_not_found', 'webhook_disabled', 'too_many_redeliveries'],
    },
    access: 'webhooks:manage',
    body: noBodySchema,
    handle: redeliver,
  }),
  route({
    method: 'POST',
    path: `${webhook}/redeliver`,
    operation: 'redeliverWebhookDeliveries',
    doc: {
      tag: 'Webhooks',
      summary: 'Redeliver a time range',
      description:
        'Redelivers up to 1000 deliveries that ended in a time range, oldest first, within the hourly limit of the organization.',
      responses: { 202: { description: 'What is redelivered.', schema: redeliveriesSchema } },
      problems: ['webhook_disabled', 'too_many_redeliveries'],
    },
    access: 'webhooks:manage',
    body: noBodySchema,
    query: redeliverRangeQuerySchema,
    handle: redeliverRange,
  }),
];

export const webhookRoutes = [
  route({
    method: 'POST',
    path: '/webhooks',
    operation: 'registerWebhook',
    doc: {
      tag: 'Webhooks',
      summary: 'Register a webhook',
      description:
        'Registers a receiver of events; an organization can have at most 50 webhooks. Only this response contains the secret that signs its requests.',
      responses: {
        201: { description: 'The webhook is registered.', schema: webhookRegisteredSchema, headers: ['Location'] },
      },
      problems: ['too_many_webhooks'],
    },
    access: 'webhooks:manage',
    body: createWebhookSchema,
    handle: registerWebhook,
  }),
  route({
    method: 'GET',
    path: '/webhooks',
    operation: 'listWebhooks',
    doc: {
      tag: 'Webhooks',
      summary: 'List webhooks',
      description: 'Returns all webhooks of the organization.',
      responses: { 200: { description: 'The webhooks.', schema: webhookListSchema } },
    },
    access: 'webhooks:manage',
    handle: listWebhooks,
  }),
  route({
    method: 'GET',
    path: webhook,
    operation: 'getWebhook',
    doc: {
      tag: 'Webhooks',
      summary: 'Get a webhook',
      description: 'Returns the webhook without its secret; header values are masked.',
      responses: { 200: { description: 'The webhook.', schema: webhookSchema } },
    },
    access: 'webhooks:manage',
    handle: getWebhook,
  }),
  route({
    method: 'PATCH',
    path: webhook,
    operation: 'patchWebhook',
    doc: {
      tag: 'Webhooks',
      summary: 'Change a webhook',
      description:
        'Given fields are replaced, `null` removes a field, omitted fields stay unchanged. A `DestinationURL` of another origin removes the `Headers` unless the request sets them; the signing secret stays. Disabling a webhook discards its open deliveries.',
      responses: { 200: { description: 'The updated webhook.', schema: webhookSchema } },
      problems: ['webhook_changed'],
    },
    access: 'webhooks:manage',
    body: patchWebhookSchema,
    handle: patchWebhook,
  }),
  route({
    method: 'DELETE',
    path: webhook,
    operation: 'deleteWebhook',
    doc: {
      tag: 'Webhooks',
      summary: 'Delete a webhook',
      description: 'Discards its open deliveries. Deleting a missing webhook succeeds.',
      responses: {
        200: { description: 'The webhook did not exist.', schema: webhookAnswerSchema },
        202: { description: 'The webhook is deleted.', schema: webhookAnswerSchema },
      },
    },
    access: 'webhooks:manage',
    // The contract accepts a webhook that does not exist.
    lenientIds: true,
    handle: deleteWebhook,
  }),
  route({
    method: 'POST',
    path: `${webhook}/rotate-secret`,
    operation: 'rotateWebhookSecret',
    doc: {
      tag: 'Webhooks',
      summary: 'Rotate the secret of a webhook',
      description: 'Creates a new secret. For 24 hours, requests are signed with the previous secret too.',
      responses: { 200: { description: 'The new secret.', schema: secretRotatedSchema } },
      problems: ['webhook_changed'],
    },
    access: 'webhooks:manage',
    body: noBodySchema,
    handle: rotateSecret,
  }),
  route({
    method: 'POST',
    path: `${webhook}/test`,
    operation: 'sendTestEvent',
    doc: {
      tag: 'Webhooks',
      summary: 'Send a test event',
      description: 'Sends an event about a job that does not exist to this webhook only.',
      responses: { 202: { description: 'The event is being delivered.', schema: testEventSentSchema } },
      problems: ['webhook_disabled', 'too_many_redeliveries'],
    },
    access: 'webhooks:manage',
    body: noBodySchema,
    handle: sendTestEvent,
  }),
  ...deliveryRoutes,
];
