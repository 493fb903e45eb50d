import type { Db } from 'mongodb';
import type { BulkCursor } from '../../../domain/bulk/bulk-action';
import type { JobDocument } from './document';
import { inCampaign, orders, toConditions, type CampaignKey, type JobFilter } from './filter';

/** The jobs of a campaign that a bulk action is about. The count and the walk use the same conditions. */
export function createJobSelections(db: Db) {
  const jobs = db.collection<JobDocument>('jobs');
  const conditions = (key: CampaignKey, filter: JobFilter) => ({ ...inCampaign(key), $and: toConditions(filter) });

  return {
    /** Counts the jobs, up to a limit. @param filter it has a condition at least */
    countSelected: (key: CampaignKey, filter: JobFilter, limit: number): Promise<number> =>
      jobs.countDocuments(conditions(key, filter), { limit }),

    /**
     * The next jobs in the order of creation, which never changes: a walk meets every job once, however often jobs change
     * state. Only an index and the fields of the filter are read.
     * @param after the walk continues after this job; without one it starts at the beginning
     */
    selectNext: async (
      key: CampaignKey,
      filter: JobFilter,
      { after, limit }: { after: BulkCursor | undefined; limit: number },
    ): Promise<BulkCursor[]> => {
      const { $and, ...campaign } = conditions(key, filter);
      const range = after === undefined ? [] : orders.created.after({ ...after, UpdatedMS: 0 });
      const found = jobs
        .find({ ...campaign, $and: [...$and, ...range] }, { projection: { CreatedMS: 1 } })
        .sort(orders.created.sort)
        .limit(limit);
      return (await found.toArray()).map(({ _id, CreatedMS }) => ({ ID: _id, CreatedMS }));
    },
  };
}
export type JobSelections = ReturnType<typeof createJobSelections>;
