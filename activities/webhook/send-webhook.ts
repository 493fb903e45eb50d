import { Context } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { DeliveryEnd } from '../../shared/domain/webhook/attempt';
import { waitAfterAttemptMs, webhookRetry } from '../../shared/domain/webhook/backoff';
import type { WorkflowClient } from '../../shared/adapters/temporal/workflow-client';
import { failureTypes } from '../../shared/messages/failure-types';
import type { SendWebhookInput, WebhookDeliveryInput } from '../../shared/messages/webhook.messages';
import type { ActivityDeps } from '../deps';
import { errorFacts } from '../lib/error-facts';
import { withHeartbeat } from '../lib/heartbeat';
import { attemptDelivery, type DeliveryProgress } from './attempt-delivery';
import { createDeliveryPermits, hostPermitLimits } from './delivery-permits';
import { createQuickReceivers, quickLimits } from './quick-receivers';
import { withPermit } from './with-permit';

/** How a delivery ended, as its document says. */
export interface DeliveryResult {
  kind: DeliveryEnd;
}
/**
 * `undecided` leaves the delivery to the activity on the queue: nothing was sent, or the attempt failed, which `failure`
 * then says for operators.
 */
export type LocalResult = DeliveryResult | { kind: 'undecided'; failure?: string };

type WebhookDeps = Pick<ActivityDeps, 'store' | 'sender' | 'clock' | 'logger' | 'metrics'> & {
  workflows: Pick<WorkflowClient, 'showFailingDelivery'>;
};
type Pending = Extract<DeliveryProgress, { kind: 'pending' }>;

/** Well below the heartbeat timeout, also on a busy machine. */
const heartbeatIntervalMs = 3_000;
/** The delay after a failure on our side. It doubles with each try of the activity. */
const ownFailure = { shortestRetryMs: 1_000, longestRetryMs: 30_000 } as const;
/** The policy's own delay applies if the next try then begins at most this long after the document's instant. */
const latestMs = 1_000;

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
     * the retry policy, which is the contract's, says when Temporal tries again. A failure names a delay of its own only
     * where the policy's would miss the instant that the document has for the next attempt: after `Retry-After`, and after
     * tries that were no attempts; and after a failure on our side, which is not recorded. After a crash between the request
     * and its record, the request is sent again with the same id.
     */
    sendWebhook: (key: SendWebhookInput): Promise<DeliveryResult> => {
      const { attempt: tries } = Context.current().info;
      return withHeartbeat(async () => {
        const progress = await attempt(key, { tries, signal: createRequestAbort().signal }).catch((error: unknown) => {
          throw toFailureWithDelay(error, tries);
        });
        if (progress.kind !== 'pending') return progress;
        await showFailing(deps, key, { progress, tries });
        throw attemptFailure(progress, { tries, nowMs: await deps.clock.nowMs() });
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
        const progress = await attempt(key, { tries: 1, signal: request.signal });
        return progress.kind === 'pending' ? { kind: 'undecided', failure: describeFailure(progress) } : progress;
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

/**
 * Reports to the workflow once that the delivery is failing: after the first attempt, or at the first try of a workflow that
 * continues an earlier one. Best effort: only what operators see depends on it.
 */
async function showFailing(
  { workflows, logger }: WebhookDeps,
  { shownFailing, ...key }: SendWebhookInput,
  { progress, tries }: { progress: Pending; tries: number },
): Promise<void> {
  if (shownFailing === true || (tries > 1 && progress.failed.Number > 1)) return;
  try {
    await workflows.showFailingDelivery(key, describeFailure(progress));
  } catch (error) {
    logger.debug({ webhookId: key.webhookId, jobId: key.jobId, ...errorFacts(error) }, 'webhook.failing_not_shown');
  }
}

/** `HTTP 503 at attempt 3 of 20`: without the receiver's URL or words. */
function describeFailure({ failed }: Pending): string {
  const cause = failed.Status === undefined ? failed.ErrorClass : `HTTP ${failed.Status}`;
  return `${cause} at attempt ${failed.Number} of ${webhookRetry.maximumAttempts}`;
}

/** Expected: the last attempt failed, and the next one is not due yet. Temporal shows the message to operators. */
function attemptFailure(progress: Pending, { tries, nowMs }: { tries: number; nowMs: number }): ApplicationFailure {
  const restMs = progress.dueMs - nowMs;
  return ApplicationFailure.create({
    message: describeFailure(progress),
    type: failureTypes.attemptFailed,
    category: ApplicationFailureCategory.BENIGN,
    ...(isDelayOfPolicy(tries, restMs) ? {} : { nextRetryDelay: toDelay(restMs) }),
  });
}

/** Whether the policy's own delay after this try ends when the rest of the wait does. */
function isDelayOfPolicy(tries: number, restMs: number): boolean {
  const policyMs = waitAfterAttemptMs(tries);
  return policyMs !== undefined && restMs <= policyMs && policyMs - restMs <= latestMs;
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
