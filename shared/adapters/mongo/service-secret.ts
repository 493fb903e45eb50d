import { randomBytes } from 'node:crypto';
import type { Db } from 'mongodb';
import type { KeyWrapper } from '../crypto/key-wrapper';
import { deriveKey, type KeySource, type MasterKeys } from '../crypto/master-keys';
import { isDuplicateKey } from './client';

/** The service's own secret as stored: a single document. */
export interface SecretDocument {
  _id: string;
  Key: string;
}
export const secretsCollection = 'service_secrets';
export const secretId = 'service';

/**
 * The secret that numbers are hashed, webhooks' secrets sealed and import files encrypted under. Made once per database and stored wrapped,
 * so that a new master key rewraps it and changes no hash. Of processes that start at once the first to insert wins.
 */
export function createServiceSecret(db: Db, wrapper: KeyWrapper, masterKeys: MasterKeys): KeySource {
  const secrets = db.collection<SecretDocument>(secretsCollection);
  const findSecret = async (): Promise<Buffer | undefined> => {
    const found = await secrets.findOne({ _id: secretId });
    return found ? wrapper.unwrap(found.Key, secretId) : undefined;
  };
  const createSecret = async (): Promise<Buffer> => {
    // Before there was this secret everything was derived from the master key in the same way: there it goes on.
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
  let loading: Promise<Buffer> | undefined;
  // Asked for once by all who need it at the same time; a store that was away is asked again.
  const loadSecret = (): Promise<Buffer> => {
    loading ??= findSecret().then((found) => found ?? createSecret());
    loading.catch(() => (loading = undefined));
    return loading;
  };
  const derivedKeys = new Map<string, Buffer>();
  return async (purpose) => {
    const cached = derivedKeys.get(purpose);
    if (cached) return cached;
    const key = deriveKey(await loadSecret(), purpose);
    // Purposes that name a file are as many as files.
    if (derivedKeys.size < 100) derivedKeys.set(purpose, key);
    return key;
  };
}

/**
 * Whether something in the database was hashed or sealed before this secret was made. Each of these is stored after its hash or its seal
 * was asked for; an import is not, only its file.
 */
async function predatesSecret(db: Db): Promise<boolean> {
  for (const name of ['jobs', 'webhooks', 'import_files.files']) {
    if (await db.collection(name).findOne({}, { projection: { _id: 1 } })) return true;
  }
  return false;
}
