import { UpdateRejectedError, type WorkflowClient } from '../adapters/temporal/workflow-client';
import type { Job } from '../domain/job/job';
import { isWaiting } from '../domain/job/state';
import { updateRejections, type JobStatus } from '../messages/job.messages';

/**
 * Sends an update to the workflow of a job. A waiting job that was made a moment ago has no workflow yet, and a workflow
 * may be lost: it is started first, without a delay.
 * @returns the job's status, or `undefined` when the workflow rejects the update
 * @throws {EngineUnavailableError}
 */
export async function requestOfWorkflow(
  job: Job,
  request: () => Promise<JobStatus>,
  { workflows }: { workflows: Pick<WorkflowClient, 'startJob'> },
): Promise<JobStatus | undefined> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof UpdateRejectedError)) throw error;
    if (error.type !== updateRejections.notRunning || !isWaiting(job.State)) return undefined;
  }
  await workflows.startJob(job);
  return request().catch((error: unknown) => {
    if (error instanceof UpdateRejectedError) return undefined;
    throw error;
  });
}
