import { ApplicationFailure } from '@temporalio/common';
import type { Delivery, DeliveryAttempt } from '../../shared/adapters/mongo/deliveries.repository';
import type { Webhook, WebhookSecrets } from '../../shared/adapters/mongo/webhooks.repository';
import type { SendResult as PostResult } from '../../shared/adapters/webhook/sender';
import type { DeliveryEnd } from '../../shared/domain/webhook/attempt';
import { waitAfterAttemptMs } from '../../shared/domain/webhook/backoff';
import { webhookMessageIdOf, toWebhookPayload } from '../../shared/domain/webhook/event';
import { disableReasonFor } from '../../shared/domain/webhook/webhook';
import { failureTypes } from '../../shared/messages/failure-types';
import type { WebhookDeliveryInput } from '../../shared/messages/webhook.messages';
import type { ActivityDeps } from '../deps';
import type { DeliveryPermits } from './delivery-permits';
import { withPermit } from './with-permit';
import type { QuickReceivers } from './quick-receivers';

/** Where a delivery stands: how it ended, or when its next attempt is due and how the last one failed. */
export type DeliveryProgress =
  | { kind: DeliveryEnd }
  | { kind: 'pending'; dueMs: number; failed: Pick<DeliveryAttempt, 'Number' | 'Status' | 'ErrorClass'> };

export type AttemptDeps = Pick<ActivityDeps, 'store' | 'sender' | 'clock' | 'logger' | 'metrics'> & {
  /** The permits of this process for destination hosts. */
  hostPermits: DeliveryPermits;
  quickReceivers: QuickReceivers;
};
type Receiver = Webhook & WebhookSecrets;
/** The attempt that is due. `attempt` counts from 1 within the round of twenty, `number` across redeliveries. */
interface DueAttempt {
  delivery: Delivery;
  attempt: number;
  number: number;
  atMs: number;
}
interface Request {
  key: WebhookDeliveryInput;
  /** Aborts the request; its outcome is then unknown and not recorded. */
  signal: AbortSignal;
  /** How many rejections by a busy host the delivery may have had. */
  tries: number;
}

/** Network and DNS failures count as our own outage for this long. After that they count against the receiver. */
const assumeOurFaultForMs = 600_000;

/** The clocks of two workers may differ by this: a try that Temporal makes this much before the attempt is due makes it. */
const clockToleranceMs = 500;

/**
 * Makes the attempt that the delivery's document says is due, and records its result. The document alone decides: which
 * attempt it is, when it is due, and whether the delivery has ended. Without a due attempt it sends nothing.
 * @throws {ApplicationFailure} if the failure may be ours, or the host is busy: nothing is recorded
 */
export async function attemptDelivery(deps: AttemptDeps, request: Request): Promise<DeliveryProgress> {
  const { store, clock } = deps;
  const { key } = request;
  const nowMs = await clock.nowMs();
  const [delivery, webhook] = await Promise.all([
    store.deliveries.find(store.deliveries.idOf(key)),
    store.webhooks.findWithSecrets(key.webhookId, nowMs),
  ]);
  const before = key.after ?? 0;
  // A redelivery has its own workflow; the earlier one ends.
  if (delivery === undefined || (delivery.AttemptsBefore ?? 0) !== before) return { kind: 'discarded' };
  if (delivery.State !== 'pending') return { kind: delivery.State };
  const last = delivery.Attempts.at(-1);
  const dueMs = delivery.NextAttemptMS ?? nowMs;
  // Temporal may run a retry early, for example after a restart. The first attempt of a round is always due.
  if (last !== undefined && last.Number > before && dueMs - nowMs > clockToleranceMs)
    return toPending(last, { before, dueMs });
  if (!webhook?.Enabled) {
    await store.deliveries.discard(delivery.ID);
    return { kind: 'discarded' };
  }
  const number = Math.max(before, last?.Number ?? 0) + 1;
  const due = { delivery, attempt: number - before, number, atMs: nowMs };
  const host = { permits: deps.hostPermits, receiver: hostOf(webhook.DestinationURL), tries: request.tries };
  const answer = await withPermit(host, deps, () => post(deps, webhook, due, request.signal));
  const progress = await recordAttempt(deps, due, answer);
  await updateReceiverHealth(deps, webhook, { ...answer.outcome, atMs: nowMs });
  return progress;
}

/** The host of a URL, however it is written. */
const hostOf = (url: string): string => new URL(url).hostname.replace(/\.$/, '');

const toPending = (
  { Number: number, Status, ErrorClass }: DeliveryAttempt,
  { before, dueMs }: { before: number; dueMs: number },
): DeliveryProgress => ({ kind: 'pending', dueMs, failed: { Number: number - before, Status, ErrorClass } });

/** Sends the request. @throws if the failure may be ours */
async function post(
  deps: AttemptDeps,
  webhook: Receiver,
  { delivery }: DueAttempt,
  signal: AbortSignal,
): Promise<PostResult> {
  const { sender, clock, metrics, quickReceivers } = deps;
  const startedMs = await clock.nowMs();
  const sent = metrics.webhooks.trackRequest();
  let succeeded = false;
  try {
    const answer = await sender.send({
      url: webhook.DestinationURL,
      messageId: webhookMessageIdOf(delivery.Event),
      body: JSON.stringify(toWebhookPayload(webhook.ID, delivery.Event)),
      secrets: webhook.secrets,
      headers: webhook.headers,
      atMs: startedMs,
      signal,
    });
    const { fault, outcome } = answer;
    const triedForMs = (await clock.nowMs()) - (delivery.NextAttemptMS ?? startedMs);
    if (fault === 'ours' || (fault === 'unclear' && triedForMs < assumeOurFaultForMs)) {
      const message = outcome.ErrorClass ?? 'The request could not be sent.';
      throw ApplicationFailure.retryable(message, failureTypes.notTheReceiver);
    }
    succeeded = outcome.ErrorClass === undefined;
    return answer;
  } finally {
    sent();
    quickReceivers.record(webhook.ID, { succeeded, startedMs, endedMs: await clock.nowMs() });
  }
}

/** Records an attempt and what follows it. */
async function recordAttempt(
  { store, clock, logger, metrics }: AttemptDeps,
  { delivery, attempt, number, atMs }: DueAttempt,
  { outcome, retryAfterMs, blocked }: PostResult,
): Promise<DeliveryProgress> {
  const endedMs = await clock.nowMs();
  const failed = outcome.ErrorClass !== undefined;
  const waitMs = failed ? waitAfterAttemptMs(attempt, retryAfterMs) : undefined;
  const NextAttemptMS = waitMs === undefined ? undefined : endedMs + waitMs;
  const wanted = failed ? (NextAttemptMS === undefined ? 'exhausted' : 'pending') : 'delivered';
  const made: DeliveryAttempt = { Number: number, AtMS: atMs, DurationMS: endedMs - atMs, ...outcome };
  const State = await store.deliveries.recordAttempt(delivery, made, { State: wanted, NextAttemptMS });
  const { WebhookID: webhookId, Event } = delivery;
  const { Status: status, ErrorClass: errorClass } = outcome;
  const { jobId, sequence, eventTimeMs: eventMs } = Event;
  metrics.webhooks.recordAttempt({ number, eventMs, atMs, endedMs, errorClass, state: State });
  logger.info(
    { webhookId, jobId, sequence, attempt: number, status, errorClass, ms: endedMs - atMs, state: State, blocked },
    'webhook.attempted',
  );
  if (State !== 'pending') return { kind: State };
  return toPending(made, { before: number - attempt, dueMs: NextAttemptMS ?? endedMs });
}

/**
 * Updates the webhook's failure state, and disables the webhook if that was requested. Writes nothing while the
 * receiver is healthy.
 */
async function updateReceiverHealth(
  { store, logger }: AttemptDeps,
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
