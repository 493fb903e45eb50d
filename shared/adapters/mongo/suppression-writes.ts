import { MongoBulkWriteError, type Collection, type Db, type Filter } from 'mongodb';
import { isHolding, type SuppressionResult, type SuppressionScope } from '../../domain/suppression/suppression';
import type { NumberHash } from '../crypto/number-hash';
import type { SecretBox } from '../crypto/secret-box';
import { isDuplicateKey } from './client';
import type { JobDocument } from './jobs/document';
import { entryId, noteAad, type NewSuppression, type SuppressionDocument } from './suppression.document';

const withoutUndefined = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;

/** Adds entries. */
export function createAdd(db: Db, { numberHash, secretBox }: { numberHash: NumberHash; secretBox: SecretBox }) {
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
    const results = await storeStricter(entries, documents, nowMs);
    await replanWaiting(
      scope,
      documents.map(({ NumberHash }) => NumberHash),
      nowMs,
    );
    return results;
  };
}

type Until = Pick<SuppressionDocument, 'UntilMS'>;

/** True if an entry holds longer than another one. */
const holdsLonger = ({ UntilMS = Infinity }: Until, other: Until): boolean => UntilMS > (other.UntilMS ?? Infinity);

/** What the documents of one entry come to, in their order, after what is stored. */
function fold(documents: readonly SuppressionDocument[], stored: Until | undefined, nowMs: number) {
  // What has ended no longer counts, although it may not be purged yet.
  let current: Until | undefined = stored !== undefined && isHolding(stored, nowMs) ? stored : undefined;
  let replacement: SuppressionDocument | undefined;
  const results = documents.map((document): SuppressionResult => {
    if (current !== undefined && !holdsLonger(document, current)) return 'present';
    const result = current === undefined ? 'added' : 'extended';
    current = replacement = document;
    return result;
  });
  return { results, replacement };
}

/** Each lost round is another writer's success, and each makes an entry stricter. */
const maxRounds = 20;

/**
 * Stores the strictest document of each entry, unless a stricter one is stored: an insert, or a compare-and-set on the
 * end of the entry. New entries, the usual case, take one write together.
 */
async function storeStricter(
  entries: Collection<SuppressionDocument>,
  documents: readonly SuppressionDocument[],
  nowMs: number,
): Promise<SuppressionResult[]> {
  const results = documents.map((): SuppressionResult => 'present');
  const open = new Map<string, number[]>();
  for (const [index, { _id }] of documents.entries()) open.set(_id, [...(open.get(_id) ?? []), index]);
  for (let round = 0; open.size > 0; round++) {
    if (round === maxRounds) throw new Error('The suppressions of these numbers are contended.');
    const ids = [...open.keys()];
    const found = await entries.find({ _id: { $in: ids } }, { projection: { UntilMS: 1 } }).toArray();
    const stored = new Map(found.map((document) => [document._id, document]));
    const inserts: SuppressionDocument[] = [];
    const replaces: { document: SuppressionDocument; from: Until }[] = [];
    for (const [id, indexes] of open) {
      const from = stored.get(id);
      const ofEntry = indexes.flatMap((index) => documents[index] ?? []);
      const { results: ownResults, replacement } = fold(ofEntry, from, nowMs);
      for (const [at, index] of indexes.entries()) results[index] = ownResults[at] ?? 'present';
      if (replacement === undefined) continue;
      if (from === undefined) inserts.push(replacement);
      else replaces.push({ document: replacement, from });
    }
    const lost = new Set([...(await insertAll(entries, inserts)), ...(await replaceAll(entries, replaces))]);
    for (const id of ids) if (!lost.has(id)) open.delete(id);
  }
  return results;
}

/** @returns the ids that another writer has inserted */
async function insertAll(
  entries: Collection<SuppressionDocument>,
  documents: readonly SuppressionDocument[],
): Promise<string[]> {
  if (documents.length === 0) return [];
  try {
    await entries.insertMany([...documents], { ordered: false });
    return [];
  } catch (error) {
    if (!isDuplicateKey(error) || !(error instanceof MongoBulkWriteError)) throw error;
    return [error.writeErrors].flat().flatMap(({ index }) => documents[index]?._id ?? []);
  }
}

/** Entries are rarely replaced, so each has a write of its own, a few at a time. */
const maxConcurrentReplaces = 20;

/** @returns the ids that another writer has changed */
async function replaceAll(
  entries: Collection<SuppressionDocument>,
  replaces: readonly { document: SuppressionDocument; from: Until }[],
): Promise<string[]> {
  const lost: string[] = [];
  for (let start = 0; start < replaces.length; start += maxConcurrentReplaces) {
    const some = replaces.slice(start, start + maxConcurrentReplaces).map(async ({ document, from }) => {
      const { _id, ...replacement } = document;
      const { UntilMS = null } = from;
      const { matchedCount } = await entries.replaceOne({ _id, UntilMS } as Filter<SuppressionDocument>, replacement);
      if (matchedCount === 0) lost.push(_id);
    });
    await Promise.all(some);
  }
  return lost;
}
