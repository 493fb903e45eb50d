import type { Collection, Db } from 'mongodb';
import { effectiveScopes, type ApiKey } from '../../domain/access/api-key';
import { isDuplicateKey } from './client';
import { groupFinds } from './group-finds';
import { largeItemsPageBytes, takePage } from './take-page';

type ApiKeyDocument = Omit<ApiKey, 'ID'> & { _id: string };

const toApiKey = ({ _id, ...rest }: ApiKeyDocument): ApiKey => ({ ...rest, Scopes: effectiveScopes(rest), ID: _id });

/** An organization's keys, oldest first. */
const createLists = (keys: Collection<ApiKeyDocument>) => ({
  list: async (orgId: string): Promise<ApiKey[]> =>
    (await keys.find({ OrgID: orgId }).sort({ _id: 1 }).toArray()).map(toApiKey),

  /** @param after the last key of the previous page */
  listPage: async (orgId: string, { after, limit }: { after?: string | undefined; limit: number }) => {
    const found = keys.find({ OrgID: orgId, ...(after === undefined ? {} : { _id: { $gt: after } }) }).sort({ _id: 1 });
    const { documents, hasMore } = await takePage(found, { items: limit, bytes: largeItemsPageBytes });
    return { apiKeys: documents.map(toApiKey), hasMore };
  },

  /** Which key created which, and which are revoked. */
  listSuccession: async (orgId: string): Promise<Pick<ApiKey, 'ID' | 'CreatedBy' | 'RevokedMS'>[]> => {
    const found = keys.find({ OrgID: orgId }, { projection: { CreatedBy: 1, RevokedMS: 1 } }).sort({ _id: 1 });
    return (await found.toArray()).map(({ _id, CreatedBy, RevokedMS }) => ({ ID: _id, CreatedBy, RevokedMS }));
  },

  /** Counts the keys that are neither revoked nor expired, up to a limit. */
  countActive: (orgId: string, { nowMs, limit }: { nowMs: number; limit: number }): Promise<number> =>
    keys.countDocuments(
      {
        OrgID: orgId,
        RevokedMS: { $exists: false },
        $or: [{ ExpiresMS: { $exists: false } }, { ExpiresMS: { $gt: nowMs } }],
      },
      { limit },
    ),
});

const succession = (keys: Collection<ApiKeyDocument>) => ({
  /**
   * Makes one key of a family the only active one: revokes the others, and restores it if it was revoked by this.
   * @param family the start of the ids
   * @returns the ids of the keys that it revoked
   */
  supersedeOthers: async ({ OrgID, ID }: Pick<ApiKey, 'OrgID' | 'ID'>, family: string, nowMs: number) => {
    await keys.updateOne({ _id: ID, OrgID, Superseded: true }, { $unset: { RevokedMS: '', Superseded: '' } });
    const active = await keys.find({ OrgID, RevokedMS: { $exists: false } }, { projection: { _id: 1 } }).toArray();
    const others = active.map(({ _id }) => _id).filter((id) => id !== ID && id.startsWith(family));
    for (const id of others) {
      const filter = { _id: id, RevokedMS: { $exists: false } };
      await keys.updateOne(filter, { $set: { RevokedMS: nowMs, Superseded: true } });
    }
    return others;
  },
});

/** API keys, each of one organization. A revoked key stays stored, so its owner remains visible. */
export function createApiKeysRepository(db: Db) {
  const keys = db.collection<ApiKeyDocument>('api_keys');
  // However many unknown keys strangers send, a process has one query at a time.
  const findKeys = groupFinds(keys, {}, 'Hash');
  return {
    findByHash: async (hash: string): Promise<ApiKey | undefined> => {
      const [document] = await findKeys([hash]);
      return document && toApiKey(document);
    },

    find: async (orgId: string, keyId: string): Promise<ApiKey | undefined> => {
      const document = await keys.findOne({ _id: keyId, OrgID: orgId });
      return document ? toApiKey(document) : undefined;
    },

    /** Stores a key unless its id is taken. */
    insertIfAbsent: async ({ ID, ...key }: ApiKey): Promise<void> => {
      try {
        await keys.insertOne({ _id: ID, ...key });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },

    /**
     * Stores a key and replaces one with the same id: the process that created that one died before it returned the
     * key.
     */
    replace: async ({ ID, ...key }: ApiKey): Promise<void> => {
      await keys.replaceOne({ _id: ID }, key, { upsert: true });
    },

    ...createLists(keys),

    /**
     * Revokes a key; a repeat keeps the first time.
     * @returns the key after it, or `undefined` when it does not exist
     */
    revoke: async (orgId: string, keyId: string, nowMs: number): Promise<ApiKey | undefined> => {
      const document = await keys.findOneAndUpdate(
        { _id: keyId, OrgID: orgId },
        { $min: { RevokedMS: nowMs }, $unset: { Superseded: '' } },
        { returnDocument: 'after' },
      );
      return document ? toApiKey(document) : undefined;
    },

    ...succession(keys),

    recordUse: async (keyId: string, nowMs: number): Promise<void> => {
      await keys.updateOne({ _id: keyId }, { $max: { LastUsedMS: nowMs } });
    },
  };
}
export type ApiKeysRepository = ReturnType<typeof createApiKeysRepository>;
