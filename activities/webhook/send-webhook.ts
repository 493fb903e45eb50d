import { Context } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { DeliveryEnd } from '../../shared/domain/webhook/attempt';
import { webhookRetry } from '../../shared/domain/webhook/backoff';
import { failureTypes } from '../../shared/messages/failure-types';
import type { WebhookDeliveryInput } from '../../shared/messages/webhook.messages';
import type { ActivityDeps } from '../deps';
import { withHeartbeat } from '../lib/heartbeat';
import { attemptDelivery, type DeliveryProgress } from './attempt-delivery';
import { createDeliveryPermits, hostPermitLimits } from './delivery-permits';
import { createQuickReceivers, quickLimits } from './quick-receivers';
import { withPermit } from './with-permit';

/** How a delivery ended, as its document says. */
export interface DeliveryResult {
  kind: DeliveryEnd;
}
/** `undecided` leaves the delivery to the activity on the queue: nothing was sent, or the attempt failed. */
export type LocalResult = DeliveryResult | { kind: 'undecided' };

type WebhookDeps = Pick<ActivityDeps, 'store' | 'sender' | 'clock' | 'logger' | 'metrics'>;

/** Well below the heartbeat timeout, also on a busy machine. */
const heartbeatIntervalMs = 3_000;
/** The delay after a failure on our side. It doubles with each try of the activity. */
const ownFailure = { shortestRetryMs: 1_000, longestRetryMs: 30_000 } as const;

export const createSendWebhook = (deps: WebhookDeps) => {
  const permits = createDeliveryPermits();
  const quickReceivers = createQuickReceivers();
  const attemptDeps = { ...deps, quickReceivers, hostPermits: createDeliveryPermits(hostPermitLimits) };
  const attempt = (key: WebhookDeliveryInput, { tries, signal }: { tries: number; signal: AbortSignal }) =>
    withPermit({ permits, receiver: key.webhookId, tries }, deps, () =>
      attemptDelivery(attemptDeps, { key, tries, signal }),
    );
  return {
    /**
     * Makes the attempt that is due and records its result. Returns when the delivery has ended; until then it throws, and
     * every failure says when Temporal must try again: at the instant that the document has for the next attempt, or soon
     * after a failure on our side, which is not recorded. So the document decides when the receiver gets a request, and
     * Temporal's count of tries only when the activity ends. After a crash between the request and its record, the request
     * is sent again with the same id.
     */
    sendWebhook: (key: WebhookDeliveryInput): Promise<DeliveryResult> => {
      const { attempt: tries } = Context.current().info;
      return withHeartbeat(async () => {
        const progress = await attempt(key, { tries, signal: createRequestAbort().signal }).catch((error: unknown) => {
          throw toFailureWithDelay(error, tries);
        });
        if (progress.kind !== 'pending') return progress;
        throw attemptFailure(progress, await deps.clock.nowMs());
      }, heartbeatIntervalMs);
    },

    /**
     * Makes the first attempt from the workflow's own task, if the receiver has been quick of late in this process. Safe to
     * repeat like `sendWebhook`. It gives up early and never throws for a failure of the receiver or of the store: the
     * activity on the queue continues by the document.
     */
    sendWebhookLocally: async (key: WebhookDeliveryInput): Promise<LocalResult> => {
      const leave = quickReceivers.enter(key.webhookId, await deps.clock.nowMs());
      if (leave === undefined) return { kind: 'undecided' };
      const request = createRequestAbort();
      // A timer of our own: one that only a combined signal refers to may be collected before it fires.
      const timer = setTimeout(() => request.abort(), quickLimits.requestMs);
      try {
        const { kind } = await attempt(key, { tries: 1, signal: request.signal });
        return { kind: kind === 'pending' ? 'undecided' : kind };
      } catch {
        return { kind: 'undecided' };
      } finally {
        clearTimeout(timer);
        leave();
      }
    },
  };
};

/**
 * Aborts when the process stops or the activity timed out. It does not abort when the workflow is woken: a request that is in
 * progress ends and is recorded before the next one begins.
 */
function createRequestAbort(): AbortController {
  const context = Context.current();
  const controller = new AbortController();
  const onCancel = (): void => {
    if (context.cancellationDetails?.cancelRequested !== true) controller.abort(context.cancellationSignal.reason);
  };
  context.cancellationSignal.addEventListener('abort', onCancel, { once: true });
  if (context.cancellationSignal.aborted) onCancel();
  return controller;
}

/** Expected: the last attempt failed, and the next one is not due yet. Temporal shows the message to operators. */
function attemptFailure(
  { dueMs, failed }: Extract<DeliveryProgress, { kind: 'pending' }>,
  nowMs: number,
): ApplicationFailure {
  const cause = failed.Status === undefined ? failed.ErrorClass : `HTTP ${failed.Status}`;
  return ApplicationFailure.create({
    message: `${cause} at attempt ${failed.Number} of ${webhookRetry.maximumAttempts}`,
    type: failureTypes.attemptFailed,
    nextRetryDelay: toDelay(dueMs - nowMs),
    category: ApplicationFailureCategory.BENIGN,
  });
}

/** A delay of zero would end the activity. */
const toDelay = (ms: number): number => Math.max(1, Math.ceil(ms));

/**
 * Without a delay of its own, a failure on our side would wait as long as one of the receiver. The causes are kept for
 * operators; they carry no personal data.
 */
function toFailureWithDelay(error: unknown, tries: number): ApplicationFailure {
  if (error instanceof ApplicationFailure && error.nextRetryDelay !== undefined) return error;
  const { shortestRetryMs, longestRetryMs } = ownFailure;
  return ApplicationFailure.create({
    message: error instanceof Error ? error.message : String(error),
    type: failureTypes.notTheReceiver,
    nextRetryDelay: Math.min(longestRetryMs, shortestRetryMs * 2 ** (tries - 1)),
    ...(error instanceof Error && !(error instanceof ApplicationFailure) ? { cause: error } : {}),
  });
}
