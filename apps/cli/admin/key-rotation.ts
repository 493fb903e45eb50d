import type { Db } from 'mongodb';
import { createKeyWrapper, KeyUnwrapError, type KeyWrapper } from '../../../shared/adapters/crypto/key-wrapper';
import { createStoredKeys, type StoredKeys } from '../../../shared/adapters/crypto/stored-key';
import { createMasterKeys, type MasterKeySettings } from '../../../shared/adapters/crypto/master-keys';
import { keyFields, type KeyFields } from '../../../shared/adapters/mongo/data-keys';
import { holdsClearText } from '../../../shared/adapters/mongo/clear-text';
import {
  createServiceSecret,
  secretId,
  secretsCollection,
  type SecretDocument,
} from '../../../shared/adapters/mongo/service-secret';

export interface RotationResult {
  /** Wrapped keys examined: those of jobs, and the service's own. */
  examined: number;
  /** Keys that another master key or an earlier version had wrapped. */
  rewrapped: number;
  /** Keys that another writer changed at that moment: an erasure, or another run. */
  conflicts: number;
  /** Jobs whose key no accepted master key unwraps. */
  unreadable: string[];
}

const batchSize = 500;

/** @returns the service's key wrapped by the current master key, or `undefined` when that one wrapped it already */
const rewrapSecret = async (wrapper: KeyWrapper, wrapped: string, context: string): Promise<string | undefined> =>
  wrapper.isCurrent(wrapped) ? undefined : wrapper.wrap(await wrapper.unwrap(wrapped, context), context);

/**
 * Rewraps every key that another master key wrapped, and binds keys of earlier versions to their organization and test
 * jobs of earlier versions to being stored in clear. Keys vouch from then on for clear text that earlier versions left. What the keys encrypt stays as it is. Each key is replaced by
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
  await rotateJobs(db, createStoredKeys(wrapper), { result, onProgress });
  return result;
}

async function rotateSecret(db: Db, wrapper: KeyWrapper, result: RotationResult): Promise<void> {
  const secrets = db.collection<SecretDocument>(secretsCollection);
  const found = await secrets.findOne({ _id: secretId });
  if (!found) return;
  result.examined++;
  const Key = await rewrapSecret(wrapper, found.Key, secretId);
  if (Key === undefined) return;
  const { matchedCount } = await secrets.updateOne({ _id: secretId, Key: found.Key }, { $set: { Key } });
  result[matchedCount === 1 ? 'rewrapped' : 'conflicts']++;
}

/** Walks jobs by id, which sorts by creation: jobs created during the walk come last. */
async function rotateJobs(
  db: Db,
  storedKeys: StoredKeys,
  { result, onProgress }: { result: RotationResult; onProgress: (progress: RotationResult) => void },
): Promise<void> {
  const jobs = db.collection<RotatedJob>('jobs');
  for (let after = ''; ;) {
    const batch = await jobs
      .find({ _id: { $gt: after } }, { projection: { ...keyFields, TestJob: 1 } })
      .sort({ _id: 1 })
      .limit(batchSize)
      .toArray();
    const last = batch.at(-1);
    if (last === undefined) return;
    after = last._id;
    const changes = (await Promise.all(batch.map((job) => rewrapJob({ db, storedKeys }, job, result)))).flat();
    if (changes.length > 0) {
      const { matchedCount } = await jobs.bulkWrite(changes, { ordered: false });
      result.rewrapped += matchedCount;
      result.conflicts += changes.length - matchedCount;
    }
    onProgress(result);
  }
}

type RotatedJob = KeyFields & { TestJob?: boolean };
interface RewrapDeps {
  db: Db;
  storedKeys: StoredKeys;
}

/** @returns the fields to store, `undefined` if nothing changes */
async function rewrapFields(
  { db, storedKeys }: RewrapDeps,
  { _id, OrgID, DataKey, ClearProof, TestJob }: RotatedJob,
): Promise<Pick<KeyFields, 'DataKey' | 'ClearProof'> | undefined> {
  const owner = { jobId: _id, orgId: OrgID };
  if (DataKey !== undefined) {
    const rewrapped = await storedKeys.rewrap(DataKey, owner, () => holdsClearText(db, _id));
    return rewrapped === undefined ? undefined : { DataKey: rewrapped };
  }
  if (ClearProof !== undefined) {
    const renewed = await storedKeys.renewProof(ClearProof, owner);
    return renewed === undefined ? undefined : { ClearProof: renewed };
  }
  return TestJob === true ? { ClearProof: await storedKeys.proveClear(owner) } : undefined;
}

async function rewrapJob(deps: RewrapDeps, job: RotatedJob, result: RotationResult) {
  const { _id, DataKey, ClearProof, DataKeyDestroyed } = job;
  if (DataKeyDestroyed === true) return [];
  result.examined++;
  try {
    const fields = await rewrapFields(deps, job);
    if (fields === undefined) return [];
    const expected = {
      DataKey: DataKey ?? { $exists: false },
      ClearProof: ClearProof ?? { $exists: false },
      DataKeyDestroyed: { $exists: false },
    };
    return [{ updateOne: { filter: { _id, ...expected }, update: { $set: fields } } }];
  } catch (error) {
    if (!(error instanceof KeyUnwrapError)) throw error;
    result.unreadable.push(_id);
    return [];
  }
}
