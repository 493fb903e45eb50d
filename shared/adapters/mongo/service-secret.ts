import { randomBytes } from 'node:crypto';
import type { Db } from 'mongodb';
import type { KeyWrapper } from '../crypto/key-wrapper';
import { deriveKey, type KeySource, type MasterKeys } from '../crypto/master-keys';
import { loadOnce } from '../load-once';
import { isDuplicateKey } from './client';

/** The service's own secret as stored: a single document. */
export interface SecretDocument {
  _id: string;
  Key: string;
}
export const secretsCollection = 'service_secrets';
export const secretId = 'service';

/**
 * The secret from which the keys for number hashes, webhook secrets and import files are derived. It is created once
 * per database and stored wrapped, so that a new master key rewraps it and changes no hash. When several processes
 * start at once, the first insert wins.
 */
export function createServiceSecret(db: Db, wrapper: KeyWrapper, masterKeys: MasterKeys): KeySource {
  const secrets = db.collection<SecretDocument>(secretsCollection);
  const findSecret = async (): Promise<Buffer | undefined> => {
    const found = await secrets.findOne({ _id: secretId });
    return found ? wrapper.unwrap(found.Key, secretId) : undefined;
  };
  const createSecret = async (): Promise<Buffer> => {
    // An older database derived these keys from the master key: it stays its secret.
    const secret = (await predatesSecret(db)) ? masterKeys.current.bytes : randomBytes(32);
    try {
      await secrets.insertOne({ _id: secretId, Key: await wrapper.wrap(secret, secretId) });
      return secret;
    } catch (error) {
      const other = isDuplicateKey(error) ? await findSecret() : undefined;
      if (other === undefined) throw error;
      return other;
    }
  };
  const loadSecret = loadOnce(async () => (await findSecret()) ?? (await createSecret()));
  const derivedKeys = new Map<string, Buffer>();
  return async (purpose) => {
    const cached = derivedKeys.get(purpose);
    if (cached) return cached;
    const key = deriveKey(await loadSecret(), purpose);
    // Each import file has its own purpose, so the number of purposes is unbounded.
    if (derivedKeys.size < 100) derivedKeys.set(purpose, key);
    return key;
  };
}

/**
 * Whether the database holds something hashed or sealed before the secret existed. Jobs, webhooks and files are stored
 * only after their hash or seal was computed. An import's document is stored before, so only its file counts.
 */
async function predatesSecret(db: Db): Promise<boolean> {
  for (const name of ['jobs', 'webhooks', 'import_files.files']) {
    if (await db.collection(name).findOne({}, { projection: { _id: 1 } })) return true;
  }
  return false;
}
