import type { CallsRepository } from '../adapters/mongo/calls.repository';
import type { Campaign, CampaignsRepository } from '../adapters/mongo/campaigns.repository';
import type { NumberAttemptsRepository } from '../adapters/mongo/number-attempts.repository';
import type { Organization, OrganizationsRepository } from '../adapters/mongo/organizations.repository';
import { loadNumberFacts } from '../adapters/numbers/facts-of-number';
import { zonesOfNumber } from '../adapters/numbers/zones-of-number';
import { invariant } from '../domain/assert';
import { callId } from '../domain/call/call-record';
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

/** Loads what the next call of a job is planned from. */
export function createJobContexts({ campaigns, calls, organizations, numberAttempts, policyOf }: Sources) {
  /** Adds the policy, what is known of the job's number, and the attempts that count against its limits. */
  const complete = async (
    context: JobContext,
    organization: Organization | undefined,
    nowMs: number,
  ): Promise<JobContext> => {
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
  const controlsOf = (organization: Organization | undefined, campaign: ControlState | undefined): JobControls => ({
    organization: organization?.State,
    campaign,
  });

  return {
    /**
     * Loads a stored job's context: with its pinned version of the campaign, or the current one before the first call.
     */
    load: async (job: Job, nowMs: number): Promise<JobContext> => {
      const [versioned, existingCalls, organization] = await Promise.all([
        campaigns.findConfig(job.CampaignID, job.CampaignVersion ?? undefined),
        job.CallCount > 0 ? calls.listSummariesByJob(job.ID) : [],
        organizations.find(job.OrgID),
      ]);
      invariant(versioned !== undefined, `job ${job.ID} belongs to a campaign`);
      const { version, config, state } = versioned;
      const context = createJobContext({ job, calls: existingCalls, version, campaign: config });
      return complete({ ...context, controls: controlsOf(organization, state) }, organization, nowMs);
    },

    /** Loads the context of a job that is not stored. */
    draft: async (job: Job, campaign: Campaign, nowMs: number): Promise<JobContext> => {
      const context = createJobContext({ job, calls: [], version: campaign.Version, campaign: campaign.Config });
      const organization = await organizations.find(job.OrgID);
      return complete({ ...context, controls: controlsOf(organization, campaign.State) }, organization, nowMs);
    },

    /** Reads again what people change at any time: the policy and the states. */
    refresh: async (context: JobContext): Promise<JobContext> => {
      const { OrgID, CampaignID } = context.job;
      const [organization, state] = await Promise.all([organizations.find(OrgID), campaigns.findState(CampaignID)]);
      return { ...context, policy: policyOf(organization), controls: controlsOf(organization, state) };
    },
  };
}
export type JobContexts = ReturnType<typeof createJobContexts>;
