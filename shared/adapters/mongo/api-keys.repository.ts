import type { Db } from 'mongodb';
import { isDuplicateKey } from './client';

/** An API key without its secret: what is stored is a hash. */
export interface ApiKey {
  ID: string;
  OrgID: string;
  /** SHA-256 of the whole key, in hex. A key is long and random, so that a fast hash is enough. */
  Hash: string;
  Name: string;
  CreatedMS: number;
}
type ApiKeyDocument = Omit<ApiKey, 'ID'> & { _id: string };

/** The keys that open the API, each for one organisation. */
export function createApiKeysRepository(db: Db) {
  const keys = db.collection<ApiKeyDocument>('api_keys');
  return {
    findByHash: async (hash: string): Promise<ApiKey | undefined> => {
      const document = await keys.findOne({ Hash: hash });
      if (!document) return undefined;
      const { _id, ...rest } = document;
      return { ...rest, ID: _id };
    },

    /** Stores a key; one that is there already stays as it is. */
    insertIfAbsent: async ({ ID, ...key }: ApiKey): Promise<void> => {
      try {
        await keys.insertOne({ _id: ID, ...key });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
    },
  };
}
export type ApiKeysRepository = ReturnType<typeof createApiKeysRepository>;
