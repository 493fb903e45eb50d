import type { CallsRepository } from '../adapters/mongo/calls.repository';
import type { CampaignsRepository, VersionedConfig } from '../adapters/mongo/campaigns.repository';
import type { NumberAttemptsRepository } from '../adapters/mongo/number-attempts.repository';
import type { SuppressionsRepository } from '../adapters/mongo/suppressions.repository';
import type { Organization, OrganizationsRepository } from '../adapters/mongo/organizations.repository';
import { loadNumberFacts } from '../adapters/numbers/facts-of-number';
import { zonesOfNumber } from '../adapters/numbers/zones-of-number';
import { invariant } from '../domain/assert';
import { callId, type CallSummary } from '../domain/call/call-record';
import type { Job } from '../domain/job/job';
import type { CampaignControl } from '../domain/campaign/state';
import type { JobControls } from '../domain/organization/control-state';
import type { Policy } from '../domain/organization/policy';
import { createJobContext, followsNumberZones, type JobContext } from '../domain/planning/plan-job';
import type { HoldingSuppression } from '../domain/suppression/suppression';
import { numberLimitsOf } from '../domain/planning/number-limits';

interface Sources {
  campaigns: Pick<CampaignsRepository, 'findConfig' | 'findControl'>;
  calls: Pick<CallsRepository, 'listSummariesByJob'>;
  organizations: Pick<OrganizationsRepository, 'find'>;
  numberAttempts: Pick<NumberAttemptsRepository, 'listStartsMs'>;
  suppressions: Pick<SuppressionsRepository, 'findHolding'>;
  policyOf: (organization: Organization | undefined) => Policy;
}

/** What a job is planned by, as it was read. */
export interface JobSettings {
  campaign: VersionedConfig;
  organization: Organization | undefined;
  /** The suppressed ones of the numbers of many jobs, if they were looked up at once. */
  suppressed?: ReadonlyMap<string, HoldingSuppression> | undefined;
}

type FindSuppression = (job: Job, nowMs: number) => Promise<HoldingSuppression | undefined>;

/** Adds the policy, what is known of the job's number, what suppresses it, and the attempts that count against its limits. */
const createCompletion =
  ({ numberAttempts, policyOf }: Pick<Sources, 'numberAttempts' | 'policyOf'>) =>
  async (
    context: JobContext,
    organization: Organization | undefined,
    { nowMs, findSuppression }: { nowMs: number; findSuppression: FindSuppression },
  ): Promise<JobContext> => {
    const { job, campaign } = context;
    const policy = policyOf(organization);
    const limits = numberLimitsOf(campaign, organization, policy);
    const number = { orgId: job.OrgID, campaignId: job.CampaignID, phoneNumber: job.PhoneNumber };
    const at = { nowMs, nextCallId: callId(job.ID, job.CallCount + 1) };
    const [lookUpNumber, suppression, zones, numberLimits] = await Promise.all([
      loadNumberFacts(),
      findSuppression(job, nowMs),
      followsNumberZones(context) ? zonesOfNumber(job.PhoneNumber) : undefined,
      Promise.all(
        limits.map(async (limit) => ({
          ...limit,
          attemptStartsMs: await numberAttempts.listStartsMs(number, limit, at),
        })),
      ),
    ]);
    return { ...context, zones, numberLimits, suppression, policy, number: lookUpNumber(job.PhoneNumber) };
  };

const controlsOf = (organization: Organization | undefined, campaign: CampaignControl | undefined): JobControls => ({
  organization: organization?.State,
  campaign,
});

/** Loads what the next call of a job is planned from. */
export function createJobContexts({
  campaigns,
  calls,
  organizations,
  numberAttempts,
  suppressions,
  policyOf,
}: Sources) {
  const complete = createCompletion({ numberAttempts, policyOf });
  const findSuppression: FindSuppression = async ({ OrgID, CampaignID, PhoneNumber }, nowMs) =>
    (await suppressions.findHolding({ orgId: OrgID, campaignId: CampaignID }, [PhoneNumber], nowMs)).get(PhoneNumber);

  const toContext = (
    job: Job,
    jobCalls: readonly CallSummary[],
    { campaign, organization, suppressed }: JobSettings,
    nowMs: number,
  ): Promise<JobContext> => {
    const { version, config, control, pacing, priority } = campaign;
    const context = createJobContext({ job, calls: jobCalls, version, campaign: config });
    const pace = { campaign: pacing, caller: organization?.CallerIDPacing, priority };
    const find: FindSuppression =
      suppressed === undefined ? findSuppression : ({ PhoneNumber }) => Promise.resolve(suppressed.get(PhoneNumber));
    const known = { ...context, pacing: pace, controls: controlsOf(organization, control) };
    return complete(known, organization, { nowMs, findSuppression: find });
  };

  return {
    /**
     * Loads a stored job's context: with its pinned version of the campaign, or the current one before the first call.
     */
    load: async (job: Job, nowMs: number): Promise<JobContext> => {
      const [campaign, jobCalls, organization] = await Promise.all([
        campaigns.findConfig(job.CampaignID, job.CampaignVersion ?? undefined),
        job.CallCount > 0 ? calls.listSummariesByJob(job.ID) : [],
        organizations.find(job.OrgID),
      ]);
      invariant(campaign !== undefined, `job ${job.ID} belongs to a campaign`);
      return toContext(job, jobCalls, { campaign, organization }, nowMs);
    },

    /** Loads the context of a job by settings that are not stored. */
    of: toContext,

    /** Loads the context of a job that is not stored. */
    draft: (job: Job, settings: JobSettings, nowMs: number): Promise<JobContext> => toContext(job, [], settings, nowMs),

    /** Reads again what people change at any time: the policy, the states, the dates of the campaign and the suppressions. */
    refresh: async (context: JobContext, nowMs: number): Promise<JobContext> => {
      const { OrgID, CampaignID } = context.job;
      const [organization, control, suppression] = await Promise.all([
        organizations.find(OrgID),
        campaigns.findControl(CampaignID),
        findSuppression(context.job, nowMs),
      ]);
      return { ...context, policy: policyOf(organization), controls: controlsOf(organization, control), suppression };
    },
  };
}
export type JobContexts = ReturnType<typeof createJobContexts>;
