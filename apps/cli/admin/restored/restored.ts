import {
  createRestoreHolds,
  type HeldJob,
  type HeldJobFilter,
} from '../../../../shared/adapters/mongo/jobs/restore-holds';
import { createRestoredWork, type EndedWork } from '../../../../shared/adapters/mongo/restored-work';
import { createWorkersRepository, lostAfterMs } from '../../../../shared/adapters/mongo/workers.repository';
import type { Mongo } from '../../../../shared/adapters/mongo/client';
import { findAttemptsSince } from '../../../../shared/adapters/temporal/attempts-since';
import { createTemporal } from '../../../../shared/adapters/temporal/client';
import { databaseSettingsSchema, setupSettingsSchema } from '../../../../shared/config/settings.schema';
import { FailedError } from '../../failures';
import type { CliContext } from '../../session';
import { withDatabase } from '../database';

type Context = Pick<CliContext, 'env' | 'signal'>;
/** Histories that are read at a time. */
const concurrency = 20;

/** The held jobs after the comparison with Temporal's histories. */
export interface RestoreResult {
  /** Imports that were running at the backup, and were ended by this run. */
  EndedImports: EndedWork[];
  /** Bulk actions that were redialing at the backup, and were ended by this run. */
  EndedRedials: EndedWork[];
  /** Jobs that were held by this run. */
  Held: number;
  /** Jobs that Temporal rules out: they were not called since the backup, and wait as before. */
  Released: number;
  /** Jobs that were called since the backup. */
  Attempted: number;
  /** Jobs of which Temporal knows nothing, or not enough. */
  Unknown: number;
}

/**
 * Ends what creates jobs in a restored database, holds every unfinished job, then releases those that surely were not called since the backup. It
 * can be repeated: jobs that are held stay so, and are compared again.
 * @param fromMs the instant of the backup
 * @param force also while workers run, which may have called some before they were held
 * @throws {FailedError} while workers run
 */
export const holdRestored = (
  context: Context,
  { fromMs, force, onProgress }: { fromMs: number; force: boolean; onProgress: (compared: number) => void },
): Promise<RestoreResult> =>
  withDatabase(context, setupSettingsSchema, async (db, settings) => {
    const nowMs = Date.now();
    if (!force) await requireNoWorkers(db, nowMs);
    const holds = createRestoreHolds(db);
    const work = createRestoredWork(db);
    const result: RestoreResult = {
      EndedImports: await work.endImports(nowMs),
      EndedRedials: await work.endRedials(nowMs),
      Held: await holds.hold(fromMs, nowMs),
      ...{ Released: 0, Attempted: 0, Unknown: 0 },
    };
    const temporal = createTemporal(settings);
    try {
      let batch: HeldJob[] = [];
      const compareBatch = async (): Promise<void> => {
        await Promise.all(batch.map((job) => compare(job)));
        batch = [];
        onProgress(result.Released + result.Attempted + result.Unknown);
      };
      const compare = async ({ ID, RestoreHold }: HeldJob): Promise<void> => {
        // A job that an earlier run held is compared with the earlier backup of the two.
        const found = await findAttemptsSince(temporal.client, ID, Math.min(fromMs, RestoreHold.FromMS));
        if (found === 'none') {
          if (await holds.release(ID, Date.now())) result.Released++;
        } else if (found === 'unknown') {
          result.Unknown++;
        } else {
          await holds.recordAttempt(ID, found.lastMs);
          result.Attempted++;
        }
      };
      for await (const job of holds.list()) {
        context.signal.throwIfAborted();
        batch.push(job);
        if (batch.length === concurrency) await compareBatch();
      }
      await compareBatch();
      return result;
    } finally {
      await temporal.close();
    }
  });

/** A worker could call a job before it is held. One that was killed is known for a while. */
async function requireNoWorkers(db: Mongo['db'], nowMs: number): Promise<void> {
  const alive = (await createWorkersRepository(db).list()).filter(({ BeatMS }) => nowMs - BeatMS < lostAfterMs);
  if (alive.length === 0) return;
  throw new FailedError(
    `${alive.length} workers report themselves in this database. Stop them first; one that was killed is forgotten after a minute. --force goes on all the same.`,
  );
}

/** Lists the held jobs. @param use receives them while the database is open */
export const listRestored = (
  context: Context,
  filter: HeldJobFilter,
  use: (jobs: AsyncIterable<HeldJob>) => Promise<void>,
): Promise<void> => withDatabase(context, databaseSettingsSchema, (db) => use(createRestoreHolds(db).list(filter)));

/** Releases jobs, by their ids or by a filter. @returns how many, and the ids that are not held */
export const releaseRestored = (
  context: Context,
  { ids, filter }: { ids: readonly string[]; filter: HeldJobFilter | undefined },
): Promise<{ Released: number; NotHeld: string[] }> =>
  withDatabase(context, databaseSettingsSchema, async (db) => {
    const holds = createRestoreHolds(db);
    const NotHeld: string[] = [];
    let Released = filter === undefined ? 0 : await holds.releaseAll(filter, Date.now());
    for (const id of ids) {
      if (await holds.release(id, Date.now())) Released++;
      else NotHeld.push(id);
    }
    return { Released, NotHeld };
  });
