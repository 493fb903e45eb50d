import { ActivityCancellationType, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { Activities } from '../activities';
import type { DeliveryEnd } from '../shared/domain/webhook/attempt';
import { webhookRetry } from '../shared/domain/webhook/backoff';
import { failureTypes } from '../shared/messages/failure-types';
import { taskQueues } from '../shared/messages/task-queues';
import type { WebhookDeliveryInput } from '../shared/messages/webhook.messages';

/**
 * Every activity with its timeouts and retries.
 *
 * | group | runs | gives up |
 * | --- | --- | --- |
 * | local | in the workflow's worker, milliseconds | never: an unavailable store delays a job but never loses it |
 * | call | on queue `calls`, in a call slot, as long as the call | after one attempt: a phone must not ring twice |
 * | background | on the workflow's own queue, `jobs` or `erasures` | never |
 * | canceled call | on queue `jobs` | after three attempts: no analysis keeps a job from being canceled |
 * | history | on queue `erasures`, one check every few seconds | never |
 * | import | on queue `jobs`, 20 s at a time | never |
 * | bulk action | on queue `jobs`, 20 s at a time | never |
 * | local webhook | in the workflow's worker, 2 s | after one attempt: the webhook activity takes over |
 * | webhook | on queue `webhooks` | after the contract's 20 attempts; the workflow schedules what failures on our side used up |
 */
const nonRetryableErrorTypes = [failureTypes.staleJob];

/** Short database operations. */
export const localActivities = proxyLocalActivities<
  Pick<
    Activities,
    'beginJob' | 'loadJob' | 'scheduleCall' | 'endJob' | 'requestHangUp' | 'concludeCall' | 'concludeErasure'
  >
>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s', nonRetryableErrorTypes },
});

/**
 * One attempt to reach the contact. The longest call lasts a day. The heartbeat timeout detects a lost worker; each
 * heartbeat that reaches the server, after 80 % of it, is billed. The lease on the call decides whether it goes on.
 */
export const callActivities = proxyActivities<Pick<Activities, 'placeCall'>>({
  taskQueue: taskQueues.calls,
  startToCloseTimeout: '25h',
  heartbeatTimeout: '30s',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { maximumAttempts: 1 },
});

/** Longer work. Anything that may outlast the heartbeat timeout heartbeats, so that a lost worker is detected. */
const background = {
  startToCloseTimeout: '2m',
  heartbeatTimeout: '15s',
  retry: { initialInterval: '1s', backoffCoefficient: 1.5, maximumInterval: '30s', nonRetryableErrorTypes },
} as const;
export const backgroundActivities =
  proxyActivities<Pick<Activities, 'reconcileCall' | 'analyzeCall' | 'beginErasure' | 'eraseJob' | 'concludeErasure'>>(
    background,
  );

/** The analysis of a canceled job's last call. */
export const canceledCallActivities = proxyActivities<Pick<Activities, 'analyzeCall'>>({
  ...background,
  retry: { ...background.retry, maximumAttempts: 3 },
});

/** Checks whether Temporal has deleted histories. That takes seconds, or half a minute where a run has just ended. */
export const historyActivities = proxyActivities<Pick<Activities, 'eraseHistories'>>({
  startToCloseTimeout: '2m',
  heartbeatTimeout: '15s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
});

/** Processes a part of an import. */
export const importActivities = proxyActivities<Pick<Activities, 'processImport'>>({
  startToCloseTimeout: '5m',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '10s' },
});

/** Processes a part of a bulk action. */
export const bulkActionActivities = proxyActivities<Pick<Activities, 'processBulkAction'>>({
  startToCloseTimeout: '5m',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '10s' },
});

/** The first request to a quick receiver. It ends well before the workflow task times out. */
export const localWebhookActivities = proxyLocalActivities<Pick<Activities, 'sendWebhookLocally'>>({
  scheduleToCloseTimeout: '5s',
  startToCloseTimeout: '5s',
  retry: { maximumAttempts: 1 },
});

/**
 * The requests of a delivery, one for each try: at most 15 s, and the record of its result. The policy is the contract's. A
 * lost worker is not the receiver's failure: it ends the activity, which the workflow schedules again at once.
 */
export const webhookActivities = proxyActivities<Pick<Activities, 'sendWebhook'>>({
  startToCloseTimeout: '60s',
  // Longer than a request, so that a heartbeat that a busy machine delays never causes a second request.
  heartbeatTimeout: '20s',
  // When the workflow is woken, a request in progress ends before the next one begins.
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: {
    initialInterval: webhookRetry.initialIntervalMs,
    backoffCoefficient: webhookRetry.backoffCoefficient,
    maximumInterval: webhookRetry.maximumIntervalMs,
    maximumAttempts: webhookRetry.maximumAttempts,
    nonRetryableErrorTypes: ['TemporalTimeout:Heartbeat', 'TemporalTimeout:StartToClose'],
  },
});

/** What `sendWebhook` returned when each attempt was an activity of its own. */
type AttemptResult = { kind: DeliveryEnd } | { kind: 'retry'; waitMs: number; errorClass?: string };

/** The deliveries of earlier versions, which wait by timers. */
export const timedWebhookActivities = proxyActivities<{
  sendWebhook(input: WebhookDeliveryInput & { attempt: number }): Promise<AttemptResult>;
}>({
  startToCloseTimeout: '60s',
  heartbeatTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
});
