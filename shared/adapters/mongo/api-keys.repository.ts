import type { Db } from 'mongodb';
import type { ApiKey } from '../../domain/access/api-key';
import { isDuplicateKey } from './client';

type ApiKeyDocument = Omit<ApiKey, 'ID'> & { _id: string };

const toApiKey = ({ _id, ...rest }: ApiKeyDocument): ApiKey => ({ ...rest, ID: _id });

/** The keys that open the API, each for one organization. One that was revoked stays, so that people can see whose it was. */
export function createApiKeysRepository(db: Db) {
  const keys = db.collection<ApiKeyDocument>('api_keys');
  return {
    findByHash: async (hash: string): Promise<ApiKey | undefined> => {
      const document = await keys.findOne({ Hash: hash });
      return document ? toApiKey(document) : undefined;
    },

    find: async (orgId: string, keyId: string): Promise<ApiKey | undefined> => {
      const document = await keys.findOne({ _id: keyId, OrgID: orgId });
      return document ? toApiKey(document) : undefined;
    },

    /** Stores a key; one that is there already stays as it is. */
    insertIfAbsent: async ({ ID, ...key }: ApiKey): Promise<void> => {
      try {
        await keys.insertOne({ _id: ID, ...key });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },

    /** Stores a key in the place of one with its id that nobody was told of: its maker died before the answer. */
    replace: async ({ ID, ...key }: ApiKey): Promise<void> => {
      await keys.replaceOne({ _id: ID }, key, { upsert: true });
    },

    /** An organization's keys, oldest first. */
    list: async (orgId: string): Promise<ApiKey[]> =>
      (await keys.find({ OrgID: orgId }).sort({ _id: 1 }).toArray()).map(toApiKey),

    /** Takes a key away; the first to do so says when. @returns the key after it, or `undefined` when there is none */
    revoke: async (orgId: string, keyId: string, nowMs: number): Promise<ApiKey | undefined> => {
      const document = await keys.findOneAndUpdate(
        { _id: keyId, OrgID: orgId },
        { $min: { RevokedMS: nowMs } },
        { returnDocument: 'after' },
      );
      return document ? toApiKey(document) : undefined;
    },

    recordUse: async (keyId: string, nowMs: number): Promise<void> => {
      await keys.updateOne({ _id: keyId }, { $max: { LastUsedMS: nowMs } });
    },
  };
}
export type ApiKeysRepository = ReturnType<typeof createApiKeysRepository>;
