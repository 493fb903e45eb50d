import { condition, setCurrentDetails, setHandler } from '@temporalio/workflow';
import { webhookRetry } from '../shared/domain/webhook/backoff';
import { wakeDeliverySignal, type WebhookDeliveryInput } from '../shared/messages/webhook.messages';
import { webhookActivities } from './activity-proxies';

/** How a delivery ended. */
export type DeliveryEnd = 'delivered' | 'exhausted' | 'discarded';

/**
 * Delivers one event to one receiver: up to 20 attempts over three days. The workflow counts the attempts. Each is one
 * activity that Temporal retries after a failure on our side, so a lost worker or store never uses up an attempt.
 */
export async function webhookDeliveryWorkflow(input: WebhookDeliveryInput): Promise<DeliveryEnd> {
  let woken = false;
  setHandler(wakeDeliverySignal, () => void (woken = true), {
    description: 'Make the next attempt now; a discarded delivery ends.',
  });
  for (let attempt = 1; attempt <= webhookRetry.maximumAttempts; attempt++) {
    const result = await webhookActivities.sendWebhook({ ...input, attempt });
    if (result.kind !== 'retry') return result.kind;
    const last = result.errorClass ?? 'failed';
    setCurrentDetails(`**waiting** after ${attempt} of ${webhookRetry.maximumAttempts} attempts, the last: ${last}`);
    const summary = `attempt ${attempt + 1} of ${webhookRetry.maximumAttempts}, after ${last}`;
    await condition(() => woken, result.waitMs, { summary });
    woken = false;
  }
  return 'exhausted';
}
