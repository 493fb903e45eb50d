import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { Delivery } from '../../shared/adapters/mongo/deliveries.repository';
import type { Webhook, WebhookSecrets } from '../../shared/adapters/mongo/webhooks.repository';
import type { SendResult as PostResult } from '../../shared/adapters/webhook/sender';
import { waitAfterAttemptMs } from '../../shared/domain/webhook/backoff';
import type { DeliveryState } from '../../shared/domain/webhook/attempt';
import { webhookMessageIdOf, toWebhookPayload } from '../../shared/domain/webhook/event';
import { disableReasonFor } from '../../shared/domain/webhook/webhook';
import { failureTypes } from '../../shared/messages/failure-types';
import type { WebhookDeliveryInput } from '../../shared/messages/webhook.messages';
import type { ActivityDeps } from '../deps';
import { withHeartbeat } from '../lib/heartbeat';
import { createDeliveryPermits, hostPermitLimits, type DeliveryPermits } from './delivery-permits';

/** What follows an attempt: the end of the delivery, or the delay before the next attempt and its cause. */
export type SendResult =
  { kind: 'delivered' | 'exhausted' | 'discarded' } | { kind: 'retry'; waitMs: number; errorClass?: string };

type WebhookDeps = Pick<ActivityDeps, 'store' | 'sender' | 'clock' | 'logger' | 'metrics'>;
/** With the permits of this process for destination hosts. */
type SendDeps = WebhookDeps & { hostPermits: DeliveryPermits };
type Receiver = Webhook & WebhookSecrets;
type Attempt = WebhookDeliveryInput & { attempt: number };

/** Well below the heartbeat timeout, also on a busy machine. */
const heartbeatIntervalMs = 3_000;
/** Network and DNS failures count as our own outage for this long. After that they count against the receiver. */
const assumeOurFaultForMs = 600_000;

export const createSendWebhook = (deps: WebhookDeps) => {
  const permits = createDeliveryPermits();
  const sendDeps = { ...deps, hostPermits: createDeliveryPermits(hostPermitLimits) };
  return {
    /**
     * Makes one attempt and records its result. A failure of the receiver is a result. A failure on our side throws: it
     * is retried and never counts as an attempt. After a crash between the request and its record, the request is sent
     * again with the same id.
     */
    sendWebhook: (input: Attempt): Promise<SendResult> =>
      withHeartbeat(
        () => withPermit(permits, input.webhookId, deps, () => attemptDelivery(sendDeps, input)),
        heartbeatIntervalMs,
      ),
  };
};

/** @throws {ApplicationFailure} which Temporal retries later, if the receiver has no permit left */
async function withPermit<Result>(
  permits: DeliveryPermits,
  receiver: string,
  { clock }: Pick<WebhookDeps, 'clock'>,
  run: () => Promise<Result>,
): Promise<Result> {
  const permit = await permits.acquire(receiver, await clock.nowMs());
  if (permit.kind === 'rejected') throw receiverBusyFailure(permit.retryInMs);
  try {
    return await run();
  } finally {
    permit.release(await clock.nowMs());
  }
}

/** The host of a URL, however it is written. */
const hostOf = (url: string): string => new URL(url).hostname.replace(/\.$/, '');

/** Expected: this receiver already has as many concurrent requests as it may have. */
const receiverBusyFailure = (retryInMs: number): ApplicationFailure =>
  ApplicationFailure.create({
    message: 'Other requests to this receiver are in progress.',
    type: failureTypes.receiverBusy,
    nextRetryDelay: Math.ceil(retryInMs),
    category: ApplicationFailureCategory.BENIGN,
  });

async function attemptDelivery(deps: SendDeps, { attempt, ...key }: Attempt): Promise<SendResult> {
  const { store, clock } = deps;
  const nowMs = await clock.nowMs();
  const [delivery, webhook] = await Promise.all([
    store.deliveries.find(store.deliveries.idOf(key)),
    store.webhooks.findWithSecrets(key.webhookId, nowMs),
  ]);
  // A redelivery has its own workflow; the earlier one ends.
  if (delivery === undefined || (delivery.AttemptsBefore ?? 0) !== (key.after ?? 0)) return { kind: 'discarded' };
  const number = (key.after ?? 0) + attempt;
  const earlier = delivery.Attempts.find(({ Number: recorded }) => recorded === number);
  if (earlier || delivery.State !== 'pending')
    return toSendResult(delivery.State, {
      waitMs: (delivery.NextAttemptMS ?? 0) - nowMs,
      errorClass: earlier?.ErrorClass,
    });
  if (!webhook?.Enabled) {
    await store.deliveries.discard(delivery.ID);
    return { kind: 'discarded' };
  }
  const answer = await withPermit(deps.hostPermits, hostOf(webhook.DestinationURL), deps, () => {
    const sent = deps.metrics.webhooks.trackRequest();
    return post(deps, webhook, delivery).finally(sent);
  });
  const result = await recordAttempt(deps, { delivery, attempt, number, atMs: nowMs }, answer);
  await updateReceiverHealth(deps, webhook, { ...answer.outcome, atMs: nowMs });
  return result;
}

/** Sends the request. @throws if the failure may be ours */
async function post({ sender, clock }: WebhookDeps, webhook: Receiver, { Event }: Delivery): Promise<PostResult> {
  const answer = await sender.send({
    url: webhook.DestinationURL,
    messageId: webhookMessageIdOf(Event),
    body: JSON.stringify(toWebhookPayload(webhook.ID, Event)),
    secrets: webhook.secrets,
    headers: webhook.headers,
    atMs: await clock.nowMs(),
    signal: cancellationSignal(),
  });
  const { fault, outcome } = answer;
  const triedForMs = (await clock.nowMs()) - activityInfo().scheduledTimestampMs;
  if (fault === 'ours' || (fault === 'unclear' && triedForMs < assumeOurFaultForMs)) {
    throw ApplicationFailure.retryable(outcome.Error ?? 'The request could not be sent.', failureTypes.notTheReceiver);
  }
  return answer;
}

/** Records an attempt and what follows it. */
async function recordAttempt(
  { store, clock, logger, metrics }: WebhookDeps,
  made: { delivery: Delivery; attempt: number; number: number; atMs: number },
  { outcome, retryAfterMs, blocked }: PostResult,
): Promise<SendResult> {
  const { delivery, attempt, number, atMs } = made;
  const endedMs = await clock.nowMs();
  const failed = outcome.ErrorClass !== undefined;
  const waitMs = failed ? waitAfterAttemptMs(attempt, retryAfterMs) : undefined;
  const NextAttemptMS = waitMs === undefined ? undefined : endedMs + waitMs;
  const wanted = failed ? (NextAttemptMS === undefined ? 'exhausted' : 'pending') : 'delivered';
  const State = await store.deliveries.recordAttempt(
    delivery,
    {
      Number: number,
      AtMS: atMs,
      DurationMS: endedMs - atMs,
      ...outcome,
    },
    { State: wanted, NextAttemptMS },
  );
  const { WebhookID: webhookId, Event } = delivery;
  const { Status: status, ErrorClass: errorClass } = outcome;
  const { jobId, sequence, eventTimeMs: eventMs } = Event;
  metrics.webhooks.recordAttempt({ number, eventMs, atMs, endedMs, errorClass, state: State });
  logger.info(
    { webhookId, jobId, sequence, attempt: number, status, errorClass, ms: endedMs - atMs, state: State, blocked },
    'webhook.attempted',
  );
  return toSendResult(State, { waitMs, errorClass });
}

/**
 * Updates the webhook's failure state, and disables the webhook if that was requested. Writes nothing while the
 * receiver is healthy.
 */
async function updateReceiverHealth(
  { store, logger }: WebhookDeps,
  webhook: Receiver,
  attempt: { ErrorClass?: string | undefined; Status?: number | undefined; atMs: number },
): Promise<void> {
  const { ErrorClass, Status: status, atMs } = attempt;
  if (ErrorClass === undefined) {
    if (webhook.FailingSinceMS !== undefined) await store.webhooks.recordFailing(webhook.ID, undefined);
    return;
  }
  const reason = disableReasonFor(webhook, { status, atMs });
  if (reason === undefined) {
    if (webhook.FailingSinceMS === undefined) await store.webhooks.recordFailing(webhook.ID, atMs);
    return;
  }
  const disabled = await store.webhooks.disable(webhook.ID, reason);
  const discarded = await store.deliveries.discardAll(webhook.ID, atMs);
  if (disabled) logger.warn({ webhookId: webhook.ID, reason, discarded }, 'webhook.disabled');
}

function toSendResult(
  state: DeliveryState,
  { waitMs = 0, errorClass }: { waitMs?: number | undefined; errorClass?: string | undefined },
): SendResult {
  if (state !== 'pending') return { kind: state };
  return { kind: 'retry', waitMs: Math.max(0, waitMs), ...(errorClass === undefined ? {} : { errorClass }) };
}
