import { noBodySchema } from '../../../shared/contracts/job.schema';
import {
  listDeliveriesQuerySchema,
  redeliverRangeQuerySchema,
} from '../../../shared/contracts/webhook-delivery.schema';
import { createWebhookSchema, patchWebhookSchema } from '../../../shared/contracts/webhook.schema';
import { route } from '../routing/route';
import { getDelivery, listDeliveries, redeliver, redeliverRange, sendTestEvent } from './deliveries';
import { deleteWebhook, getWebhook, listWebhooks, patchWebhook, registerWebhook, rotateSecret } from './handlers';

const webhook = '/webhooks/:webhookID';

const deliveryRoutes = [
  route({
    method: 'GET',
    path: `${webhook}/deliveries`,
    operation: 'listWebhookDeliveries',
    query: listDeliveriesQuerySchema,
    handle: listDeliveries,
  }),
  route({
    method: 'GET',
    path: `${webhook}/deliveries/:deliveryID`,
    operation: 'getWebhookDelivery',
    handle: getDelivery,
  }),
  route({
    method: 'POST',
    path: `${webhook}/deliveries/:deliveryID/redeliver`,
    operation: 'redeliverWebhookDelivery',
    body: noBodySchema,
    handle: redeliver,
  }),
  route({
    method: 'POST',
    path: `${webhook}/redeliver`,
    operation: 'redeliverWebhookDeliveries',
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
    body: createWebhookSchema,
    handle: registerWebhook,
  }),
  route({ method: 'GET', path: '/webhooks', operation: 'listWebhooks', handle: listWebhooks }),
  route({ method: 'GET', path: webhook, operation: 'getWebhook', handle: getWebhook }),
  route({ method: 'PATCH', path: webhook, operation: 'patchWebhook', body: patchWebhookSchema, handle: patchWebhook }),
  route({
    method: 'DELETE',
    path: webhook,
    operation: 'deleteWebhook',
    // The contract accepts a webhook that does not exist.
    anyId: true,
    handle: deleteWebhook,
  }),
  route({
    method: 'POST',
    path: `${webhook}/rotate-secret`,
    operation: 'rotateWebhookSecret',
    body: noBodySchema,
    handle: rotateSecret,
  }),
  route({
    method: 'POST',
    path: `${webhook}/test`,
    operation: 'sendTestEvent',
    body: noBodySchema,
    handle: sendTestEvent,
  }),
  ...deliveryRoutes,
];
