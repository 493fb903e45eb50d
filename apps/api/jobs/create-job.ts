import { isDuplicateKey } from '../../../shared/adapters/mongo/client';
import { loadZones } from '../../../shared/adapters/numbers/zones-of-number';
import { problemsInCampaign } from '../../../shared/contracts/job-in-campaign';
import type { CreateJob } from '../../../shared/contracts/job.schema';
import { createZoneRule } from '../../../shared/contracts/zone-problems';
import type { CampaignConfig } from '../../../shared/domain/campaign/campaign';
import type { Job } from '../../../shared/domain/job/job';
import { newbornJob } from '../../../shared/domain/job/new-job';
import { audit } from '../audit/audit';
import { findCampaign } from '../campaigns/handlers';
import type { ApiDeps } from '../deps';
import { invalidBody } from '../middleware/problem';
import type { ApiRequest, Reply } from '../routing/route';
import { simulatorProblems } from '../../../shared/adapters/telephony/simulated/problems';

/** A job that nobody started by then is started by the sweeper. */
const startGraceMs = 5_000;

export function newJob(body: CreateJob, of: { id: string; orgId: string; campaignId: string }, nowMs: number): Job {
  const { ContactPhoneNumber, TestJob, ...request } = body;
  return {
    ...request,
    ...(TestJob === true ? { TestJob } : {}),
    PhoneNumber: ContactPhoneNumber,
    ID: of.id,
    OrgID: of.orgId,
    CampaignID: of.campaignId,
    ...newbornJob(nowMs, startGraceMs),
  };
}

/** Refuses a job that its campaign does not take. @throws {ProblemError} that points at every field that is wrong */
export async function checkJob(body: CreateJob, campaign: CampaignConfig): Promise<void> {
  const zoneProblems = await createZoneRule(campaign, loadZones);
  const problems = [
    ...problemsInCampaign(body, campaign),
    ...simulatorProblems(body.Overrides, '/Overrides'),
    ...zoneProblems(body, '/Overrides/Constraints/TimeZone'),
  ];
  if (problems.length > 0) throw invalidBody(problems);
}

/** Stores a job, and answers once it is stored: its workflow starts a moment later, or when the engine is back. */
export async function createJob(request: ApiRequest<'campaignID', CreateJob>, deps: ApiDeps): Promise<Reply> {
  const { body, orgId, params } = request;
  const key = { orgId, campaignId: params.campaignID };
  const campaign = await findCampaign(key, deps);
  const id = request.newId('job');
  if (request.again && (await deps.store.jobs.findOutline({ ...key, jobId: id }))) return created(key.campaignId, id);
  await checkJob(body, campaign.Config);
  const entry = await audit(request, { Action: 'job.created', CampaignID: campaign.ID, CreatesJobID: id }, deps);
  const job = { ...newJob(body, { ...key, id }, deps.nowMs()), AuditLogEntries: [entry] };
  await deps.store.jobs.insert(job).catch((error: unknown) => {
    // Stored by the same request, whose answer was lost: this is its answer.
    if (!isDuplicateKey(error)) throw error;
  });
  deps.metrics.jobCreated();
  deps.messenger.start(job);
  return created(job.CampaignID, job.ID);
}

const created = (campaignId: string, jobId: string): Reply => ({
  status: 201,
  headers: { Location: `/campaigns/${campaignId}/jobs/${jobId}` },
  body: { JobID: jobId },
});
