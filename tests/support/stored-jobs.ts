import { startNewJob, type StartDeps } from '../../shared/application/start-new-job';
import type { Store } from '../../shared/application/store';
import type { CampaignConfig } from '../../shared/domain/campaign/campaign';
import { startDeadlineOf, type Job } from '../../shared/domain/job/job';
import { planNewJob } from '../../shared/domain/planning/plan-new-job';
import { aCampaign, aJob, orgId } from './builders';

/** The campaign of an environment's jobs, unless a job names another one. */
export const testCampaignId = 'campaign_test';

type Starters = Pick<StartDeps, 'workflows' | 'deliveries'>;

/** Stores what tests start from, and reads what became of it: the same in every environment. */
export function createStoredJobs(store: Store, nowMs: () => number | Promise<number>) {
  const draft = async (fields: Partial<Job>): Promise<Job> =>
    aJob({ CreatedMS: await nowMs(), CampaignID: testCampaignId, ...fields });
  return {
    insertCampaign: async (config: Partial<CampaignConfig> = {}, ID = testCampaignId): Promise<string> => {
      const now = await nowMs();
      const times = { CreatedMS: now, UpdatedMS: now };
      await store.campaigns.insert({ ID, OrgID: orgId, Version: 1, Config: aCampaign(config), ...times });
      return ID;
    },
    /** Stores a job, created now. */
    insert: async (fields: Partial<Job> = {}): Promise<Job> => {
      const job = await draft(fields);
      await store.jobs.insert(job);
      return job;
    },
    /** Plans, stores and starts a job, as the API does. @returns the job as it is stored */
    create: async (fields: Partial<Job>, starters: Starters): Promise<Job> => {
      const job = await draft(fields);
      const planned = planNewJob(await store.jobContexts.load(job, await nowMs()), await nowMs());
      const stored = { ...planned, DueMS: startDeadlineOf(planned) };
      await store.jobs.insert(stored);
      await startNewJob({ store, nowMs, ...starters }, planned);
      return stored;
    },
    load: async (jobId: string): Promise<Job> => {
      const job = await store.jobs.load(jobId);
      if (job === undefined) throw new Error(`There is no job ${jobId}.`);
      return job;
    },
  };
}
