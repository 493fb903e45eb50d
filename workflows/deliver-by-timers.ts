import { condition, setCurrentDetails, setHandler } from '@temporalio/workflow';
import type { DeliveryEnd } from '../shared/domain/webhook/attempt';
import { webhookRetry } from '../shared/domain/webhook/backoff';
import { wakeDeliverySignal, type WebhookDeliveryInput } from '../shared/messages/webhook.messages';
import { timedWebhookActivities } from './activity-proxies';

/**
 * The deliveries of earlier versions: one activity for each attempt, and a timer between them. It exists for their
 * histories. In a workflow that continues here, the activity of this version makes all further attempts.
 */
export async function deliverByTimers(input: WebhookDeliveryInput): Promise<DeliveryEnd> {
  let woken = false;
  setHandler(wakeDeliverySignal, () => void (woken = true), {
    description: 'Make the next attempt now; a discarded delivery ends.',
  });
  for (let attempt = 1; attempt <= webhookRetry.maximumAttempts; attempt++) {
    const result = await timedWebhookActivities.sendWebhook({ ...input, attempt });
    if (result.kind !== 'retry') return result.kind;
    const last = result.errorClass ?? 'failed';
    setCurrentDetails(`**waiting** after ${attempt} of ${webhookRetry.maximumAttempts} attempts, the last: ${last}`);
    const summary = `attempt ${attempt + 1} of ${webhookRetry.maximumAttempts}, after ${last}`;
    await condition(() => woken, result.waitMs, { summary });
    woken = false;
  }
  return 'exhausted';
}
