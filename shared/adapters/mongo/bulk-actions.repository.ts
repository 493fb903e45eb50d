import type { Collection, Db, Filter } from 'mongodb';
import type {
  BulkAction,
  BulkActionState,
  BulkBatch,
  BulkCounts,
  BulkCursor,
  BulkParameters,
} from '../../domain/bulk/bulk-action';
import type { SecretBox } from '../crypto/secret-box';
import type { CampaignKey } from './jobs/filter';
import { followsNewestFirst } from './keyset';
import { createOverdueDocuments } from './overdue-documents';

/** A bulk action as stored: what it gives to jobs may be personal, so it is sealed, and removed with the action's end. */
type BulkActionDocument = Omit<BulkAction, 'ID' | 'Parameters'> & { _id: string; SealedParameters?: string };

/** A bulk action without its parameters. */
export type BulkActionRecord = Omit<BulkAction, 'Parameters'>;

/** Identifies a bulk action. */
export interface BulkActionKey extends CampaignKey {
  bulkActionId: string;
}

/** The sweeper returns an action without progress for this long to its workflow. */
export const bulkActionGraceMs = 30_000;

const fromDocument = ({ _id, SealedParameters: _sealed, ...rest }: BulkActionDocument): BulkActionRecord => ({
  ...rest,
  ID: _id,
});
const byKey = ({ orgId, campaignId, bulkActionId }: BulkActionKey) => ({
  _id: bulkActionId,
  OrgID: orgId,
  CampaignID: campaignId,
});
const aadOf = (id: string): string => `bulk_actions/${id}/Parameters`;

/** Reads and writes of the API. */
const apiOperations = (actions: Collection<BulkActionDocument>, secretBox: SecretBox) => ({
  /** Stores a new action. @throws a duplicate-key error when the id is taken */
  insert: async ({ ID, Parameters, ...rest }: BulkAction): Promise<void> => {
    const sealed =
      Parameters === undefined ? {} : { SealedParameters: await secretBox.seal(JSON.stringify(Parameters), aadOf(ID)) };
    await actions.insertOne({ ...rest, ...sealed, _id: ID });
  },

  /** Removes an action that was refused before it began. */
  remove: async (key: BulkActionKey): Promise<void> => {
    await actions.deleteOne({ ...byKey(key), Batches: 0 });
  },

  find: async (key: BulkActionKey): Promise<BulkActionRecord | undefined> => {
    const document = await actions.findOne(byKey(key));
    return document ? fromDocument(document) : undefined;
  },

  /** Newest first, after the given one. */
  list: async (
    { orgId, campaignId }: CampaignKey,
    { after, limit }: { after: BulkCursor | undefined; limit: number },
  ): Promise<BulkActionRecord[]> => {
    const before: Filter<BulkActionDocument> = after ? followsNewestFirst(after) : {};
    const found = actions.find({ OrgID: orgId, CampaignID: campaignId, ...before }).sort({ CreatedMS: -1, _id: -1 });
    return (await found.limit(limit).toArray()).map(fromDocument);
  },

  /** Counts the running actions of an organization, in all campaigns. */
  countRunning: (orgId: string): Promise<number> => actions.countDocuments({ OrgID: orgId, State: 'running' }),

  /** Requests the end of an action. @returns the action after it, or `undefined` when it is not running */
  requestCancel: async (key: BulkActionKey, nowMs: number): Promise<BulkActionRecord | undefined> => {
    const document = await actions.findOneAndUpdate(
      { ...byKey(key), State: 'running' },
      { $min: { CancelRequestedMS: nowMs } },
      { returnDocument: 'after' },
    );
    return document ? fromDocument(document) : undefined;
  },
});

/** What adds the results of a batch. */
const toIncrements = ({ Changed, Failed, Skipped, NewJobsFailed }: BulkCounts): Record<string, number> => ({
  Batches: 1,
  Changed,
  Failed,
  ...Object.fromEntries(Object.entries(Skipped).map(([reason, jobs]) => [`Skipped.${reason}`, jobs])),
  ...Object.fromEntries(Object.entries(NewJobsFailed).map(([reason, jobs]) => [`NewJobsFailed.${reason}`, jobs])),
});

/** Ids of failed jobs that are kept. */
const maxFailedJobIds = 10;

/** Reads of the action's workflow. */
const workflowReads = (actions: Collection<BulkActionDocument>, secretBox: SecretBox) => ({
  load: async (bulkActionId: string): Promise<BulkActionRecord | undefined> => {
    const document = await actions.findOne({ _id: bulkActionId });
    return document ? fromDocument(document) : undefined;
  },

  /** What the action gives to jobs. @throws {DecryptionError} */
  loadParameters: async (bulkActionId: string): Promise<BulkParameters> => {
    const sealed = (await actions.findOne({ _id: bulkActionId }))?.SealedParameters;
    if (sealed === undefined) return {};
    return JSON.parse(await secretBox.open(sealed, aadOf(bulkActionId))) as BulkParameters;
  },
});

/** Writes of the action's workflow. Each names the batch that it follows, so that two workers never mix. */
const workflowWrites = (actions: Collection<BulkActionDocument>) => ({
  /** Stores the next batch before its jobs are changed. @returns the action after it; `undefined` if another worker was first */
  beginBatch: async (
    { ID, Batches }: BulkActionRecord,
    Batch: BulkBatch,
    nowMs: number,
  ): Promise<BulkActionRecord | undefined> => {
    const document = await actions.findOneAndUpdate(
      { _id: ID, State: 'running', Batches, Batch: { $exists: false } },
      { $set: { Batch, DueMS: nowMs + bulkActionGraceMs } },
      { returnDocument: 'after' },
    );
    return document ? fromDocument(document) : undefined;
  },

  /** Counts the results of the batch in progress and moves the cursor behind it. @returns as `beginBatch` */
  endBatch: async (
    { ID, Batches, Batch, Cursor }: BulkActionRecord,
    { counts, failedJobIds }: { counts: BulkCounts; failedJobIds: readonly string[] },
    nowMs: number,
  ): Promise<BulkActionRecord | undefined> => {
    const last = Batch?.Jobs.at(-1) ?? Cursor;
    const failed =
      failedJobIds.length === 0
        ? {}
        : { $push: { FailedJobIDs: { $each: [...failedJobIds], $slice: maxFailedJobIds } } };
    const document = await actions.findOneAndUpdate(
      { _id: ID, State: 'running', Batches, Batch: { $exists: true } },
      {
        $inc: toIncrements(counts),
        $set: { DueMS: nowMs + bulkActionGraceMs, ...(last === undefined ? {} : { Cursor: last }) },
        $unset: { Batch: '', Sweeps: '' },
        ...failed,
      },
      { returnDocument: 'after' },
    );
    return document ? fromDocument(document) : undefined;
  },

  /** Ends a running action between two batches, and forgets what it gave to jobs. */
  finish: async (
    { ID, Batches }: BulkActionRecord,
    to: BulkActionState,
    nowMs: number,
    failureMessage?: string,
  ): Promise<void> => {
    await actions.updateOne(
      { _id: ID, State: 'running', Batches, ...(to === 'failed' ? {} : { Batch: { $exists: false } }) },
      {
        $set: {
          State: to,
          EndedMS: nowMs,
          ...(failureMessage === undefined ? {} : { FailureMessage: failureMessage }),
        },
        $unset: { DueMS: '', SealedParameters: '', Sweeps: '', Batch: '' },
      },
    );
  },
});

/** Bulk actions: the request, its progress, and pending work. */
export function createBulkActionsRepository(db: Db, secretBox: SecretBox) {
  const actions = db.collection<BulkActionDocument>('bulk_actions');
  return {
    ...apiOperations(actions, secretBox),
    ...workflowReads(actions, secretBox),
    ...workflowWrites(actions),
    ...createOverdueDocuments(actions, bulkActionGraceMs, fromDocument),
  };
}
export type BulkActionsRepository = ReturnType<typeof createBulkActionsRepository>;
