import { toVersionedConfig } from '../../../shared/adapters/mongo/campaigns.repository';
import { isDuplicateKey } from '../../../shared/adapters/mongo/client';
import type { JobSettings } from '../../../shared/application/job-context';
import { loadZones } from '../../../shared/adapters/numbers/zones-of-number';
import type { CreateJob } from '../../../shared/contracts/job.schema';
import type { Scope } from '../../../shared/domain/access/scope';
import { findLooserFields, hasCeilings } from '../../../shared/domain/campaign/ceilings';
import type { CampaignConfig } from '../../../shared/domain/campaign/campaign';
import { findOverrideWarnings } from '../../../shared/domain/campaign/warnings';
import { validateJob } from '../../../shared/domain/campaign/validate-job';
import { newJob, startDeadlineOf, type Job } from '../../../shared/domain/job/job';
import { planNewJob } from '../../../shared/domain/planning/plan-new-job';
import { createZoneValidator } from '../../../shared/domain/schedule/inferred-zones';
import { audit } from '../audit/audit';
import { findOpenCampaign } from '../campaigns/find-open-campaign';
import { tooManyOpenJobs } from '../campaigns/too-many-open-jobs';
import type { ApiDeps } from '../http/deps';
import { invalidBody } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';
import { toWarnings } from '../http/warnings';
import { checkPolicy } from './check-policy';

/**
 * Validates a job against its campaign. Settings of the campaign are ceilings for keys that may not change it.
 * @throws {ProblemError} that points at every invalid field
 */
export async function checkJob(
  body: CreateJob,
  { campaign, scopes, orgId }: { campaign: CampaignConfig; scopes: readonly Scope[]; orgId: string },
  { validateOverrides, nowMs }: Pick<ApiDeps, 'validateOverrides' | 'nowMs'>,
): Promise<void> {
  const zoneProblems = await createZoneValidator(campaign, loadZones, nowMs());
  const problems = [
    ...validateJob(body, campaign),
    ...validateOverrides(body.Overrides, { pointer: '/Overrides', orgId }),
    ...zoneProblems(body, '/Overrides/Constraints/TimeZone'),
    ...(hasCeilings({ scopes }) ? findLooserFields(body, campaign) : []),
  ];
  if (problems.length > 0) throw invalidBody(problems);
}

/**
 * Plans a job, stores it and responds: its events are published and its workflow is started shortly after, or when
 * Temporal is available again.
 */
export async function createJob(request: ApiRequest<'campaignID', CreateJob>, deps: ApiDeps): Promise<Reply> {
  const { body, orgId, params } = request;
  const key = { orgId, campaignId: params.campaignID };
  const id = request.newId('job');
  if (request.isReplay && (await deps.store.jobs.findMetadata({ ...key, jobId: id })))
    return createdReply(key.campaignId, id, body);
  const { campaign, organization } = await findOpenCampaign(key, deps);
  await checkJob(body, { campaign: campaign.Config, scopes: request.scopes, orgId }, deps);
  const policy = deps.store.policyOf(organization);
  await checkPolicy(body, policy);
  if (!(await deps.store.openJobs.admit(orgId, 1, policy.MaxOpenJobs, deps.nowMs())))
    throw tooManyOpenJobs(policy.MaxOpenJobs);
  const entry = await audit(request, { Action: 'job.created', CampaignID: campaign.ID, CreatesJobID: id }, deps);
  const nowMs = deps.nowMs();
  const job = newJob(body, { ...key, id }, nowMs, { AuditLogEntries: [entry] });
  const settings = { campaign: toVersionedConfig(campaign), organization };
  const context = await deps.store.jobContexts.draft(job, settings, nowMs);
  await storeJob(planNewJob(context, nowMs), settings, deps);
  return createdReply(job.CampaignID, job.ID, body);
}

/** Stores a planned job. The sweeper publishes and starts it if this process ends before it does. */
async function storeJob(job: Job, settings: JobSettings, { store, metrics, dispatcher }: ApiDeps): Promise<void> {
  try {
    await store.jobs.insert({ ...job, DueMS: startDeadlineOf(job) });
  } catch (error) {
    // An earlier attempt of this request stored it, and its response was lost.
    if (isDuplicateKey(error)) return;
    throw error;
  }
  metrics.recordJobCreated();
  metrics.jobs.recordTransition('created', job.State);
  dispatcher.start(job, settings);
}

const createdReply = (campaignId: string, jobId: string, { Overrides }: CreateJob): Reply => ({
  status: 201,
  headers: { Location: `/campaigns/${campaignId}/jobs/${jobId}` },
  body: { JobID: jobId, ...toWarnings(findOverrideWarnings(Overrides, '/Overrides')) },
});
