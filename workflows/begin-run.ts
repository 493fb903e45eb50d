import type { JobView } from '../shared/domain/job/job';
import type { JobWorkflowInput } from '../shared/messages/job.messages';
import { localActivities } from './activity-proxies';
import { hasPendingRequests, type JobRun } from './job-requests';

/** The transition of a job's first plan. It is published before the workflow starts. */
const firstPlan = 2;

/** Reads the job. One that was planned and published when it was stored is read by its call, if that is due. */
export async function beginRun(
  { jobId, firstCallMs, maxAttempts }: JobWorkflowInput,
  run: JobRun,
): Promise<JobView | null> {
  if (firstCallMs === undefined) return localActivities.beginJob(jobId);
  // Only saves a read: the activity of the call decides by its own clock, and fails if the job has moved on.
  if (Date.now() < firstCallMs || hasPendingRequests(run)) return localActivities.loadJob(jobId, firstPlan);
  return {
    state: 'scheduled',
    sequence: firstPlan,
    attempts: 0,
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
    nextCall: { atMs: firstCallMs, inMs: 0, label: 'now' },
    cancelRequested: false,
    deletionRequested: false,
  };
}
