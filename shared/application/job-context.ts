import type { CallsRepository } from '../adapters/mongo/calls.repository';
import type { CampaignsRepository, VersionedConfig } from '../adapters/mongo/campaigns.repository';
import type { NumberAttemptsRepository } from '../adapters/mongo/number-attempts.repository';
import type { Organization, OrganizationsRepository } from '../adapters/mongo/organizations.repository';
import { loadNumberFacts } from '../adapters/numbers/facts-of-number';
import { zonesOfNumber } from '../adapters/numbers/zones-of-number';
import { invariant } from '../domain/assert';
import { callId, type CallSummary } from '../domain/call/call-record';
import type { Job } from '../domain/job/job';
import type { ControlState, JobControls } from '../domain/organization/control-state';
import type { Policy } from '../domain/organization/policy';
import { createJobContext, followsNumberZones, type JobContext } from '../domain/planning/plan-job';
import { numberLimitsOf } from '../domain/planning/number-limits';

interface Sources {
  campaigns: Pick<CampaignsRepository, 'findConfig' | 'findState'>;
  calls: Pick<CallsRepository, 'listSummariesByJob'>;
  organizations: Pick<OrganizationsRepository, 'find'>;
  numberAttempts: Pick<NumberAttemptsRepository, 'listStartsMs'>;
  policyOf: (organization: Organization | undefined) => Policy;
}

/** What a job is planned by, as it was read. */
export interface JobSettings {
  campaign: VersionedConfig;
  organization: Organization | undefined;
}

/** Adds the policy, what is known of the job's number, and the attempts that count against its limits. */
const createCompletion =
  ({ numberAttempts, policyOf }: Pick<Sources, 'numberAttempts' | 'policyOf'>) =>
  async (context: JobContext, organization: Organization | undefined, nowMs: number): Promise<JobContext> => {
    const { job, campaign } = context;
    const policy = policyOf(organization);
    const limits = numberLimitsOf(campaign, organization, policy);
    const number = { orgId: job.OrgID, campaignId: job.CampaignID, phoneNumber: job.PhoneNumber };
    const at = { nowMs, nextCallId: callId(job.ID, job.CallCount + 1) };
    const [lookUpNumber, zones, numberLimits] = await Promise.all([
      loadNumberFacts(),
      followsNumberZones(context) ? zonesOfNumber(job.PhoneNumber) : undefined,
      Promise.all(
        limits.map(async (limit) => ({
          ...limit,
          attemptStartsMs: await numberAttempts.listStartsMs(number, limit, at),
        })),
      ),
    ]);
    return { ...context, zones, numberLimits, policy, number: lookUpNumber(job.PhoneNumber) };
  };

/** Loads what the next call of a job is planned from. */
export function createJobContexts({ campaigns, calls, organizations, numberAttempts, policyOf }: Sources) {
  const complete = createCompletion({ numberAttempts, policyOf });
  const controlsOf = (organization: Organization | undefined, campaign: ControlState | undefined): JobControls => ({
    organization: organization?.State,
    campaign,
  });

  const toContext = (
    job: Job,
    jobCalls: readonly CallSummary[],
    { campaign, organization }: JobSettings,
    nowMs: number,
  ): Promise<JobContext> => {
    const { version, config, state, pacing, priority } = campaign;
    const context = createJobContext({ job, calls: jobCalls, version, campaign: config });
    const pace = { campaign: pacing, caller: organization?.CallerIDPacing, priority };
    return complete({ ...context, pacing: pace, controls: controlsOf(organization, state) }, organization, nowMs);
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

    /** Loads the context of a job that is not stored. */
    draft: (job: Job, settings: JobSettings, nowMs: number): Promise<JobContext> => toContext(job, [], settings, nowMs),

    /** Reads again what people change at any time: the policy and the states. */
    refresh: async (context: JobContext): Promise<JobContext> => {
      const { OrgID, CampaignID } = context.job;
      const [organization, state] = await Promise.all([organizations.find(OrgID), campaigns.findState(CampaignID)]);
      return { ...context, policy: policyOf(organization), controls: controlsOf(organization, state) };
    },
  };
}
export type JobContexts = ReturnType<typeof createJobContexts>;
