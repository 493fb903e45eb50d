import type { Client } from '@temporalio/client';
import { jobWorkflowId } from '../../messages/workflow-ids';
import { eraseHistories, type RemainingHistories } from './erase-histories';
import { createHistoryRequests } from './history-requests';

/** The workflow histories of jobs. */
export interface Histories {
  /** Whether the job's workflow is running. @throws {EngineUnavailableError} */
  isRunning(jobId: string): Promise<boolean>;
  /** Whether the job's workflow places a call, or waits for a call slot. @throws {EngineUnavailableError} */
  isPlacingCall(jobId: string): Promise<boolean>;
  /**
   * Deletes the histories of a job: every run of its workflow, including a running one, and every run of its ended deliveries.
   * Deliveries in progress stay, because deleting them would lose the event; their histories contain IDs only. Idempotent.
   * @param deliveryIds every workflow id that the job's deliveries can have
   * @throws {EngineUnavailableError}
   */
  erase(jobId: string, deliveryIds: readonly string[]): Promise<RemainingHistories>;
}

/** The name of the activity that places a call. It is pending from the moment that the call waits for a slot. */
export const placeCallActivity = 'placeCall';

export function createHistories(client: Client): Histories {
  const requests = createHistoryRequests(client);
  const describe = (jobId: string) => requests.describe({ workflowId: jobWorkflowId(jobId) });
  return {
    isRunning: async (jobId) => (await describe(jobId))?.status.name === 'RUNNING',
    isPlacingCall: async (jobId) => {
      const pending = (await describe(jobId))?.raw.pendingActivities ?? [];
      return pending.some(({ activityType }) => activityType?.name === placeCallActivity);
    },
    erase: (jobId, deliveries) => eraseHistories(requests, { job: jobWorkflowId(jobId), deliveries }),
  };
}
