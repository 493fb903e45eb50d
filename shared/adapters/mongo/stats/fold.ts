import type { AnyBulkWriteOperation } from 'mongodb';
import { documents } from '../../../domain/stats/cells';
import { ignoreDuplicates, isDuplicateKey } from '../errors';
import type { CampaignKey } from '../jobs/filter';
import { batchLimits, takeBatch, toBatch, uncountedProjection, type UncountedJob } from './batch';
import {
  countId,
  scopeOf,
  uncounted,
  type BatchDocument,
  type CountDocument,
  type CountedCells,
  type StatsCollections,
} from './documents';

/** What one look at a campaign did. */
export interface Folded {
  /** Jobs that were counted. */
  jobs: number;
  /** Every change that was stored before the look is counted. */
  drained: boolean;
}

type Pending = NonNullable<BatchDocument['Pending']>;

const addCells = ({ ID, Cells }: CountedCells, batch: number): AnyBulkWriteOperation<CountDocument> => ({
  updateOne: {
    // Without effect if this batch was added, also by a process that was presumed lost: the insert finds the id taken.
    filter: { _id: ID, Batch: { $lt: batch } },
    update: { $inc: Object.fromEntries(Cells) as Record<string, never>, $set: { Batch: batch } },
    upsert: true,
  },
});

/** Removes the plans whose count is zero, or the document would grow with each quarter of an hour. */
async function removeEmptyPlans({ counts }: StatsCollections, ID: string, batch: number): Promise<void> {
  const present = await counts.findOne({ _id: ID }, { projection: { Planned: 1 } });
  const plans = Object.entries((present?.['Planned'] ?? {}) as Record<string, Record<string, number>>);
  const empty = plans.flatMap(([quarter, gates]) => {
    const zeros = Object.keys(gates).filter((gate) => gates[gate] === 0);
    if (zeros.length === Object.keys(gates).length) return [`Planned.${quarter}`];
    return zeros.map((gate) => `Planned.${quarter}.${gate}`);
  });
  if (empty.length === 0) return;
  const $unset = Object.fromEntries(empty.map((path) => [path, '' as const]));
  await counts.updateOne({ _id: ID, Batch: batch }, { $unset });
}

/** Marks the jobs of a batch as counted. Those that have changed since keep their mark, and are counted again. */
async function markJobs({ jobs }: StatsCollections, { Jobs }: Pending, batch: number): Promise<void> {
  const write = (isUnchanged: boolean) =>
    jobs.bulkWrite(
      Jobs.map(({ IDs, Seen, Facts }) => ({
        updateMany: {
          filter: {
            // First: a server that compares each job does so with one number, not with all ids.
            ...(isUnchanged ? { Uncounted: Seen } : {}),
            _id: { $in: IDs },
            // A process that was presumed lost must not undo what a later batch counted.
            'Counted.Batch': { $not: { $gte: batch } },
          },
          update: {
            $set: { Counted: { Batch: batch, Facts } },
            ...(isUnchanged ? { $unset: { Uncounted: '' as const } } : {}),
          },
        },
      })),
      { ordered: false },
    );
  const { matchedCount } = await write(true);
  if (matchedCount < Jobs.reduce((sum, { IDs }) => sum + IDs.length, 0)) await write(false);
}

/** Carries out a stored batch. Repeating it changes nothing, in any process and however late. */
async function complete(collections: StatsCollections, scope: string, batch: number, pending: Pending): Promise<void> {
  const { counts, batches } = collections;
  const writes = pending.Counts.map((cells) => addCells(cells, batch));
  if (writes.length > 0) await counts.bulkWrite(writes, { ordered: false }).catch(ignoreDuplicates);
  const present = countId(scope, documents.present);
  const plansEnd = pending.Counts.some(
    ({ ID, Cells }) => ID === present && Cells.some(([path, n]) => n < 0 && path.startsWith('Planned.')),
  );
  if (plansEnd) await removeEmptyPlans(collections, present, batch);
  await markJobs(collections, pending, batch);
  await batches.updateOne({ _id: scope, Number: batch }, { $unset: { Pending: '', PendingMS: '' } });
}

/** Stores the next batch unless another process stored one. @returns whether it did */
async function begin(
  { batches }: StatsCollections,
  key: CampaignKey,
  { from, pending, nowMs }: { from: number; pending: Pending; nowMs: number },
): Promise<boolean> {
  const next = { Number: from + 1, Pending: pending, PendingMS: nowMs };
  if (from > 0) {
    const last = { _id: scopeOf(key), Number: from, Pending: { $exists: false } };
    return (await batches.updateOne(last, { $set: next })).matchedCount === 1;
  }
  try {
    await batches.insertOne({ _id: scopeOf(key), OrgID: key.orgId, CampaignID: key.campaignId, ...next });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/**
 * Counts a batch of a campaign's jobs that have changed. First the batch is stored, with all that it adds and the jobs
 * that it counts, then it is carried out; a batch that a lost process left is carried out before the next one is made.
 * Any number of processes may do so at the same time.
 * @param nowMs the clock, unix ms
 */
export async function foldCampaign(collections: StatsCollections, key: CampaignKey, nowMs: number): Promise<Folded> {
  const { jobs, batches } = collections;
  const scope = scopeOf(key);
  const last = await batches.findOne({ _id: scope }, { readConcern: 'majority' });
  const from = last?.Number ?? 0;
  if (last?.Pending !== undefined) await complete(collections, scope, from, last.Pending);
  // Read after the number of the last batch: so what they were counted as is what that batch left.
  const found = await jobs
    .find<UncountedJob>(
      { ...uncounted, OrgID: key.orgId, CampaignID: key.campaignId },
      { projection: uncountedProjection, readConcern: 'majority' },
    )
    .limit(batchLimits.jobs)
    .toArray();
  if (found.length === 0) return { jobs: 0, drained: true };
  const taken = takeBatch(found);
  const pending = toBatch(scope, taken);
  if (!(await begin(collections, key, { from, pending, nowMs }))) return { jobs: 0, drained: false };
  await complete(collections, scope, from + 1, pending);
  return { jobs: taken.length, drained: taken.length === found.length && found.length < batchLimits.jobs };
}
