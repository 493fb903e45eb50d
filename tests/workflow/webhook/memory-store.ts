import {
  deliveryId,
  type DeliveriesRepository,
  type Delivery,
} from '../../../shared/adapters/mongo/deliveries.repository';
import type { WebhooksRepository } from '../../../shared/adapters/mongo/webhooks.repository';
import { subjectOf, type OutboundEvent } from '../../../shared/domain/webhook/event';
import type { DisabledReason, Webhook } from '../../../shared/domain/webhook/webhook';

/** The two repositories that a delivery needs, in memory: a real store would not follow skipped time. */
export function createMemoryWebhookStore() {
  const documents = new Map<string, Delivery>();
  const webhooks = new Map<string, Webhook>();
  const amend = (id: string, change: Partial<Delivery>): void => {
    const current = documents.get(id);
    if (current) documents.set(id, { ...current, ...change });
  };
  const discardAll = (webhookId: string): Promise<number> => {
    const open = [...documents.values()].filter((one) => one.WebhookID === webhookId && one.State === 'pending');
    for (const { ID } of open) amend(ID, { State: 'discarded', NextAttemptMS: undefined });
    return Promise.resolve(open.length);
  };
  return {
    documents,
    addWebhook: (webhook: Webhook) => void webhooks.set(webhook.ID, webhook),
    webhook: (id: string) => webhooks.get(id),
    webhooks: {
      findWithSecrets: (id: string) => {
        const webhook = webhooks.get(id);
        return Promise.resolve(webhook && { ...webhook, secrets: [], headers: {} });
      },
      recordFailing: (id: string, FailingSinceMS: number | undefined) => {
        const webhook = webhooks.get(id);
        if (webhook) webhooks.set(id, { ...webhook, FailingSinceMS });
        return Promise.resolve();
      },
      disable: (id: string, DisabledReason: DisabledReason) => {
        const webhook = webhooks.get(id);
        if (webhook) webhooks.set(id, { ...webhook, Enabled: false, DisabledReason });
        return Promise.resolve(true);
      },
    } satisfies Partial<WebhooksRepository>,
    deliveries: {
      idOf: deliveryId,
      open: (webhookId: string, event: OutboundEvent, nowMs: number) => {
        const ID = deliveryId({ webhookId, jobId: subjectOf(event), sequence: event.sequence });
        const fields = { ID, WebhookID: webhookId, OrgID: event.orgId, Event: event, Attempts: [], CreatedMS: nowMs };
        documents.set(ID, { ...fields, State: 'pending', NextAttemptMS: nowMs });
        return Promise.resolve();
      },
      find: (id: string) => Promise.resolve(documents.get(id)),
      recordAttempt: ({ ID: id, NextAttemptMS: expectedMs }, attempt, then) => {
        const current = documents.get(id)!;
        if (current.Attempts.some(({ Number: recorded }) => recorded === attempt.Number))
          return Promise.resolve(current.State);
        const ended = current.State !== 'pending';
        const hastened = then.NextAttemptMS !== undefined && current.NextAttemptMS !== expectedMs;
        amend(id, { Attempts: [...current.Attempts, attempt], ...(ended || hastened ? {} : then) });
        return Promise.resolve(documents.get(id)!.State);
      },
      hasten: (id: string, nowMs: number) => {
        amend(id, { NextAttemptMS: nowMs });
        return Promise.resolve();
      },
      discard: (id: string) => {
        amend(id, { State: 'discarded', NextAttemptMS: undefined });
        return Promise.resolve();
      },
      discardAll,
    } satisfies Partial<DeliveriesRepository>,
  };
}
export type MemoryWebhookStore = ReturnType<typeof createMemoryWebhookStore>;
