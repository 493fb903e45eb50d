import type { RegisterWebhook, WebhookDelivery } from '@outdial/client';
import { describeRequest } from '../../api/request';
import { literal } from '../../lib/snippets';

export const registerWebhook = (body: RegisterWebhook) =>
  describeRequest(
    'post',
    '/webhooks',
    { body },
    { cli: ['webhooks', 'create', body.DestinationURL], ts: `outdial.webhooks.create(${literal(body)})` },
  );

/** Enables or disables a webhook. */
export const enableWebhook = (webhookID: string, Enabled: boolean) =>
  describeRequest(
    'patch',
    '/webhooks/{webhookID}',
    { path: { webhookID }, body: { Enabled } },
    {
      cli: ['webhooks', 'update', webhookID, Enabled ? '--enable' : '--disable'],
      ts: `outdial.webhooks.update(${literal(webhookID)}, ${literal({ Enabled })})`,
    },
  );

export const deleteWebhook = (webhookID: string) =>
  describeRequest(
    'delete',
    '/webhooks/{webhookID}',
    { path: { webhookID } },
    { cli: ['webhooks', 'delete', webhookID], ts: `outdial.webhooks.delete(${literal(webhookID)})` },
  );

export const rotateSecret = (webhookID: string) =>
  describeRequest(
    'post',
    '/webhooks/{webhookID}/rotate-secret',
    { path: { webhookID }, body: {} },
    { cli: ['webhooks', 'rotate-secret', webhookID], ts: `outdial.webhooks.rotateSecret(${literal(webhookID)})` },
  );

export const sendTest = (webhookID: string) =>
  describeRequest(
    'post',
    '/webhooks/{webhookID}/test',
    { path: { webhookID }, body: {} },
    { cli: ['webhooks', 'test', webhookID], ts: `outdial.webhooks.test(${literal(webhookID)})` },
  );

export const redeliver = ({ WebhookID, ID }: WebhookDelivery) =>
  describeRequest(
    'post',
    '/webhooks/{webhookID}/deliveries/{deliveryID}/redeliver',
    { path: { webhookID: WebhookID, deliveryID: ID }, body: {} },
    {
      cli: ['webhooks', 'redeliver', WebhookID, ID],
      ts: `outdial.webhooks.redeliver(${literal(WebhookID)}, ${literal(ID)})`,
    },
  );

/** Redelivers every event that was given up since an instant. @param since RFC 3339 */
export const redeliverSince = (webhookID: string, since: string) =>
  describeRequest(
    'post',
    '/webhooks/{webhookID}/redeliver',
    { path: { webhookID }, query: { since, state: 'exhausted' }, body: {} },
    {
      cli: ['webhooks', 'redeliver', webhookID, '--since', since, '--state', 'exhausted'],
      ts: `outdial.webhooks.redeliverSince(${literal(webhookID)}, { since: '${since}', state: 'exhausted' })`,
    },
  );
