import { requestCancel } from '../../../shared/application/end-job';
import { isActionAllowed } from '../../../shared/domain/job/state';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { findJob, jobKeyOf, type JobParameter, jobNotRunning } from './find-job';
import { toJobAnswer } from './presenter';

/** Records the cancel request; the job's workflow carries it out. A call in progress is hung up. */
export async function cancelJob(request: ApiRequest<JobParameter>, deps: ApiDeps): Promise<Reply> {
  const key = jobKeyOf(request);
  const job = await findJob(key, deps);
  if (isActionAllowed('cancel', job.State)) {
    await audit(request, { Action: 'job.canceled', CampaignID: job.CampaignID, JobID: job.ID }, deps);
    const updated = await requestCancel(key, deps, deps.nowMs());
    if (updated) {
      deps.dispatcher.wake(updated);
      return { status: 202, body: toJobAnswer(updated) };
    }
  }
  const current = await findJob(key, deps);
  if (current.State !== 'canceled') throw jobNotRunning(current);
  return { status: 202, body: toJobAnswer(current) };
}
