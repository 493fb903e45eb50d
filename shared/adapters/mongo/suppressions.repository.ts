import { createHash } from 'node:crypto';
import { MongoBulkWriteError, type AnyBulkWriteOperation, type Collection, type Db, type Filter } from 'mongodb';
import {
  isHolding,
  type HoldingSuppression,
  type Suppression,
  type SuppressionFields,
  type SuppressionReason,
  type SuppressionResult,
  type SuppressionScope,
} from '../../domain/suppression/suppression';
import type { NumberHash } from '../crypto/number-hash';
import type { SecretBox } from '../crypto/secret-box';
import { isDuplicateKey } from './client';
import type { JobDocument } from './jobs/document';
import { followsNewestFirst } from './keyset';

/** An entry that is to be added. */
export type NewSuppression = SuppressionFields & { phoneNumber: string };

/** An entry as the database holds it: a keyed hash instead of the number, and the note sealed. */
interface SuppressionDocument extends Omit<SuppressionFields, 'Note'> {
  _id: string;
  OrgID: string;
  /** Absent for every campaign of the organization. */
  CampaignID?: string;
  NumberHash: string;
  SealedNote?: string;
}

/** Selects entries of an organization; an entry must match every given condition. */
export interface SuppressionFilter {
  orgId: string;
  campaignId?: string | undefined;
  reason?: SuppressionReason | undefined;
  /** The last entry of the previous page. */
  after?: Pick<Suppression, 'ID' | 'CreatedMS'> | undefined;
}

/**
 * The id of a number's entry in a scope: there is one at most. Without the key of the hash it cannot be traced to the
 * number, nor to entries of the same number in another organization.
 */
const entryId = ({ orgId, campaignId = '' }: SuppressionScope, numberHash: string): string =>
  `suppression_${createHash('sha256').update(`${orgId}/${campaignId}/${numberHash}`).digest('hex').slice(0, 32)}`;

const holding = (nowMs: number): Filter<SuppressionDocument> => ({
  $or: [{ UntilMS: { $exists: false } }, { UntilMS: { $gt: nowMs } }],
});
const noteAad = (id: string): string => `suppression/${id}/Note`;
const withoutUndefined = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

/** The numbers that must not be called. */
export function createSuppressionsRepository(db: Db, keys: { numberHash: NumberHash; secretBox: SecretBox }) {
  const entries = db.collection<SuppressionDocument>('suppressions');
  const { numberHash, secretBox } = keys;
  const open = async ({ _id, OrgID: _org, NumberHash: _hash, SealedNote, ...fields }: SuppressionDocument) => ({
    ...fields,
    ID: _id,
    ...(SealedNote === undefined ? {} : { Note: await secretBox.open(SealedNote, noteAad(_id)) }),
  });
  const openAll = (documents: SuppressionDocument[]): Promise<Suppression[]> => Promise.all(documents.map(open));
  const idOf = async (scope: SuppressionScope, phoneNumber: string): Promise<string> =>
    entryId(scope, await numberHash(phoneNumber));

  return {
    /** The id that the entry of a number has or would have. */
    idOf,
    add: createAdd(db, keys),
    findHolding: createFindHolding(entries, numberHash),

    /** @returns the entry of a number in exactly this scope, if it holds */
    find: async (scope: SuppressionScope, phoneNumber: string, nowMs: number): Promise<Suppression | undefined> => {
      const document = await entries.findOne({ _id: await idOf(scope, phoneNumber), ...holding(nowMs) });
      return document ? open(document) : undefined;
    },

    /** Every entry of a number that holds: of the organization and of each campaign. */
    listByNumber: async (orgId: string, phoneNumber: string, nowMs: number, limit: number): Promise<Suppression[]> =>
      openAll(
        await entries
          .find({ OrgID: orgId, NumberHash: await numberHash(phoneNumber), ...holding(nowMs) })
          // That of the organization, which names no campaign, comes first.
          .sort({ CampaignID: 1 })
          .limit(limit)
          .toArray(),
      ),

    /** Entries that hold, newest first. */
    list: async ({ orgId, campaignId, reason, after }: SuppressionFilter, nowMs: number, limit: number) => {
      const filter: Filter<SuppressionDocument> = {
        OrgID: orgId,
        ...(campaignId === undefined ? {} : { CampaignID: campaignId }),
        ...(reason === undefined ? {} : { Reason: reason }),
        ...holding(nowMs),
        ...(after === undefined ? {} : followsNewestFirst(after)),
      };
      return openAll(await entries.find(filter).sort({ CreatedMS: -1, _id: -1 }).limit(limit).toArray());
    },

    /** Removes the entry of a number in exactly this scope. @returns whether one held */
    remove: async (scope: SuppressionScope, phoneNumber: string, nowMs: number): Promise<boolean> => {
      const removed = await entries.findOneAndDelete({ _id: await idOf(scope, phoneNumber) });
      return removed !== null && isHolding(removed, nowMs);
    },

    /** Removes what leads from an entry to an erased job. The entry itself stays: it keeps the person from being called. */
    forgetJob: async (jobId: string): Promise<void> => {
      await entries.updateMany({ JobID: jobId }, { $unset: { JobID: '', CallID: '' } });
    },
  };
}
export type SuppressionsRepository = ReturnType<typeof createSuppressionsRepository>;

/** Looks numbers up by primary keys, in one read. */
const createFindHolding =
  (entries: Collection<SuppressionDocument>, numberHash: NumberHash) =>
  /**
   * Finds what holds calls of a campaign to these numbers back. The organization's entry takes precedence.
   * @returns by number; numbers that may be called are absent
   */
  async (
    scope: Required<SuppressionScope>,
    phoneNumbers: readonly string[],
    nowMs: number,
  ): Promise<Map<string, HoldingSuppression>> => {
    const numberOf = new Map<string, string>();
    for (const phoneNumber of new Set(phoneNumbers)) {
      const hash = await numberHash(phoneNumber);
      numberOf.set(entryId({ orgId: scope.orgId }, hash), phoneNumber);
      numberOf.set(entryId(scope, hash), phoneNumber);
    }
    const found = new Map<string, HoldingSuppression>();
    if (numberOf.size === 0) return found;
    const projection = { CampaignID: 1, Reason: 1, UntilMS: 1 } as const;
    const documents = await entries.find({ _id: { $in: [...numberOf.keys()] } }, { projection }).toArray();
    for (const { _id, CampaignID, Reason, UntilMS } of documents) {
      const phoneNumber = numberOf.get(_id);
      if (phoneNumber === undefined || !isHolding({ UntilMS }, nowMs)) continue;
      if (CampaignID === undefined) found.set(phoneNumber, { scope: 'organization', reason: Reason });
      else if (!found.has(phoneNumber)) found.set(phoneNumber, { scope: 'campaign', reason: Reason });
    }
    return found;
  };

/** A lost race shows as a duplicate: the other writer's entry may end earlier, so it is compared once more. */
const addRounds = 2;

function createAdd(db: Db, { numberHash, secretBox }: { numberHash: NumberHash; secretBox: SecretBox }) {
  const entries = db.collection<SuppressionDocument>('suppressions');
  const jobs = db.collection<JobDocument>('jobs');

  const toDocument = async (
    { orgId, campaignId }: SuppressionScope,
    { phoneNumber, Note, ...fields }: NewSuppression,
  ): Promise<SuppressionDocument> => {
    const NumberHash = await numberHash(phoneNumber);
    const _id = entryId({ orgId, campaignId }, NumberHash);
    return withoutUndefined({
      ...fields,
      _id,
      OrgID: orgId,
      ...(campaignId === undefined ? {} : { CampaignID: campaignId }),
      NumberHash,
      ...(Note === undefined ? {} : { SealedNote: await secretBox.seal(Note, noteAad(_id)) }),
    });
  };

  /**
   * Waiting jobs of the numbers are planned again soon, and fail. Without it they would at their call's instant. A call
   * that is about to be placed is planned again first.
   */
  const replanWaiting = async (
    { orgId, campaignId }: SuppressionScope,
    hashes: readonly string[],
    nowMs: number,
  ): Promise<void> => {
    const waiting = { OrgID: orgId, NumberHash: { $in: [...hashes] }, State: 'scheduled' as const };
    const ofCampaign = campaignId === undefined ? {} : { CampaignID: campaignId };
    await jobs.updateMany({ ...waiting, ...ofCampaign }, { $min: { DueMS: nowMs }, $max: { PlannedFromMS: nowMs } });
  };

  /**
   * Adds entries, at most a few thousand at a time. The one that holds longer stays, as a whole; of two that hold equally
   * long the earlier one stays. So adding is idempotent. Jobs that wait to call the numbers are planned again.
   * @returns what became of each, in their order
   */
  return async (
    scope: SuppressionScope,
    added: readonly NewSuppression[],
    nowMs: number,
  ): Promise<SuppressionResult[]> => {
    if (added.length === 0) return [];
    const documents = await Promise.all(added.map((entry) => toDocument(scope, entry)));
    // What has ended no longer counts, although it may not be purged yet.
    await entries.deleteMany({ _id: { $in: documents.map(({ _id }) => _id) }, UntilMS: { $lte: nowMs } });
    const results = await replaceShorter(entries, documents);
    await replanWaiting(
      scope,
      documents.map(({ NumberHash }) => NumberHash),
      nowMs,
    );
    return results;
  };
}

/** Stores each entry unless one that holds at least as long is stored. */
async function replaceShorter(
  entries: Collection<SuppressionDocument>,
  documents: readonly SuppressionDocument[],
): Promise<SuppressionResult[]> {
  const results = documents.map((): SuppressionResult => 'present');
  let open = documents.map((document, index) => ({ document, index }));
  for (let round = 0; round < addRounds && open.length > 0; round++) {
    const operations = open.map(({ document }) => toReplacement(document));
    const { inserted, refused } = await writeAll(entries, operations);
    for (const [at, { index }] of open.entries())
      if (!refused.has(at)) results[index] = inserted.has(at) ? 'added' : 'extended';
    open = open.filter((_, at) => refused.has(at));
  }
  return results;
}

/** Matches an entry that ends earlier. If another one is stored, the insert fails as a duplicate. */
function toReplacement({ _id, ...replacement }: SuppressionDocument): AnyBulkWriteOperation<SuppressionDocument> {
  const UntilMS = replacement.UntilMS === undefined ? { $exists: true } : { $lt: replacement.UntilMS };
  return { replaceOne: { filter: { _id, UntilMS }, replacement, upsert: true } };
}

/** @returns the positions of the operations that inserted, and of those that met a duplicate */
async function writeAll(
  entries: Collection<SuppressionDocument>,
  operations: AnyBulkWriteOperation<SuppressionDocument>[],
): Promise<{ inserted: Set<number>; refused: Set<number> }> {
  try {
    const { upsertedIds } = await entries.bulkWrite(operations, { ordered: false });
    return { inserted: new Set(Object.keys(upsertedIds).map(Number)), refused: new Set() };
  } catch (error) {
    if (!isDuplicateKey(error) || !(error instanceof MongoBulkWriteError)) throw error;
    const { upsertedIds } = error.result;
    return {
      inserted: new Set(Object.keys(upsertedIds).map(Number)),
      refused: new Set([error.writeErrors].flat().map(({ index }) => index)),
    };
  }
}
