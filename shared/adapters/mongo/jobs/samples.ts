import type { Db } from 'mongodb';
import type { Job } from '../../../domain/job/job';
import { stableFraction } from '../../../domain/stable-hash';
import type { DataKeys } from '../data-keys';
import { hydrateJob, type JobDocument } from './document';
import { inCampaign, orders, toConditions, type CampaignKey } from './filter';

/** Samples of the jobs that wait for a call. */
export function createJobSamples(db: Db, dataKeys: DataKeys) {
  const jobs = db.collection<JobDocument>('jobs');
  const waiting = (key: CampaignKey) => ({ ...inCampaign(key), $and: toConditions({ states: ['scheduled'] }) });

  return {
    /**
     * Chooses waiting jobs at even distances in the order of their creation, and mixes them, so that any first part of
     * them is a sample too. An index answers it; no job is read.
     * @returns all of them if there are no more than the limit
     */
    sampleWaiting: async (key: CampaignKey, limit: number): Promise<{ total: number; ids: string[] }> => {
      const total = await jobs.countDocuments(waiting(key));
      const step = Math.max(1, total / limit);
      const ids: string[] = [];
      let index = 0;
      const found = jobs
        .find(waiting(key), { projection: { _id: 1 } })
        .sort(orders.id.sort)
        .batchSize(10_000);
      for await (const { _id } of found) if (index++ >= ids.length * step) ids.push(_id);
      const places = new Map(ids.map((id) => [id, stableFraction(`sample/${id}`)]));
      return { total: index, ids: ids.sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0)) };
    },

    /** Those of the jobs that still wait. */
    loadWaiting: async (ids: readonly string[]): Promise<Job[]> => {
      const found = await jobs.find({ _id: { $in: [...ids] }, State: 'scheduled' }).toArray();
      return Promise.all(found.map((document) => hydrateJob(document, dataKeys)));
    },
  };
}
