import { findRescheduleProblem, requestReschedule, resolveCallAt } from '../../../shared/application/reschedule-job';
import type { RescheduleJob } from '../../../shared/contracts/job.schema';
import { hasCeilings } from '../../../shared/domain/campaign/ceilings';
import { isActionAllowed } from '../../../shared/domain/job/state';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { invalidBody, ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { findJob, jobKeyOf, type JobParameter } from './find-job';
import { toJobAnswer } from './presenter';

/** Sets the next call to a given instant. Only the job's workflow can decide whether the job still waits. */
export async function rescheduleJob(request: ApiRequest<JobParameter, RescheduleJob>, deps: ApiDeps): Promise<Reply> {
  const callAtMs = resolveCallAt(request.body.CallAtUnixSeconds, deps.nowMs());
  if (typeof callAtMs !== 'number') throw invalidBody([callAtMs]);
  const job = await findJob(jobKeyOf(request), deps);
  // A job that was just created is about to be scheduled: its workflow waits for that before it replies.
  // For a replay the workflow alone decides: it may already have applied the request.
  if (!request.isReplay) {
    if (!isActionAllowed('reschedule', job.State)) throw notScheduled();
    const chosen = { callAtMs, hasCeilings: hasCeilings(request) };
    const found = await findRescheduleProblem(job, chosen, deps, deps.nowMs());
    if (found !== undefined) throw invalidBody([found.problem]);
  }
  await audit(request, { Action: 'job.rescheduled', CampaignID: job.CampaignID, JobID: job.ID }, deps);
  const status = await requestReschedule(job, { callAtMs, seed: request.idempotencySeed }, deps);
  if (status === undefined) throw notScheduled();
  return { status: 202, body: toJobAnswer({ ID: job.ID, State: status.state }) };
}

const notScheduled = () =>
  new ProblemError('not_scheduled', { detail: 'Only a job that is waiting for its next call can be rescheduled.' });
