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
import { noBodySchema } from '../../../shared/contracts/job.schema';
import {
  listDeliveriesQuerySchema,
  redeliverRangeQuerySchema,
} from '../../../shared/contracts/webhook-delivery.schema';
import { createWebhookSchema, patchWebhookSchema } from '../../../shared/contracts/webhook.schema';
import { route } from '../http/route';
import { getDelivery, listDeliveries, redeliver, redeliverRange, sendTestEvent } from './deliveries';
import { deleteWebhook, getWebhook, listWebhooks, patchWebhook, registerWebhook, rotateSecret } from './handlers';

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
        'Deliveries to the webhook with their attempts, the newest first. For the next page give the last ID as `after`.',
      responses: { 200: { description: 'A page of deliveries.', schema: webhookDeliveriesSchema } },
    },
    access: 'webhooks:manage',
    query: listDeliveriesQuerySchema,
    handle: listDeliveries,
  }),
  route({
    method: 'GET',
    path: `${webhook}/deliveries/:deliveryID`,
    operation: 'getWebhookDelivery',
    doc: {
      tag: 'Webhooks',
      summary: 'Get a delivery',
      description: 'What was sent, when, and what came back; also of a webhook that was deleted.',
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
        'Delivers once more, under the same message id. A delivery that waits for its next attempt is tried now.',
      responses: { 202: { description: 'The delivery is made once more.', schema: redeliverySchema } },
      problems: ['webhook_not_found', 'webhook_disabled'],
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
      summary: 'Redeliver a span of time',
      description: 'Delivers once more what ended in a span of time, the oldest first, up to 1000 deliveries.',
      responses: { 202: { description: 'What is delivered once more.', schema: redeliveriesSchema } },
      problems: ['webhook_disabled'],
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
      description: 'Registers a receiver of events. The answer holds the secret that signs its requests, this once.',
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
      description: 'All webhooks of the organization.',
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
      description: 'The webhook; its secret is never shown, the values of its headers are masked.',
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
        'Fields given replace, `null` removes, fields left out stay. A webhook that is disabled discards its open deliveries.',
      responses: { 200: { description: 'The webhook after the change.', schema: webhookSchema } },
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
      description: 'Ends its open deliveries. A webhook that does not exist is no error.',
      responses: {
        200: { description: 'There was no such webhook.', schema: webhookAnswerSchema },
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
      description: 'Makes a new secret. For 24 hours requests are signed with the one before too.',
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
      description: 'Sends an event of a job that does not exist to this webhook alone.',
      responses: { 202: { description: 'The event is on its way.', schema: testEventSentSchema } },
      problems: ['webhook_disabled'],
    },
    access: 'webhooks:manage',
    body: noBodySchema,
    handle: sendTestEvent,
  }),
  ...deliveryRoutes,
];
