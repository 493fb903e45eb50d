import type { Db } from 'mongodb';
import type { JobFacts } from '../../../domain/stats/job-facts';
import type { CampaignKey } from '../jobs/filter';
import type { JobDocument } from '../jobs/document';

/** Jobs of a batch that had the same facts, and had changed as often, when they were read. */
export interface CountedJobs {
  IDs: string[];
  /** Their `Uncounted` as it was read. */
  Seen: number;
  Facts: JobFacts;
}

/** What a batch adds to one document of counts. Paths of fields contain dots, so they are values here. */
export interface CountedCells {
  ID: string;
  Cells: [path: string, amount: number][];
}

/** The batches of one campaign, counted one after another. */
export interface BatchDocument {
  _id: string;
  OrgID: string;
  CampaignID: string;
  /** The last batch. */
  Number: number;
  /** The last batch, unless all of it is carried out. */
  Pending?: { Counts: CountedCells[]; Jobs: CountedJobs[] };
  /** When the pending batch was stored. */
  PendingMS?: number;
}

/** Counts of one campaign. The fields besides these hold them. */
export interface CountDocument {
  _id: string;
  /** The last batch that is added here. */
  Batch: number;
  [name: string]: unknown;
}

/** How far the counts of all campaigns are, and the walk that looks for jobs that are not counted. */
export interface StatsStateDocument {
  _id: 'fold' | 'recount';
  /** Every change before this instant is counted, in campaigns that are not `Behind`. */
  AsOfMS?: number;
  Behind?: { Scope: string; AsOfMS: number }[];
  /** The last job that the current walk looked at. */
  Cursor?: string;
  /** When the next walk begins. */
  NextMS?: number;
  /** When the first walk ended: from then on jobs of earlier versions are counted, too. */
  CompletedMS?: number;
}

export const statsCollections = (db: Db) => ({
  jobs: db.collection<JobDocument>('jobs'),
  batches: db.collection<BatchDocument>('stats_batches'),
  counts: db.collection<CountDocument>('stats_counts'),
  state: db.collection<StatsStateDocument>('stats_state'),
});
export type StatsCollections = ReturnType<typeof statsCollections>;

/** Names a campaign in the documents of its counts. */
export const scopeOf = ({ orgId, campaignId }: CampaignKey): string => `${orgId}/${campaignId}`;

/** The id of a document of counts. @param name see `documents` in the domain */
export const countId = (scope: string, name: string): string => `${scope}/${name}`;

/** Jobs that have changed since they were counted. The condition implies that of the partial index. */
export const uncounted = { Uncounted: { $gte: 1 } };
