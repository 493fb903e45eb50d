import type { Delivery } from '../../../shared/adapters/mongo/deliveries.repository';
import { EngineUnavailableError } from '../../../shared/adapters/temporal/workflow-client';
import type { ApiDeps } from '../http/deps';

/** Starts a delivery's workflow; if Temporal is unavailable, the sweeper does it within seconds. */
export async function startOrDefer(delivery: Delivery, { store, workflows, logger }: ApiDeps): Promise<void> {
  const { WebhookID: webhookId, AttemptsBefore, Event } = delivery;
  const { jobId, sequence } = Event;
  const input = { webhookId, jobId, sequence, ...(AttemptsBefore === undefined ? {} : { after: AttemptsBefore }) };
  try {
    const { length: webhooks } = await store.webhooks.list(Event.orgId);
    await workflows.startDelivery(input, { ...Event, webhooks });
    await workflows.wakeDelivery(input);
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    logger.warn({ webhookId, jobId, sequence, err: error }, 'webhook.start_deferred');
  }
}
