import { EngineUnavailableError } from '../../../shared/adapters/temporal/workflow-client';
import { findConstraintProblems, replanUpdated, toJobChange } from '../../../shared/application/update-job';
import type { UpdateJob } from '../../../shared/contracts/job.schema';
import type { Scope } from '../../../shared/domain/access/scope';
import { hasCeilings } from '../../../shared/domain/campaign/ceilings';
import { findConstraintWarnings } from '../../../shared/domain/campaign/warnings';
import type { Job } from '../../../shared/domain/job/job';
import { isActionAllowed, isEnding } from '../../../shared/domain/job/state';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { invalidBody, ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { toWarnings } from '../http/warnings';
import { findJob, jobKeyOf, type JobParameter, jobNotRunning } from './find-job';
import { toJobAnswer } from './presenter';

/** Replaces parts of a running job; new constraints replan its next call immediately. */
export async function updateJob(request: ApiRequest<JobParameter, UpdateJob>, deps: ApiDeps): Promise<Reply> {
  const key = jobKeyOf(request);
  const job = await findJob(key, deps);
  if (!isActionAllowed('update', job.State) || isEnding(job)) throw jobNotRunning(job);
  const { body } = request;
  if (Object.keys(body).length === 0) return { status: 202, body: toJobAnswer(job) };
  if (body.Constraints) await checkConstraints(job, body.Constraints, request, deps);
  const target = { CampaignID: job.CampaignID, JobID: job.ID };
  await audit(request, { Action: 'job.updated', ...target, Details: { Fields: Object.keys(body) } }, deps);
  const nowMs = deps.nowMs();
  const changed = await deps.store.jobs.update(key, toJobChange(job, body, nowMs), nowMs);
  if (!changed) throw jobNotRunning(await findJob(key, deps));
  if (body.Constraints) await replan(changed, deps);
  const warnings = toWarnings(findConstraintWarnings(body.Constraints, '/Constraints'));
  return { status: 202, body: { ...toJobAnswer(changed), ...warnings } };
}

/** Validates constraints by the version of the campaign that plans the job: the one of its first call, or the newest. */
async function checkConstraints(
  job: Job,
  constraints: NonNullable<UpdateJob['Constraints']>,
  key: { scopes: readonly Scope[] },
  deps: ApiDeps,
): Promise<void> {
  const campaign = await deps.store.campaigns.findConfig(job.CampaignID, job.CampaignVersion ?? undefined);
  if (campaign === undefined) throw new ProblemError('campaign_not_found');
  const rules = { campaign: campaign.config, hasCeilings: hasCeilings(key) };
  const problems = await findConstraintProblems(job, constraints, rules, deps.nowMs());
  if (problems.length > 0) throw invalidBody(problems);
}

async function replan(job: Job, { workflows }: ApiDeps): Promise<void> {
  try {
    await replanUpdated(job, { workflows });
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    throw new ProblemError('engine_unavailable', {
      detail:
        'The change is stored and will be applied; the workflow engine has not confirmed it yet. The request can be retried.',
      headers: { 'Retry-After': '5' },
      cause: error,
    });
  }
}
