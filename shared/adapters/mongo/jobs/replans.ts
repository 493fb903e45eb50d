import type { Db, Filter } from 'mongodb';
import { listCampaignIds } from '../campaigns.repository';
import type { JobDocument } from './document';
import { inCampaign, type CampaignKey } from './filter';

/** The jobs of one sweep. The next ones are due a sweep later, so that other organizations' jobs come in between. */
const batchSize = 500;
const batchIntervalMs = 5_000;

/**
 * Makes the sweeper plan waiting jobs again, after a change that may bring their calls forward. Their jitter starts
 * over. Repeating it is harmless.
 */
export function createReplans(db: Db) {
  const jobs = db.collection<JobDocument>('jobs');

  const replan = async (filter: Filter<JobDocument>, nowMs: number, batches = 0): Promise<number> => {
    let batch = batches;
    let ids: string[] = [];
    const markDue = async (): Promise<void> => {
      if (ids.length === 0) return;
      const DueMS = nowMs + batch++ * batchIntervalMs;
      await jobs.updateMany(
        { ...filter, _id: { $in: ids } },
        { $set: { DueMS, PlannedFromMS: nowMs }, $unset: { Queued: '' } },
      );
      ids = [];
    };
    for await (const { _id } of jobs.find(filter, { projection: { _id: 1 } })) {
      if (ids.push(_id) === batchSize) await markDue();
    }
    await markDue();
    return batch;
  };

  /** Every job of a campaign that waits for a call. */
  const replanScheduled = (key: CampaignKey, nowMs: number, batches?: number): Promise<number> =>
    replan({ ...inCampaign(key), State: 'scheduled' }, nowMs, batches);

  return {
    /** Every job of a campaign that waits for its first call: such jobs follow the campaign's next version. */
    replanWaiting: async (key: CampaignKey, nowMs: number): Promise<void> => {
      await replan({ ...inCampaign(key), State: 'scheduled', CampaignVersion: null }, nowMs);
    },

    replanCampaign: async (key: CampaignKey, nowMs: number): Promise<void> => {
      await replanScheduled(key, nowMs);
    },

    /** Every job of an organization that waits for a call. */
    replanOrganization: async (orgId: string, nowMs: number): Promise<void> => {
      let batches = 0;
      for (const campaignId of await listCampaignIds(db, orgId))
        batches = await replanScheduled({ orgId, campaignId }, nowMs, batches);
    },
  };
}
