import { asksModel } from '../../../shared/domain/campaign/analyzer';
import { isErasing } from '../../../shared/domain/job/state';
import { audit } from '../audit/audit';
import { findCampaign } from '../campaigns/find-campaign';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { findJob, jobKeyOf, type JobParameter } from './find-job';
import { toJobAnswer } from './presenter';

const nothing = (detail: string): ProblemError => new ProblemError('nothing_to_analyze', { detail });

/** Asks for a new analysis of all calls of a job, by the schema of the campaign's current version. */
export async function analyzeJob(request: ApiRequest<JobParameter>, deps: ApiDeps): Promise<Reply> {
  const key = jobKeyOf(request);
  const job = await findJob(key, deps);
  if (isErasing(job.State) || job.DeletionRequestedMS !== undefined) throw nothing('The job is erased.');
  if (job.CallCount === 0) throw nothing('The job has no call yet.');
  const { Config } = await findCampaign({ orgId: request.orgId, campaignId: job.CampaignID }, deps);
  if (!asksModel(Config))
    throw nothing('The campaign has no AnalysisSchema with properties, or leaves it to the rules.');
  await audit(request, { Action: 'job.analysis_requested', CampaignID: job.CampaignID, JobID: job.ID }, deps);
  const requested = await deps.store.jobAnalyses.request(key, deps.nowMs());
  if (requested === undefined) throw nothing('The job is erased.');
  return { status: 202, body: toJobAnswer(requested) };
}
