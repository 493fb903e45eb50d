import type { Db } from 'mongodb';

/** Documents with a deadline, by what they are. */
const kinds = {
  job: 'jobs',
  delivery: 'webhook_deliveries',
  import: 'imports',
  bulk_action: 'bulk_actions',
} as const;
export const overdueKinds = Object.keys(kinds) as readonly (keyof typeof kinds)[];

/** A document whose deadline has passed without progress. */
export interface OverdueItem {
  Kind: keyof typeof kinds;
  ID: string;
  OrgID: string;
  CampaignID: string;
  State: string;
  DueMS: number;
  /** How often the sweeper has taken it up since its last progress. */
  Sweeps: number;
}

type OverdueDocument = Pick<OverdueItem, 'OrgID' | 'CampaignID' | 'State' | 'DueMS'> & { _id: string; Sweeps?: number };

const projection = { OrgID: 1, CampaignID: 1, State: 1, DueMS: 1, Sweeps: 1 } as const;

/** What the sweeper will take up next, over all organizations, without anything sealed. */
export const createOverdueLists = (db: Db) => ({
  /** The most overdue documents of each kind, up to `limit` of each, most overdue first. */
  list: async (nowMs: number, limit: number): Promise<OverdueItem[]> => {
    const lists = await Promise.all(
      overdueKinds.map(async (Kind) => {
        const documents = db.collection<OverdueDocument>(kinds[Kind]);
        const found = documents
          .find({ DueMS: { $lt: nowMs } }, { projection })
          .sort({ DueMS: 1 })
          .limit(limit);
        return (await found.toArray()).map(({ _id, Sweeps = 0, ...item }) => ({ Kind, ID: _id, Sweeps, ...item }));
      }),
    );
    return lists.flat().sort((a, b) => a.DueMS - b.DueMS);
  },
});
