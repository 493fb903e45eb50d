import { isRunning } from '../../../shared/domain/job/state';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../deps';
import { ProblemError } from '../middleware/problem';
import type { ApiRequest, Reply } from '../routing/route';
import { jobAnswer } from './presenter';
import { findJob, jobKey, type JobParameter } from './read-jobs';

/** Writes the wish to cancel; the job's workflow sees to the rest, hanging up first if the job is in a call. */
export async function cancelJob(request: ApiRequest<JobParameter>, deps: ApiDeps): Promise<Reply> {
  const key = jobKey(request);
  const job = await findJob(key, deps);
  if (isRunning(job.State)) {
    await audit(request, { Action: 'job.canceled', CampaignID: job.CampaignID, JobID: job.ID }, deps);
    const asked = await deps.store.jobs.requestCancel(key, deps.nowMs());
    if (asked) {
      deps.messenger.nudge(asked);
      return { status: 202, body: jobAnswer(asked) };
    }
  }
  const standing = await findJob(key, deps);
  if (standing.State !== 'canceled') throw notRunning(standing.State);
  return { status: 202, body: jobAnswer(standing) };
}

/** Writes the wish to erase the job's personal data; repeatable in every state. */
export async function deleteJob(request: ApiRequest<JobParameter>, deps: ApiDeps): Promise<Reply> {
  const key = jobKey(request);
  // One that no key opens any more can be erased all the same.
  const job = await deps.store.jobs.findOutline(key);
  if (!job) throw new ProblemError('job_not_found');
  // Asking again would only wake the sweeper for a job that has nothing left.
  if (job.State !== 'deleted') {
    await audit(request, { Action: 'job.deletion_requested', CampaignID: job.CampaignID, JobID: job.ID }, deps);
    await deps.store.jobs.requestDeletion(key, deps.nowMs());
    deps.messenger.erase(job);
  }
  return { status: 202, body: { JobID: job.ID, State: job.State === 'deleted' ? 'deleted' : 'deleting' } };
}

export const notRunning = (state: Parameters<typeof isRunning>[0]): ProblemError =>
  new ProblemError('job_not_running', {
    // A job that runs and is refused all the same was asked to end by somebody else.
    detail: isRunning(state) ? 'The job is being canceled.' : `The job is ${state}.`,
  });
