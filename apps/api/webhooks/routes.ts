import { newId } from '../../../shared/adapters/ids';
import type { Webhook } from '../../../shared/adapters/mongo/webhooks.repository';
import { createWebhookSchema } from '../../../shared/contracts/webhook.schema';
import { route } from '../routing/route';

const webhookRecord = (webhook: Webhook) => ({
  OrgID: webhook.OrgID,
  ID: webhook.ID,
  Data: { DestinationURL: webhook.DestinationURL },
  CreatedAt: new Date(webhook.CreatedMS).toISOString(),
});

export const webhookRoutes = [
  route({
    method: 'POST',
    path: '/webhooks',
    operation: 'registerWebhook',
    body: createWebhookSchema,
    handle: async ({ body, orgId }, { store, nowMs }) => {
      const webhook: Webhook = { ID: newId('webhook'), OrgID: orgId, CreatedMS: nowMs(), ...body };
      await store.webhooks.insert(webhook);
      return { status: 201, body: { WebhookID: webhook.ID } };
    },
  }),
  route({
    method: 'GET',
    path: '/webhooks',
    operation: 'listWebhooks',
    handle: async ({ orgId }, { store }) => ({
      status: 200,
      body: { Webhooks: (await store.webhooks.list(orgId)).map(webhookRecord) },
    }),
  }),
  route({
    method: 'DELETE',
    path: '/webhooks/:webhookID',
    operation: 'deleteWebhook',
    // The contract accepts a webhook that does not exist.
    anyId: true,
    handle: async ({ params, orgId }, { store }) => {
      const existed = await store.webhooks.remove(orgId, params.webhookID);
      return { status: existed ? 202 : 200, body: { WebhookID: params.webhookID } };
    },
  }),
];
