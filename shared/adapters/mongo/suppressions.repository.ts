import type { Collection, Db, Filter } from 'mongodb';
import {
  isHolding,
  type HoldingSuppression,
  type Suppression,
  type SuppressionReason,
  type SuppressionScope,
} from '../../domain/suppression/suppression';
import type { NumberHash } from '../crypto/number-hash';
import type { SecretBox } from '../crypto/secret-box';
import { groupFinds } from './group-finds';
import { followsNewestFirst } from './keyset';
import { createAdd } from './suppression-writes';
import { entryId, noteAad, type SuppressionDocument } from './suppression.document';

export type { NewSuppression } from './suppression.document';

/** Selects entries of an organization; an entry must match every given condition. */
export interface SuppressionFilter {
  orgId: string;
  campaignId?: string | undefined;
  reason?: SuppressionReason | undefined;
  /** The last entry of the previous page. */
  after?: Pick<Suppression, 'ID' | 'CreatedMS'> | undefined;
}

const holding = (nowMs: number): Filter<SuppressionDocument> => ({
  $or: [{ UntilMS: { $exists: false } }, { UntilMS: { $gt: nowMs } }],
});
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
      const document = await entries.findOne({ _id: await idOf(scope, phoneNumber) });
      return document && isHolding(document, nowMs) ? open(document) : undefined;
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
function createFindHolding(entries: Collection<SuppressionDocument>, numberHash: NumberHash) {
  const findEntries = groupFinds(entries, { projection: { CampaignID: 1, Reason: 1, UntilMS: 1 } });
  /**
   * Finds what holds calls of a campaign to these numbers back. The organization's entry takes precedence.
   * @returns by number; numbers that may be called are absent
   */
  return async (
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
    for (const { _id, CampaignID, Reason, UntilMS } of await findEntries([...numberOf.keys()])) {
      const phoneNumber = numberOf.get(_id);
      if (phoneNumber === undefined || !isHolding({ UntilMS }, nowMs)) continue;
      if (CampaignID === undefined) found.set(phoneNumber, { scope: 'organization', reason: Reason });
      else if (!found.has(phoneNumber)) found.set(phoneNumber, { scope: 'campaign', reason: Reason });
    }
    return found;
  };
}
