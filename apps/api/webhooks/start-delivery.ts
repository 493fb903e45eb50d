import type { Delivery } from '../../../shared/adapters/mongo/deliveries.repository';
import { EngineUnavailableError } from '../../../shared/adapters/temporal/workflow-client';
import type { WebhookDeliveryInput } from '../../../shared/messages/webhook.messages';
import { subjectOf } from '../../../shared/domain/webhook/event';
import type { ApiDeps } from '../http/deps';

/** Starts a delivery's workflow unless it runs; if Temporal is unavailable, the sweeper does it within seconds. */
export async function startOrDefer(delivery: Delivery, deps: ApiDeps): Promise<void> {
  const { store, workflows } = deps;
  await orDefer(delivery, deps, async () => {
    const { length: webhooks } = await store.webhooks.list(delivery.Event.orgId);
    await workflows.startDelivery(inputOf(delivery), { ...delivery.Event, webhooks });
  });
}

/**
 * Makes a delivery that waits for its next attempt read its document again. If Temporal is unavailable, the sweeper does it
 * within a minute.
 */
export async function wakeOrDefer(delivery: Delivery, deps: ApiDeps): Promise<void> {
  await orDefer(delivery, deps, () => deps.workflows.wakeDelivery(inputOf(delivery)));
}

const inputOf = ({ WebhookID: webhookId, AttemptsBefore, Event }: Delivery): WebhookDeliveryInput => {
  const { sequence } = Event;
  return {
    webhookId,
    jobId: subjectOf(Event),
    sequence,
    ...(AttemptsBefore === undefined ? {} : { after: AttemptsBefore }),
  };
};

async function orDefer(
  { WebhookID: webhookId, Event: { jobId, sequence } }: Delivery,
  { logger }: ApiDeps,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    logger.warn({ webhookId, jobId, sequence, err: error }, 'webhook.start_deferred');
  }
}
