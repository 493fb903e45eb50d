import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoServerError, type Collection, type CreateIndexesOptions, type Db, type IndexDescription } from 'mongodb';
import { isDuplicateKey, isStoreUnavailable } from './errors';
import { schemaVersion } from './indexes';
import { compareSchema, presentOnly, schemaDocuments, type SchemaChange } from './schema';

export interface MigrationOptions {
  /** Also drops the indexes that only earlier versions need. */
  dropRetired?: boolean;
  /** Gives up after this time, with an error. Index builds that have not ended by then are aborted. */
  timeoutMs?: number;
  onChange?: (change: SchemaChange) => void;
  signal?: AbortSignal | undefined;
}

/** The deadline has passed: another process migrates, or an index is not built in time. */
export class MigrationTimeoutError extends Error {
  override name = 'MigrationTimeoutError';
}
/** Another process took the migration over, because this one did not renew its lock in time. */
class LockLostError extends Error {
  override name = 'LockLostError';
}

const takenOver = 'Another process has taken this migration over. Repeat the command.';

const lockMs = 60_000;
const renewEveryMs = lockMs / 4;
const retryEveryMs = 1_000;
const defaultTimeoutMs = 3_600_000;

/**
 * Brings the database to the plan: creates what is missing, then stores the version. One process migrates at a time; the
 * others wait for it and find nothing left to do. Repeating it is harmless, also after a crash in the middle.
 * @returns the changes that were made
 * @throws {MigrationTimeoutError} when the deadline has passed
 */
export async function migrate(db: Db, options: MigrationOptions = {}): Promise<SchemaChange[]> {
  const deadlineMs = Date.now() + (options.timeoutMs ?? defaultTimeoutMs);
  const lock = await acquireLock(db, deadlineMs, options.signal);
  try {
    const changes = (await compareSchema(db)).filter(({ kind }) => kind !== 'drop' || options.dropRetired === true);
    const quorum = await commitQuorumOf(db);
    for (const collection of new Set(changes.map((change) => change.collection))) {
      const group = changes.filter((change) => change.collection === collection);
      group.forEach((change) => options.onChange?.(change));
      await retryUntil(deadlineMs, options.signal, () => {
        lock.check();
        return applyTo(db, collection, group, { ...quorum, maxTimeMS: Math.max(1, deadlineMs - Date.now()) });
      });
    }
    await lock.complete();
    return changes;
  } finally {
    await lock.release();
  }
}

/**
 * By default the server waits until every voting member has built the index, which one unavailable member delays without
 * end. Only replica sets know the option.
 */
async function commitQuorumOf(db: Db): Promise<Pick<CreateIndexesOptions, 'commitQuorum'>> {
  // The former name of `hello`, which every server knows: the embedded one logs a stack trace for an unknown command.
  const server = await db.command({ ismaster: 1 });
  return server['setName'] === undefined ? {} : { commitQuorum: 'majority' };
}

/** Changes the indexes of one collection. All new ones are built in one pass over its documents. */
async function applyTo(
  db: Db,
  collectionName: string,
  changes: readonly SchemaChange[],
  options: CreateIndexesOptions,
): Promise<void> {
  const collection = db.collection(collectionName);
  for (const { kind, index } of changes) if (kind !== 'create') await dropIfExists(collection, index);
  const created = changes
    .filter(({ kind }) => kind !== 'drop')
    .map(({ plan: { key, unique, present } }): IndexDescription => ({
      key,
      ...(unique && { unique }),
      ...(present !== undefined && { partialFilterExpression: presentOnly(present) }),
    }));
  if (created.length > 0) await collection.createIndexes(created, options);
}

const indexNotFound = 27;

async function dropIfExists(collection: Collection, index: string): Promise<void> {
  try {
    await collection.dropIndex(index);
  } catch (error) {
    // An earlier try dropped it, and its reply was lost.
    if (!(error instanceof MongoServerError) || error.code !== indexNotFound) throw error;
  }
}

/** Repeats a step while the store is unavailable: a build that has begun continues, and the repeat waits for it. */
async function retryUntil(
  deadlineMs: number,
  signal: AbortSignal | undefined,
  step: () => Promise<void>,
): Promise<void> {
  for (;;) {
    try {
      await step();
      return;
    } catch (error) {
      if (!isStoreUnavailable(error)) throw error;
      if (Date.now() >= deadlineMs) throw timeout('The indexes are not built', error);
      await sleep(retryEveryMs, undefined, { signal });
    }
  }
}

const timeout = (what: string, cause?: unknown): MigrationTimeoutError =>
  new MigrationTimeoutError(`${what} within the time limit. Repeat the command.`, { cause });

async function acquireLock(db: Db, deadlineMs: number, signal: AbortSignal | undefined) {
  const documents = schemaDocuments(db);
  const owner = randomUUID();
  const take = async (): Promise<boolean> => {
    const free = [{ LockedUntilMS: { $exists: false } }, { LockedUntilMS: { $lte: Date.now() } }];
    const taken = { LockedBy: owner, LockedUntilMS: Date.now() + lockMs };
    try {
      await documents.updateOne({ _id: 'schema', $or: free }, { $set: taken }, { upsert: true });
      return true;
    } catch (error) {
      // The document exists and is locked.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  };
  while (!(await take())) {
    if (Date.now() >= deadlineMs) throw timeout('Another process migrates this database and has not ended');
    await sleep(retryEveryMs, undefined, { signal });
  }
  let lost = false;
  const mine = { _id: 'schema', LockedBy: owner } as const;
  const renew = async (): Promise<void> => {
    const { matchedCount } = await documents.updateOne(mine, { $set: { LockedUntilMS: Date.now() + lockMs } });
    lost ||= matchedCount === 0;
  };
  // A failed renewal is repeated by the next one.
  const renewing = setInterval(() => void renew().catch(() => undefined), renewEveryMs);
  return {
    check: (): void => {
      if (lost) throw new LockLostError(takenOver);
    },
    complete: async (): Promise<void> => {
      const { matchedCount } = await documents.updateOne(mine, {
        $max: { Version: schemaVersion },
        $set: { MigratedMS: Date.now() },
      });
      if (matchedCount === 0) throw new LockLostError(takenOver);
    },
    release: async (): Promise<void> => {
      clearInterval(renewing);
      // If this fails, the lock expires.
      const unlocked = { LockedBy: '', LockedUntilMS: '' } as const;
      await documents.updateOne(mine, { $unset: unlocked }).catch(() => undefined);
    },
  };
}
