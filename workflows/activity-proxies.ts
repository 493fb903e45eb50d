import { ActivityCancellationType, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { Activities } from '../activities';
import { failureTypes } from '../shared/messages/failure-types';
import { taskQueues } from '../shared/messages/task-queues';

/**
 * Every activity with its timeouts and retries.
 *
 * | group | runs | gives up |
 * | --- | --- | --- |
 * | local | in the workflow's worker, milliseconds | never: an unavailable store delays a job but never loses it |
 * | call | on queue `calls`, in a call slot, as long as the call | after one attempt: a phone must not ring twice |
 * | background | on queue `jobs` | never |
 * | canceled call | on queue `jobs` | after three attempts: no analysis keeps a job from being canceled |
 * | history | on queue `jobs`, one check every few seconds | never |
 * | import | on queue `jobs`, 20 s at a time | never |
 * | webhook | on queue `webhooks` | never: failures on our side do not count as attempts, which the workflow counts |
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

/** One attempt to reach the contact. The longest call lasts a day. The heartbeat timeout detects a lost worker. */
export const callActivities = proxyActivities<Pick<Activities, 'placeCall'>>({
  taskQueue: taskQueues.calls,
  startToCloseTimeout: '25h',
  heartbeatTimeout: '15s',
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

/** Checks whether Temporal has deleted histories. That takes seconds, so retries stay close together. */
export const historyActivities = proxyActivities<Pick<Activities, 'eraseHistories'>>({
  startToCloseTimeout: '2m',
  heartbeatTimeout: '15s',
  retry: { initialInterval: '1s', backoffCoefficient: 1.3, maximumInterval: '5s' },
});

/** Processes a part of an import. */
export const importActivities = proxyActivities<Pick<Activities, 'processImport'>>({
  startToCloseTimeout: '5m',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '10s' },
});

/** One request to a receiver: at most 15 s, and the record of its result. */
export const webhookActivities = proxyActivities<Pick<Activities, 'sendWebhook'>>({
  startToCloseTimeout: '60s',
  // Longer than a request, so that a heartbeat that a busy machine delays never causes a second request.
  heartbeatTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
});
