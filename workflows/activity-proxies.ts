import { ActivityCancellationType, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { Activities } from '../activities';

/**
 * Every activity with its timeouts and retries: the one table to review.
 *
 * | group | runs | gives up |
 * | --- | --- | --- |
 * | steps | in the workflow's own worker, milliseconds | never: a store that is away holds the job, it does not lose it |
 * | line | on a line's slot, as long as the call | after one try: a phone must not ring twice |
 * | background | on queue `jobs` | never |
 * | histories | on queue `jobs`, a look every few seconds | never |
 * | imports | on queue `jobs`, a shift of 20 s at a time; a lost worker is noticed by its silence | never |
 * | receivers | on queue `webhooks` | never: our own trouble does not use up a receiver's attempts, which the workflow counts |
 */
const jobMoved = ['JobMoved'];

/** Short database steps. */
export const localActivities = proxyLocalActivities<
  Pick<
    Activities,
    'beginJob' | 'loadJob' | 'scheduleCall' | 'endJob' | 'requestHangUp' | 'concludeCall' | 'concludeDeletion'
  >
>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s', nonRetryableErrorTypes: jobMoved },
});

/** One attempt to reach the contact. The longest call lasts a day; a lost worker is noticed by its silence. */
export const callActivities = proxyActivities<Pick<Activities, 'placeCall'>>({
  taskQueue: 'calls',
  startToCloseTimeout: '25h',
  heartbeatTimeout: '15s',
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { maximumAttempts: 1 },
});

/** Work that may take its time; what takes longer than the heartbeat beats, and a lost worker is noticed by its silence. */
export const backgroundActivities = proxyActivities<
  Pick<Activities, 'settleCall' | 'analyzeCall' | 'beginDeletion' | 'eraseJob' | 'concludeDeletion'>
>({
  startToCloseTimeout: '2m',
  heartbeatTimeout: '15s',
  retry: { initialInterval: '1s', backoffCoefficient: 1.5, maximumInterval: '30s', nonRetryableErrorTypes: jobMoved },
});

/** Looks whether the engine has deleted what it was told to: seconds, so the looks stay close together. */
export const historyActivities = proxyActivities<Pick<Activities, 'eraseHistories'>>({
  startToCloseTimeout: '2m',
  heartbeatTimeout: '15s',
  retry: { initialInterval: '1s', backoffCoefficient: 1.3, maximumInterval: '5s' },
});

/** A shift of work on a bulk file. */
export const importActivities = proxyActivities<Pick<Activities, 'workOffImport'>>({
  startToCloseTimeout: '5m',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '10s' },
});

/** One request to a receiver: 15 s at most, and the writing of what came of it. */
export const webhookActivities = proxyActivities<Pick<Activities, 'sendWebhook'>>({
  startToCloseTimeout: '60s',
  // A worker that was lost with a request under way is noticed by its silence. Longer than a request, so that one whose signs of life
  // are held up on a busy machine is not taken for lost and made twice.
  heartbeatTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '30s' },
});
