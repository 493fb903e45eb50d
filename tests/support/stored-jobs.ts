import type { Store } from '../../shared/application/store';
import type { CampaignConfig } from '../../shared/domain/campaign/campaign';
import type { Job } from '../../shared/domain/job/job';
import { aCampaign, aJob, orgId } from './builders';

/** The campaign of an environment's jobs, unless a job names another one. */
export const testCampaignId = 'campaign_test';

/** Stores what tests start from, and reads what became of it: the same in every environment. */
export function createStoredJobs(store: Store, nowMs: () => number | Promise<number>) {
  return {
    insertCampaign: async (config: Partial<CampaignConfig> = {}, ID = testCampaignId): Promise<string> => {
      const now = await nowMs();
      const times = { CreatedMS: now, UpdatedMS: now };
      await store.campaigns.insert({ ID, OrgID: orgId, Version: 1, Config: aCampaign(config), ...times });
      return ID;
    },
    /** Stores a job, created now. */
    insert: async (fields: Partial<Job> = {}): Promise<Job> => {
      const job = aJob({ CreatedMS: await nowMs(), CampaignID: testCampaignId, ...fields });
      await store.jobs.insert(job);
      return job;
    },
    load: async (jobId: string): Promise<Job> => {
      const job = await store.jobs.load(jobId);
      if (job === undefined) throw new Error(`There is no job ${jobId}.`);
      return job;
    },
  };
}
