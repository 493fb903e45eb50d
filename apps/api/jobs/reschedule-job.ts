import { UpdateRejectedError } from '../../../shared/adapters/temporal/workflow-client';
import { rescheduleHorizonSeconds, type RescheduleJob } from '../../../shared/contracts/job.schema';
import type { Job } from '../../../shared/domain/job/job';
import { isActionAllowed } from '../../../shared/domain/job/state';
import { updateRejections, type JobStatus } from '../../../shared/messages/job.messages';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { invalidBody, ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { findJob, jobKeyOf, type JobParameter } from './find-job';
import { toJobAnswer } from './presenter';

/** Sets the next call to a given instant. Only the job's workflow can decide whether the job still waits. */
export async function rescheduleJob(request: ApiRequest<JobParameter, RescheduleJob>, deps: ApiDeps): Promise<Reply> {
  const callAtMs = parseCallAt(request.body.CallAtUnixSeconds, deps.nowMs());
  const job = await findJob(jobKeyOf(request), deps);
  // A job that was just created is about to be scheduled: its workflow waits for that before it replies.
  // For a replay the workflow alone decides: it may already have applied the request.
  if (!request.isReplay && !isActionAllowed('reschedule', job.State)) throw notScheduled();
  await audit(request, { Action: 'job.rescheduled', CampaignID: job.CampaignID, JobID: job.ID }, deps);
  try {
    const { state } = await requestReschedule(job, { callAtMs, seed: request.idempotencySeed }, deps);
    return { status: 202, body: toJobAnswer({ ID: job.ID, State: state }) };
  } catch (error) {
    if (error instanceof UpdateRejectedError) throw notScheduled();
    throw error;
  }
}

/**
 * The workflow recognizes a repeated request by its seed. If the workflow of a waiting job was lost, it is started
 * again first.
 */
async function requestReschedule(
  job: Job,
  { callAtMs, seed }: { callAtMs: number; seed: string | undefined },
  { workflows }: ApiDeps,
): Promise<JobStatus> {
  try {
    return await workflows.rescheduleJob(job.ID, callAtMs, seed);
  } catch (error) {
    const lost = error instanceof UpdateRejectedError && error.type === updateRejections.notRunning;
    if (!lost || !isActionAllowed('reschedule', job.State)) throw error;
  }
  await workflows.startJob(job);
  return workflows.rescheduleJob(job.ID, callAtMs, seed);
}

const notScheduled = () =>
  new ProblemError('not_scheduled', { detail: 'Only a job that is waiting for its next call can be rescheduled.' });

function parseCallAt(unixSeconds: number, nowMs: number): number {
  const ms = Math.round(unixSeconds * 1000);
  if (ms > nowMs + rescheduleHorizonSeconds * 1000) {
    throw invalidBody([
      {
        pointer: '/CallAtUnixSeconds',
        detail: 'Expected a unix time in seconds (not milliseconds), at most two years ahead.',
      },
    ]);
  }
  return Math.max(ms, nowMs);
}
