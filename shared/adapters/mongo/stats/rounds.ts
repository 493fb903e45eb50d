import { ignoreDuplicates } from '../errors';
import type { CampaignKey } from '../jobs/filter';
import { scopeOf, uncounted, type StatsCollections, type StatsStateDocument } from './documents';
import { foldCampaign } from './fold';

/** Campaigns with changes that one round looks for, by so many jobs. */
const jobsPerPage = 2_000;

/** What a round did. */
export interface FoldRound {
  /** Jobs that were counted. */
  jobs: number;
  /** Some campaigns have more to count. */
  more: boolean;
}

const asKey = ({ OrgID: orgId, CampaignID: campaignId }: { OrgID: string; CampaignID: string }): CampaignKey => ({
  orgId,
  campaignId,
});

/** Campaigns whose last batch is not carried out, because its process was lost. */
const findPending = async ({ batches }: StatsCollections): Promise<CampaignKey[]> =>
  (await batches.find({ PendingMS: { $gte: 0 } }, { projection: { OrgID: 1, CampaignID: 1 } }).toArray()).map(asKey);

/** The next campaigns with changes, in the order of their ids, up to one that fills a page alone. */
async function findChanged({ jobs }: StatsCollections, after: CampaignKey | undefined) {
  const range =
    after === undefined
      ? {}
      : {
          $or: [{ OrgID: { $gt: after.orgId } }, { OrgID: after.orgId, CampaignID: { $gt: after.campaignId } }],
        };
  const found = await jobs
    .find({ ...uncounted, ...range }, { projection: { OrgID: 1, CampaignID: 1 } })
    .sort({ OrgID: 1, CampaignID: 1 })
    .limit(jobsPerPage)
    .toArray();
  const keys = [...new Map(found.map((job) => [scopeOf(asKey(job)), asKey(job)])).values()];
  return { keys, last: found.length < jobsPerPage ? undefined : keys.at(-1) };
}

/** Every campaign that has something to count, once. */
async function* changedCampaigns(collections: StatsCollections): AsyncGenerator<CampaignKey, undefined> {
  const seen = new Set<string>();
  for (const key of await findPending(collections)) {
    seen.add(scopeOf(key));
    yield key;
  }
  let after: CampaignKey | undefined;
  do {
    const { keys, last } = await findChanged(collections, after);
    for (const key of keys) if (!seen.has(scopeOf(key))) yield key;
    after = last;
  } while (after !== undefined);
}

/**
 * Counts one batch of every campaign with changes, and records how far the counts are. So a campaign with many changes
 * delays no other, and one that cannot be counted stops no other. Idempotent, and safe beside other processes.
 * @throws the first failure, after all campaigns
 */
export async function foldRound(collections: StatsCollections, nowMs: number): Promise<FoldRound> {
  let jobs = 0;
  const behind: string[] = [];
  const failures: unknown[] = [];
  for await (const key of changedCampaigns(collections)) {
    const folded = await foldCampaign(collections, key, nowMs).catch((error: unknown) => {
      failures.push(error);
      return { jobs: 0, drained: false };
    });
    jobs += folded.jobs;
    if (!folded.drained) behind.push(scopeOf(key));
  }
  const last = await collections.state.findOne({ _id: 'fold' });
  const Behind = behind.map((Scope) => ({ Scope, AsOfMS: asOfIn(last, Scope) ?? 0 }));
  // Two processes may end their rounds in another order than they began them.
  const older = { _id: 'fold' as const, AsOfMS: { $lt: nowMs } };
  if (last === null) await collections.state.insertOne({ _id: 'fold', AsOfMS: nowMs, Behind }).catch(ignoreDuplicates);
  else await collections.state.updateOne(older, { $set: { AsOfMS: nowMs, Behind } });
  if (failures.length > 0) throw failures[0];
  return { jobs, more: behind.length > 0 };
}

/** The instant before which every change of a campaign is counted; `undefined` before the first round. */
export const asOfIn = (state: StatsStateDocument | null, scope: string): number | undefined =>
  state?.Behind?.find(({ Scope }) => Scope === scope)?.AsOfMS ?? state?.AsOfMS;
