import { ActivityFailure, CancellationScope, isCancellation, setHandler, TimeoutFailure } from '@temporalio/workflow';
import type { DeliveryEnd } from '../shared/domain/webhook/attempt';
import { webhookRetry } from '../shared/domain/webhook/backoff';
import {
  failingDeliverySignal,
  wakeDeliverySignal,
  type WebhookDeliveryInput,
} from '../shared/messages/webhook.messages';
import { localWebhookActivities, webhookActivities } from './activity-proxies';
import { deliverByTimers } from './deliver-by-timers';
import { createDeliveryDisplay, type DeliveryDisplay } from './delivery-display';

/**
 * Delivers one event to one receiver: up to 20 attempts over three days. One activity makes them, and Temporal's retry
 * policy, which is the contract's, waits between them: its try n is the receiver's attempt n. The delivery's document
 * counts the attempts, so a lost worker or store never uses one up. When the policy ends before the attempts do, the
 * activity is scheduled again and continues by the document.
 */
export async function webhookDeliveryWorkflow(input: WebhookDeliveryInput): Promise<DeliveryEnd> {
  if (input.policy !== 'native') return deliverByTimers(input);
  let current: Round | undefined;
  setHandler(wakeDeliverySignal, () => current && wake(current), {
    description: 'Read the delivery again: an attempt that is due is made now, and a discarded delivery ends.',
  });
  const display = createDeliveryDisplay();
  setHandler(failingDeliverySignal, (failure) => display.showFailing(failure), {
    description: 'An attempt has failed: show that the delivery is failing.',
  });
  const first = await sendLocally(input, display);
  if (first !== 'undecided') return first;
  const summary = `up to ${webhookRetry.maximumAttempts} attempts to ${input.webhookId}`;
  for (;;) {
    const round: Round = { scope: new CancellationScope(), woken: false };
    current = round;
    const known = display.isFailing() ? { ...input, shownFailing: true as const } : input;
    try {
      const { kind } = await round.scope.run(() =>
        webhookActivities.sendWebhook.executeWithOptions({ summary }, [known]),
      );
      display.showEnd(kind);
      return kind;
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
async function sendLocally(input: WebhookDeliveryInput, display: DeliveryDisplay): Promise<DeliveryEnd | 'undecided'> {
  try {
    const result = await localWebhookActivities.sendWebhookLocally(input);
    if (result.kind === 'undecided' && result.failure !== undefined) display.showFailing(result.failure);
    return result.kind;
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
