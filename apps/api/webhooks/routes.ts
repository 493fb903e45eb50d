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
    access: 'webhooks:manage',
    query: listDeliveriesQuerySchema,
    handle: listDeliveries,
  }),
  route({
    method: 'GET',
    path: `${webhook}/deliveries/:deliveryID`,
    operation: 'getWebhookDelivery',
    access: 'webhooks:manage',
    handle: getDelivery,
  }),
  route({
    method: 'POST',
    path: `${webhook}/deliveries/:deliveryID/redeliver`,
    operation: 'redeliverWebhookDelivery',
    access: 'webhooks:manage',
    body: noBodySchema,
    handle: redeliver,
  }),
  route({
    method: 'POST',
    path: `${webhook}/redeliver`,
    operation: 'redeliverWebhookDeliveries',
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
    access: 'webhooks:manage',
    body: createWebhookSchema,
    handle: registerWebhook,
  }),
  route({
    method: 'GET',
    path: '/webhooks',
    operation: 'listWebhooks',
    access: 'webhooks:manage',
    handle: listWebhooks,
  }),
  route({ method: 'GET', path: webhook, operation: 'getWebhook', access: 'webhooks:manage', handle: getWebhook }),
  route({
    method: 'PATCH',
    path: webhook,
    operation: 'patchWebhook',
    access: 'webhooks:manage',
    body: patchWebhookSchema,
    handle: patchWebhook,
  }),
  route({
    method: 'DELETE',
    path: webhook,
    operation: 'deleteWebhook',
    access: 'webhooks:manage',
    // The contract accepts a webhook that does not exist.
    anyId: true,
    handle: deleteWebhook,
  }),
  route({
    method: 'POST',
    path: `${webhook}/rotate-secret`,
    operation: 'rotateWebhookSecret',
    access: 'webhooks:manage',
    body: noBodySchema,
    handle: rotateSecret,
  }),
  route({
    method: 'POST',
    path: `${webhook}/test`,
    operation: 'sendTestEvent',
    access: 'webhooks:manage',
    body: noBodySchema,
    handle: sendTestEvent,
  }),
  ...deliveryRoutes,
];
