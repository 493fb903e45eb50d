import type { DeliveryDispatcher } from '../adapters/temporal/delivery-dispatcher';
import type { OtherEvent, OutboundEvent } from '../domain/webhook/event';
import { subjectOf } from '../domain/webhook/event';
import { isSubscribed, type Webhook } from '../domain/webhook/webhook';
import type { Store } from './store';

/** What publishing needs. */
export interface PublishDeps {
  store: Pick<Store, 'webhooks' | 'events' | 'deliveries'>;
  deliveries: Pick<DeliveryDispatcher, 'start'>;
}

/**
 * Stores one delivery for each webhook that an event is for, and starts their workflows.
 * @param webhooks those of the organization
 * @returns the starts, which never reject
 */
export async function deliverEvents(
  { store, deliveries }: PublishDeps,
  { events, webhooks }: { events: readonly OutboundEvent[]; webhooks: readonly Webhook[] },
  nowMs: number,
): Promise<Promise<void>[]> {
  const opened = events.flatMap((event) =>
    webhooks.filter((webhook) => isSubscribed(webhook, event)).map(({ ID: webhookId }) => ({ webhookId, event })),
  );
  await store.deliveries.openAll(opened, nowMs);
  return opened.map(({ webhookId, event }) =>
    deliveries.start(
      { webhookId, jobId: subjectOf(event), sequence: event.sequence },
      { ...event, webhooks: webhooks.length },
    ),
  );
}

/**
 * Publishes an event of a call, an import or a campaign: to the event streams, and to the webhooks that ask for its kind.
 * Idempotent: ids derive from the event, and the sweeper starts deliveries that are lost. It follows the write of what the
 * event is about; the process that finds that write done repeats it.
 */
export async function publishEvent(deps: PublishDeps, event: OtherEvent, nowMs: number): Promise<void> {
  const [webhooks] = await Promise.all([deps.store.webhooks.list(event.orgId), deps.store.events.record(event)]);
  // The workflows start in the background.
  for (const start of await deliverEvents(deps, { events: [event], webhooks }, nowMs)) void start;
}
