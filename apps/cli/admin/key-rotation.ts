import type { Db } from 'mongodb';
import { createKeyWrapper, KeyUnwrapError, type KeyWrapper } from '../../../shared/adapters/crypto/key-wrapper';
import { createMasterKeys, type MasterKeySettings } from '../../../shared/adapters/crypto/master-keys';
import type { KeyFields } from '../../../shared/adapters/mongo/data-keys';
import {
  createServiceSecret,
  secretId,
  secretsCollection,
  type SecretDocument,
} from '../../../shared/adapters/mongo/service-secret';

export interface RotationResult {
  /** Wrapped keys examined: those of jobs, and the service's own. */
  examined: number;
  /** Keys that another master key had wrapped, and the current one wraps now. */
  rewrapped: number;
  /** Keys that another writer changed at that moment: an erasure, or another run. */
  conflicts: number;
  /** Jobs whose key no accepted master key unwraps. */
  unreadable: string[];
}

const batchSize = 500;

/** @returns the key wrapped by the current master key, or `undefined` when that one wrapped it already */
const rewrap = async (wrapper: KeyWrapper, wrapped: string, context: string): Promise<string | undefined> =>
  wrapper.isCurrent(wrapped) ? undefined : wrapper.wrap(await wrapper.unwrap(wrapped, context), context);

/**
 * Rewraps every key that another master key wrapped. What the keys encrypt stays as it is. Each key is replaced by
 * compare-and-set, so an erased job never gets its key back, and a run may be stopped, repeated and run next to others.
 */
export async function rotateMasterKey(
  db: Db,
  settings: MasterKeySettings,
  onProgress: (progress: RotationResult) => void = () => undefined,
): Promise<RotationResult> {
  const masterKeys = createMasterKeys(settings);
  const wrapper = createKeyWrapper(masterKeys);
  const result: RotationResult = { examined: 0, rewrapped: 0, conflicts: 0, unreadable: [] };
  // A database without a secret gets it now, while the master key that it may be made from is available.
  await createServiceSecret(db, wrapper, masterKeys)('rotation');
  await rotateSecret(db, wrapper, result);
  await rotateJobs(db, wrapper, { result, onProgress });
  return result;
}

async function rotateSecret(db: Db, wrapper: KeyWrapper, result: RotationResult): Promise<void> {
  const secrets = db.collection<SecretDocument>(secretsCollection);
  const found = await secrets.findOne({ _id: secretId });
  if (!found) return;
  result.examined++;
  const Key = await rewrap(wrapper, found.Key, secretId);
  if (Key === undefined) return;
  const { matchedCount } = await secrets.updateOne({ _id: secretId, Key: found.Key }, { $set: { Key } });
  result[matchedCount === 1 ? 'rewrapped' : 'conflicts']++;
}

/** Walks jobs by id, which sorts by creation: jobs created during the walk come last. */
async function rotateJobs(
  db: Db,
  wrapper: KeyWrapper,
  { result, onProgress }: { result: RotationResult; onProgress: (progress: RotationResult) => void },
): Promise<void> {
  const jobs = db.collection<KeyFields>('jobs');
  for (let after = ''; ;) {
    const batch = await jobs
      .find({ _id: { $gt: after } }, { projection: { DataKey: 1 } })
      .sort({ _id: 1 })
      .limit(batchSize)
      .toArray();
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last._id;
    const changes = (await Promise.all(batch.map((job) => rewrapJob(wrapper, job, result)))).flat();
    if (changes.length > 0) {
      const { matchedCount } = await jobs.bulkWrite(changes, { ordered: false });
      result.rewrapped += matchedCount;
      result.conflicts += changes.length - matchedCount;
    }
    onProgress(result);
  }
}

async function rewrapJob(wrapper: KeyWrapper, { _id, DataKey }: KeyFields, result: RotationResult) {
  if (DataKey === undefined) return [];
  result.examined++;
  try {
    const wrapped = await rewrap(wrapper, DataKey, _id);
    return wrapped === undefined
      ? []
      : [{ updateOne: { filter: { _id, DataKey }, update: { $set: { DataKey: wrapped } } } }];
  } catch (error) {
    if (!(error instanceof KeyUnwrapError)) throw error;
    result.unreadable.push(_id);
    return [];
  }
}
