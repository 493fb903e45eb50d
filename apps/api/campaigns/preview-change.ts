import { controlOf, type Campaign } from '../../../shared/adapters/mongo/campaigns.repository';
import type { Organization } from '../../../shared/adapters/mongo/organizations.repository';
import type { ChangePreviewBody } from '../../../shared/contracts/campaign-response.schema';
import type { CampaignConfig } from '../../../shared/domain/campaign/campaign';
import type { CampaignControl } from '../../../shared/domain/campaign/state';
import { compareNextCalls, type NextCallChange } from '../../../shared/domain/planning/compare-next-calls';
import type { JobContext } from '../../../shared/domain/planning/plan-job';
import type { Job } from '../../../shared/domain/job/job';
import { listHolds } from '../../../shared/domain/organization/control-state';
import type { ApiDeps } from '../http/deps';
import type { ApiRequest } from '../http/route';
import { runForClient } from '../http/run-for-client';

/** A campaign as it is, and as it would be. */
interface Change {
  before: Campaign;
  after: Campaign;
  control: CampaignControl;
}

/** Up to so many waiting jobs, each is planned; of more, a sample of this size. */
const maxPlannedJobs = 10_000;
const jobsPerBatch = 200;
/** Jobs of a batch that are read at a time. */
const readsAtATime = 20;
/** After this time, in ms, the jobs that were planned so far are the sample. */
const maxMs = 15_000;

type Counts = Record<NextCallChange, number>;

/**
 * Counts how the next calls of the waiting jobs would move, by the planner that would move them. The jobs are taken in an
 * order that has nothing to do with them, so that the first of them are a sample of all.
 */
export async function previewChange(
  request: Pick<ApiRequest, 'orgId' | 'signal'>,
  change: Change,
  deps: ApiDeps,
  limits = { jobs: maxPlannedJobs, ms: maxMs },
): Promise<ChangePreviewBody> {
  const { ID: campaignId, OrgID: orgId } = change.before;
  const startedMs = performance.now();
  const { total, ids } = await deps.store.jobSamples.sampleWaiting({ orgId, campaignId }, limits.jobs);
  const organization = await deps.store.organizations.find(orgId);
  const counts: Counts = { Earlier: 0, Later: 0, Unchanged: 0, Held: 0, Never: 0 };
  const findConfig = createConfigReads(change.before, deps);
  let [from, planned] = [0, 0];
  for (; from < ids.length && performance.now() - startedMs < limits.ms; from += jobsPerBatch) {
    const jobs = await deps.store.jobSamples.loadWaiting(ids.slice(from, from + jobsPerBatch));
    const contexts = await loadContexts(jobs, { ...change, organization, findConfig }, deps);
    const isHeld = listHolds({ organization: organization?.State, campaign: controlOf(change.before) }).length > 0;
    await runForClient(request, deps, async (pace) => {
      for (const { job, context } of contexts) {
        counts[context === undefined ? 'Unchanged' : compareNextCalls(job, context, { isHeld, nowMs: deps.nowMs() })]++;
        await pace();
      }
    });
    planned += jobs.length;
  }
  const Estimated = Math.min(from, ids.length) < total;
  const Jobs = Estimated ? total : planned;
  return { Jobs, Planned: planned, Estimated, ...scale(counts, planned, Jobs) };
}

type FindConfig = (version: number) => Promise<CampaignConfig>;

/** Reads each version once: many jobs have the same. */
function createConfigReads(campaign: Campaign, { store }: Pick<ApiDeps, 'store'>): FindConfig {
  const read = async (version: number): Promise<CampaignConfig> =>
    (await store.campaigns.findVersion(campaign, version))?.config ?? campaign.Config;
  const reads = new Map<number, Promise<CampaignConfig>>();
  return (version) => {
    const found = reads.get(version) ?? read(version);
    reads.set(version, found);
    return found;
  };
}

const scale = (counts: Counts, planned: number, total: number): Counts =>
  Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, planned === 0 ? 0 : Math.round((count / planned) * total)]),
  ) as Counts;

/** A job, and the context by which it would be planned; none if the change does not concern it. */
interface Candidate {
  job: Job;
  context?: JobContext | undefined;
}

async function loadContexts(
  jobs: readonly Job[],
  {
    before,
    after,
    control,
    organization,
    findConfig,
  }: Change & { organization: Organization | undefined; findConfig: FindConfig },
  { store, nowMs }: ApiDeps,
): Promise<Candidate[]> {
  const concernsAll = JSON.stringify(controlOf(before)) !== JSON.stringify(control);
  const load = async (job: Job): Promise<Candidate> => {
    // Jobs keep the version of their first call.
    const pinned = job.CampaignVersion;
    if (pinned !== null && !concernsAll) return { job };
    const calls = job.CallCount > 0 ? await store.calls.listSummariesByJob(job.ID) : [];
    const config = pinned === null ? after.Config : await findConfig(pinned);
    const campaign = { version: pinned ?? after.Version, config, control };
    const context = await store.jobContexts.of(job, calls, { campaign, organization }, nowMs());
    return { job, context };
  };
  const candidates: Candidate[] = [];
  for (let from = 0; from < jobs.length; from += readsAtATime)
    candidates.push(...(await Promise.all(jobs.slice(from, from + readsAtATime).map(load))));
  return candidates;
}
