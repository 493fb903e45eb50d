import type { Db } from 'mongodb';
import { createKeyWrapper, KeyNotOpenedError, type KeyWrapper } from '../crypto/key-wrapper';
import { createMasterKeys, type MasterKeySettings } from '../crypto/master-keys';
import type { KeyFields } from './data-keys';
import { createServiceSecret, secretId, secretsName, type SecretDocument } from './service-secret';

/** What a rotation did. */
export interface Rotation {
  /** Wrapped keys that were looked at, of jobs and the service's own. */
  keys: number;
  /** Of these, now wrapped by the current master key, and before by another. */
  rewrapped: number;
  /** Changed by somebody else at that moment: erased, or rewrapped by another run. */
  changed: number;
  /** Jobs whose key opens with no master key at hand. */
  unopened: string[];
}

const batchSize = 500;

/** What is wrapped anew, unless the current master key wrapped it. */
const rewrapped = async (wrapper: KeyWrapper, wrapped: string, about: string): Promise<string | undefined> =>
  wrapper.isCurrent(wrapped) ? undefined : wrapper.wrap(await wrapper.unwrap(wrapped, about), about);

/**
 * Wraps every key with the current master key that another one wrapped. What the keys encrypt stays as it is. Each key is replaced by a
 * compare-and-set, so that a job erased meanwhile does not get its key back, and a run may be stopped and repeated, also beside others.
 */
export async function rotateMasterKey(
  db: Db,
  settings: MasterKeySettings,
  onProgress: (so: Rotation) => void = () => undefined,
): Promise<Rotation> {
  const masterKeys = createMasterKeys(settings);
  const wrapper = createKeyWrapper(masterKeys);
  const so: Rotation = { keys: 0, rewrapped: 0, changed: 0, unopened: [] };
  // A database that never had one gets its secret while the key that it may have to come from is at hand.
  await createServiceSecret(db, wrapper, masterKeys)('rotation');
  await rotateSecret(db, wrapper, so);
  await rotateJobs(db, wrapper, { so, onProgress });
  return so;
}

async function rotateSecret(db: Db, wrapper: KeyWrapper, so: Rotation): Promise<void> {
  const secrets = db.collection<SecretDocument>(secretsName);
  const found = await secrets.findOne({ _id: secretId });
  if (!found) return;
  so.keys++;
  const Key = await rewrapped(wrapper, found.Key, secretId);
  if (Key === undefined) return;
  const { matchedCount } = await secrets.updateOne({ _id: secretId, Key: found.Key }, { $set: { Key } });
  so[matchedCount === 1 ? 'rewrapped' : 'changed']++;
}

/** By id, which sorts by creation: jobs that are made meanwhile come later. */
async function rotateJobs(
  db: Db,
  wrapper: KeyWrapper,
  { so, onProgress }: { so: Rotation; onProgress: (so: Rotation) => void },
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
    const changes = (await Promise.all(batch.map((job) => rewrappedJob(wrapper, job, so)))).flat();
    if (changes.length > 0) {
      const { matchedCount } = await jobs.bulkWrite(changes, { ordered: false });
      so.rewrapped += matchedCount;
      so.changed += changes.length - matchedCount;
    }
    onProgress(so);
  }
}

async function rewrappedJob(wrapper: KeyWrapper, { _id, DataKey }: KeyFields, so: Rotation) {
  if (DataKey === undefined) return [];
  so.keys++;
  try {
    const wrapped = await rewrapped(wrapper, DataKey, _id);
    return wrapped === undefined
      ? []
      : [{ updateOne: { filter: { _id, DataKey }, update: { $set: { DataKey: wrapped } } } }];
  } catch (error) {
    if (!(error instanceof KeyNotOpenedError)) throw error;
    so.unopened.push(_id);
    return [];
  }
}
