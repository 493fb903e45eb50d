import { ActivityFailure, CancellationScope, isCancellation, setHandler, TimeoutFailure } from '@temporalio/workflow';
import type { DeliveryEnd } from '../shared/domain/webhook/attempt';
import { wakeDeliverySignal, type WebhookDeliveryInput } from '../shared/messages/webhook.messages';
import { localWebhookActivities, webhookActivities } from './activity-proxies';
import { deliverByTimers } from './deliver-by-timers';

/**
 * Delivers one event to one receiver: up to 20 attempts over three days. One activity makes them all, and Temporal's retry
 * policy waits between them. The delivery's document counts the attempts and says when the next one is due, so a lost
 * worker or store never uses up an attempt. When the policy ends before the attempts do, the activity is scheduled again
 * and continues by the document.
 */
export async function webhookDeliveryWorkflow(input: WebhookDeliveryInput): Promise<DeliveryEnd> {
  if (input.policy !== 'native') return deliverByTimers(input);
  let current: Round | undefined;
  setHandler(wakeDeliverySignal, () => current && wake(current), {
    description: 'Read the delivery again: an attempt that is due is made now, and a discarded delivery ends.',
  });
  const first = await sendLocally(input);
  if (first !== 'undecided') return first;
  for (;;) {
    const round: Round = { scope: new CancellationScope(), woken: false };
    current = round;
    try {
      return (await round.scope.run(() => webhookActivities.sendWebhook(input))).kind;
    } catch (error) {
      if (!round.woken && !mayContinue(error)) throw error;
    }
  }
}

/** One activity. A wake signal ends it, so that the next one reads the document at once. */
interface Round {
  scope: CancellationScope;
  woken: boolean;
}

function wake(round: Round): void {
  round.woken = true;
  round.scope.cancel();
}

/** The first attempt to a quick receiver, without a second workflow task. */
async function sendLocally(input: WebhookDeliveryInput): Promise<DeliveryEnd | 'undecided'> {
  try {
    return (await localWebhookActivities.sendWebhookLocally(input)).kind;
  } catch (error) {
    if (isCancellation(error)) throw error;
    // It timed out. Whether the receiver got the request is unknown, so it is sent again with the same id.
    return 'undecided';
  }
}

/**
 * Whether the activity ended although the delivery may have attempts left: by the policy's count, or with a lost worker. Any
 * other failure ends the workflow; the sweeper starts it again, so an error in the code never makes a loop without a pause.
 */
function mayContinue(error: unknown): boolean {
  if (!(error instanceof ActivityFailure)) return false;
  return error.retryState === 'MAXIMUM_ATTEMPTS_REACHED' || error.cause instanceof TimeoutFailure;
}
