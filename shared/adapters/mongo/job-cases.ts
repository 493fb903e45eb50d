import { invariant } from '../../domain/assert';
import { callId } from '../../domain/call/call-record';
import type { Job } from '../../domain/job/job';
import { caseOf, followsNumber, type JobCase } from '../../domain/planning/job-case';
import { numberLimits } from '../../domain/planning/number-limits';
import { zonesOfNumber } from '../numbers/zones-of-number';
import type { CallsRepository } from './calls.repository';
import type { Campaign, CampaignsRepository } from './campaigns.repository';
import type { NumberBudgets } from './number-budgets.repository';
import type { Organisation, OrganisationsRepository } from './organisations.repository';

interface Sources {
  campaigns: Pick<CampaignsRepository, 'findConfig'>;
  calls: Pick<CallsRepository, 'listByJob'>;
  organisations: Pick<OrganisationsRepository, 'find'>;
  numberBudgets: Pick<NumberBudgets, 'startsMs'>;
}

/** Gathers what a job's next call is planned from. */
export function createJobCases({ campaigns, calls, organisations, numberBudgets }: Sources) {
  /** Adds what is known of the job's number. */
  const complete = async (
    jobCase: JobCase,
    organisation: Organisation | undefined,
    nowMs: number,
  ): Promise<JobCase> => {
    const { job, campaign } = jobCase;
    const limits = numberLimits(campaign, organisation);
    const number = { orgId: job.OrgID, campaignId: job.CampaignID, phoneNumber: job.PhoneNumber };
    const at = { nowMs, nextCallId: callId(job.ID, job.CallCount + 1) };
    const [zones, budgets] = await Promise.all([
      followsNumber(jobCase) ? zonesOfNumber(job.PhoneNumber) : undefined,
      Promise.all(
        limits.map(async (limit) => ({ ...limit, attemptStartsMs: await numberBudgets.startsMs(number, limit, at) })),
      ),
    ]);
    return { ...jobCase, zones, numberBudgets: budgets };
  };

  return {
    /** A job's case: its pinned version of the campaign, or the standing one before the first call. */
    load: async (job: Job, nowMs: number): Promise<JobCase> => {
      const [found, made, organisation] = await Promise.all([
        campaigns.findConfig(job.CampaignID, job.CampaignVersion ?? undefined),
        job.CallCount > 0 ? calls.listByJob(job.ID) : [],
        organisations.find(job.OrgID),
      ]);
      invariant(found !== undefined, `job ${job.ID} belongs to a campaign`);
      const jobCase = caseOf({ job, calls: made, version: found.version, campaign: found.config });
      return complete(jobCase, organisation, nowMs);
    },

    /** The case of a job that is not stored. */
    draft: async (job: Job, campaign: Campaign, nowMs: number): Promise<JobCase> => {
      const jobCase = caseOf({ job, calls: [], version: campaign.Version, campaign: campaign.Config });
      return complete(jobCase, await organisations.find(job.OrgID), nowMs);
    },
  };
}
export type JobCases = ReturnType<typeof createJobCases>;
