import type { Delivery } from '../../shared/adapters/mongo/deliveries.repository';
import { subjectOf } from '../../shared/domain/webhook/event';
import type { WebhookDeliveryInput } from '../../shared/messages/webhook.messages';
import type { ActivityDeps } from '../deps';
import { sweepOverdue, type Swept } from './sweep-each';

type DeliverySweepDeps = Pick<ActivityDeps, 'store' | 'workflows' | 'logger' | 'metrics'>;
const batchSize = 500;

/** Starts the workflow of every overdue delivery, and ends the workflows of discarded ones. */
export function sweepDeliveries(deps: DeliverySweepDeps, nowMs: number): Promise<Swept> {
  return sweepOverdue(deps, deps.store.deliveries, {
    batchSize,
    nowMs,
    act: (delivery) => repairDelivery(deps, delivery),
  });
}

async function repairDelivery({ store, workflows, metrics }: DeliverySweepDeps, delivery: Delivery): Promise<void> {
  metrics.sweeper.recordFound('delivery');
  if (delivery.State === 'discarded') {
    await workflows.wakeDelivery(deliveryInput(delivery));
    await store.deliveries.markWoken(delivery.ID);
    return;
  }
  const { length: webhooks } = await store.webhooks.list(delivery.Event.orgId);
  await workflows.startDelivery(deliveryInput(delivery), { ...delivery.Event, webhooks });
  if (delivery.Hastened) await workflows.wakeDelivery(deliveryInput(delivery));
}

const deliveryInput = ({ WebhookID, Event, AttemptsBefore }: Delivery): WebhookDeliveryInput => ({
  webhookId: WebhookID,
  jobId: subjectOf(Event),
  sequence: Event.sequence,
  ...(AttemptsBefore === undefined ? {} : { after: AttemptsBefore }),
});
