import { waitAfterAttemptMs } from '../shared/domain/webhook/backoff';
import { webhookMessageId, webhookPayload } from '../shared/domain/webhook/event';
import type { WebhookDeliveryInput } from '../shared/messages/webhook.messages';
import type { ActivityDeps } from './deps';

/** What follows from an attempt: its end, or how long to wait before the next. */
export type SendResult = { kind: 'delivered' | 'exhausted' | 'discarded' } | { kind: 'retry'; waitMs: number };

/** The requests to receivers. */
export const createWebhookActivities = ({
  store,
  sender,
  clock,
  logger,
}: Pick<ActivityDeps, 'store' | 'sender' | 'clock' | 'logger'>) => ({
  /**
   * Makes one attempt and keeps what came of it. A receiver's failure is a result; only our own trouble throws, and is tried again
   * without being counted. After a crash between the request and its record the request is made once more, under the same id.
   */
  sendWebhook: async ({ attempt, ...key }: WebhookDeliveryInput & { attempt: number }): Promise<SendResult> => {
    const { id, delivery, webhook } = await find(store, key);
    if (delivery === undefined || delivery.State === 'discarded') return { kind: 'discarded' };
    const earlier = delivery.Attempts.find(({ Number: number }) => number === attempt);
    if (earlier || delivery.State !== 'pending')
      return resultOf(delivery.State, (delivery.NextAttemptMS ?? 0) - (await clock.nowMs()));
    if (webhook === undefined) {
      await store.deliveries.discard(id);
      return { kind: 'discarded' };
    }
    const atMs = await clock.nowMs();
    const { outcome, retryAfterMs } = await sender.send({
      url: webhook.DestinationURL,
      messageId: webhookMessageId(key),
      body: JSON.stringify(webhookPayload(key.webhookId, delivery.Event)),
    });
    const endedMs = await clock.nowMs();
    const waitMs = outcome.ErrorClass === undefined ? undefined : waitAfterAttemptMs(attempt, retryAfterMs);
    const NextAttemptMS = waitMs === undefined ? undefined : endedMs + waitMs;
    const State =
      outcome.ErrorClass === undefined ? 'delivered' : NextAttemptMS === undefined ? 'exhausted' : 'pending';
    await store.deliveries.recordAttempt(
      id,
      { Number: attempt, AtMS: atMs, DurationMS: endedMs - atMs, ...outcome },
      { State, NextAttemptMS },
    );
    logger.info(
      { ...key, attempt, status: outcome.Status, errorClass: outcome.ErrorClass, state: State },
      'webhook.attempted',
    );
    return resultOf(State, waitMs);
  },
});

async function find(store: ActivityDeps['store'], key: WebhookDeliveryInput) {
  const id = store.deliveries.idOf(key);
  const [delivery, webhook] = await Promise.all([store.deliveries.find(id), store.webhooks.find(key.webhookId)]);
  return { id, delivery, webhook };
}

function resultOf(state: 'pending' | 'delivered' | 'exhausted' | 'discarded', waitMs = 0): SendResult {
  return state === 'pending' ? { kind: 'retry', waitMs: Math.max(0, waitMs) } : { kind: state };
}
