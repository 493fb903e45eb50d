import { sleep } from '@temporalio/workflow';
import { webhookRetry } from '../shared/domain/webhook/backoff';
import type { WebhookDeliveryInput } from '../shared/messages/webhook.messages';
import { receivers } from './activities';

/** How a delivery ended. */
export type DeliveryEnd = 'delivered' | 'exhausted' | 'discarded';

/**
 * Carries one event to one receiver: up to 20 attempts over three days. The attempts are counted here and each is one activity that
 * repeats itself on our own trouble, so that a lost worker or store never uses up what the receiver was promised.
 */
export async function webhookDeliveryWorkflow(input: WebhookDeliveryInput): Promise<DeliveryEnd> {
  for (let attempt = 1; attempt <= webhookRetry.maximumAttempts; attempt++) {
    const result = await receivers.sendWebhook({ ...input, attempt });
    if (result.kind !== 'retry') return result.kind;
    await sleep(result.waitMs, { summary: `attempt ${attempt + 1} of ${webhookRetry.maximumAttempts}` });
  }
  return 'exhausted';
}
