import { invariant } from '../domain/assert';
import { callId } from '../domain/call/call-record';
import type { Job } from '../domain/job/job';
import { createJobContext, followsNumberZones, type JobContext } from '../domain/planning/job-context';
import { numberLimitsOf } from '../domain/planning/number-limits';
import { zonesOfNumber } from '../adapters/numbers/zones-of-number';
import type { CallsRepository } from '../adapters/mongo/calls.repository';
import type { Campaign, CampaignsRepository } from '../adapters/mongo/campaigns.repository';
import type { NumberAttemptsRepository } from '../adapters/mongo/number-attempts.repository';
import type { Organization, OrganizationsRepository } from '../adapters/mongo/organizations.repository';

interface Sources {
  campaigns: Pick<CampaignsRepository, 'findConfig'>;
  calls: Pick<CallsRepository, 'listByJob'>;
  organizations: Pick<OrganizationsRepository, 'find'>;
  numberAttempts: Pick<NumberAttemptsRepository, 'listStartsMs'>;
}

/** Gathers what a job's next call is planned from. */
export function createJobContexts({
  campaigns,
  calls,
  organizations: organizations,
  numberAttempts: numberBudgets,
}: Sources) {
  /** Adds what is known of the job's number. */
  const complete = async (
    context: JobContext,
    organization: Organization | undefined,
    nowMs: number,
  ): Promise<JobContext> => {
    const { job, campaign } = context;
    const limits = numberLimitsOf(campaign, organization);
    const number = { orgId: job.OrgID, campaignId: job.CampaignID, phoneNumber: job.PhoneNumber };
    const at = { nowMs, nextCallId: callId(job.ID, job.CallCount + 1) };
    const [zones, windows] = await Promise.all([
      followsNumberZones(context) ? zonesOfNumber(job.PhoneNumber) : undefined,
      Promise.all(
        limits.map(async (limit) => ({
          ...limit,
          attemptStartsMs: await numberBudgets.listStartsMs(number, limit, at),
        })),
      ),
    ]);
    return { ...context, zones, numberLimits: windows };
  };

  return {
    /** A job's case: its pinned version of the campaign, or the standing one before the first call. */
    load: async (job: Job, nowMs: number): Promise<JobContext> => {
      const [version, existingCalls, organization] = await Promise.all([
        campaigns.findConfig(job.CampaignID, job.CampaignVersion ?? undefined),
        job.CallCount > 0 ? calls.listByJob(job.ID) : [],
        organizations.find(job.OrgID),
      ]);
      invariant(version !== undefined, `job ${job.ID} belongs to a campaign`);
      const context = createJobContext({
        job,
        calls: existingCalls,
        version: version.version,
        campaign: version.config,
      });
      return complete(context, organization, nowMs);
    },

    /** The case of a job that is not stored. */
    draft: async (job: Job, campaign: Campaign, nowMs: number): Promise<JobContext> => {
      const context = createJobContext({ job, calls: [], version: campaign.Version, campaign: campaign.Config });
      return complete(context, await organizations.find(job.OrgID), nowMs);
    },
  };
}
export type JobContexts = ReturnType<typeof createJobContexts>;
