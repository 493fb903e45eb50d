import type { Db } from 'mongodb';
import { createKeyWrapper, KeyUnwrapError, type KeyWrapper } from '../crypto/key-wrapper';
import { createMasterKeys, type MasterKeySettings } from '../crypto/master-keys';
import type { KeyFields } from './data-keys';
import { createServiceSecret, secretId, secretsCollection, type SecretDocument } from './service-secret';

/** What a rotation did. */
export interface RotationResult {
  /** Wrapped keys that were looked at, of jobs and the service's own. */
  examined: number;
  /** Of these, now wrapped by the current master key, and before by another. */
  rewrapped: number;
  /** Changed by somebody else at that moment: erased, or rewrapped by another run. */
  conflicts: number;
  /** Jobs whose key opens with no master key at hand. */
  unreadable: string[];
}

const batchSize = 500;

/** What is wrapped anew, unless the current master key wrapped it. */
const rewrap = async (wrapper: KeyWrapper, wrapped: string, about: string): Promise<string | undefined> =>
  wrapper.isCurrent(wrapped) ? undefined : wrapper.wrap(await wrapper.unwrap(wrapped, about), about);

/**
 * Wraps every key with the current master key that another one wrapped. What the keys encrypt stays as it is. Each key is replaced by a
 * compare-and-set, so that a job erased meanwhile does not get its key back, and a run may be stopped and repeated, also beside others.
 */
export async function rotateMasterKey(
  db: Db,
  settings: MasterKeySettings,
  onProgress: (so: RotationResult) => void = () => undefined,
): Promise<RotationResult> {
  const masterKeys = createMasterKeys(settings);
  const wrapper = createKeyWrapper(masterKeys);
  const result: RotationResult = { examined: 0, rewrapped: 0, conflicts: 0, unreadable: [] };
  // A database that never had one gets its secret while the key that it may have to come from is at hand.
  await createServiceSecret(db, wrapper, masterKeys)('rotation');
  await rotateSecret(db, wrapper, result);
  await rotateJobs(db, wrapper, { so: result, onProgress });
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

/** By id, which sorts by creation: jobs that are made meanwhile come later. */
async function rotateJobs(
  db: Db,
  wrapper: KeyWrapper,
  { so, onProgress }: { so: RotationResult; onProgress: (so: RotationResult) => void },
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
    const changes = (await Promise.all(batch.map((job) => rewrapJob(wrapper, job, so)))).flat();
    if (changes.length > 0) {
      const { matchedCount } = await jobs.bulkWrite(changes, { ordered: false });
      so.rewrapped += matchedCount;
      so.conflicts += changes.length - matchedCount;
    }
    onProgress(so);
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
