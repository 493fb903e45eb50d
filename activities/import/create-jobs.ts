import type { RowValidator } from '../../shared/domain/import/validate-row';
import { jobIdOfRow, type BulkImport, type ImportCursor } from '../../shared/domain/import/import';
import { readRows, type RowFile } from '../../shared/domain/import/read-rows';
import type { Job } from '../../shared/domain/job/job';
import { createLimiter, forEachLimited, type Limiter } from '../lib/limiter';
import { jobOfRow } from './row-job';
import { maxConcurrentRequests, batchLimits, type ImportDeps, type TimeBudget } from './batches';

/** What rows are read and judged with. */
export interface RowSource {
  file: RowFile;
  judge: RowValidator;
}

/** A slice whose rows have their jobs. */
interface StoredBatch {
  jobs: Job[];
  cursor: ImportCursor;
  invalid: number;
  done: boolean;
}

/** A stored slice whose workflows are being started. */
interface StartingBatch extends StoredBatch {
  /** Jobs that could neither be started nor left to the sweeper, once it is over. */
  failedStarts: Promise<number>;
}

/**
 * Makes jobs of rows until the shift is over: stores a slice, starts its workflows, moves the cursor. The cursor waits for the starts, so
 * that whatever a lost worker leaves is done again from there. The last starts of a slice overlap with the first ones of the next, and
 * the one after that is stored meanwhile. A wish to cancel lets what is stored be started, so that the cursor tells the truth.
 */
export async function createJobs(
  deps: ImportDeps,
  reading: RowSource,
  found: BulkImport,
  shift: TimeBudget,
): Promise<void> {
  const bound = createLimiter(maxConcurrentRequests);
  let standing: BulkImport | undefined = found;
  let stored = await storeNextBatch(deps, reading, found, cursorOf(found, reading));
  let before: StartingBatch | undefined;
  while (standing !== undefined && (stored ?? before) !== undefined) {
    const now: StartingBatch | undefined = stored && {
      ...stored,
      failedStarts: startJobs(deps, stored.jobs, bound, shift),
    };
    const goesOn = now !== undefined && !now.done && !(await shift.exhausted());
    stored = goesOn ? await storeNextBatch(deps, reading, standing, now.cursor) : undefined;
    if (before) standing = await advanceCursor(deps, standing, before);
    before = now;
  }
  if (standing?.State === 'running' && (await isCanceledAt(deps, standing, standing.Rows))) {
    await deps.store.imports.finish(standing, 'canceled', await deps.clock.nowMs());
  }
}

const cursorOf = (of: BulkImport, { file }: RowSource): ImportCursor =>
  of.Rows === 0 ? file.start : { row: of.Rows, offset: of.Offset };

/**
 * True when nothing is to be made behind a row, because somebody asked to cancel. What a lost worker has stored and not come to count is
 * gone through first.
 */
const isCanceledAt = async ({ store }: ImportDeps, of: BulkImport, row: number): Promise<boolean> =>
  of.CancelRequestedMS !== undefined && (await store.jobTransitions.loadOutline(jobIdOfRow(of, row + 1))) === undefined;

const storeNextBatch = async (
  deps: ImportDeps,
  reading: RowSource,
  of: BulkImport,
  from: ImportCursor,
): Promise<StoredBatch | undefined> =>
  (await isCanceledAt(deps, of, from.row)) ? undefined : storeBatch(deps, reading, of, from);

/** Stores the jobs and the mistakes of the next rows. Harmless to repeat: ids are made from import and row. */
async function storeBatch(
  { store, clock }: ImportDeps,
  { file, judge }: RowSource,
  of: BulkImport,
  from: ImportCursor,
): Promise<StoredBatch> {
  const nowMs = await clock.nowMs();
  const { rows, cursor, done } = readRows(file, from, batchLimits);
  const judged = rows.map(judge);
  const jobs = judged.map((row) => jobOfRow(of, row, nowMs));
  const bad = judged.filter((row) => row.kind === 'invalid');
  await Promise.all([store.jobs.insertMissing(jobs), store.importErrors.insertMissing(of.ID, bad)]);
  return { jobs, cursor, invalid: bad.length, done };
}

/**
 * Starts the workflows of jobs; one that the engine does not take now is left to the sweeper.
 * @returns for how many the sweeper could not be told either. Never fails, so that it can be waited for later.
 */
async function startJobs(
  { store, workflows, clock, logger }: ImportDeps,
  jobs: readonly Job[],
  bound: Limiter,
  shift: TimeBudget,
): Promise<number> {
  let deferred = 0;
  const untold = await forEachLimited(jobs, bound, async (job) => {
    shift.heartbeat();
    try {
      await workflows.startJob(job);
    } catch {
      await store.jobTransitions.amend(job.ID, job.Sequence, { DueMS: await clock.nowMs() });
      deferred++;
    }
  });
  if (deferred > 0) logger.warn({ jobs: deferred }, 'import.starts_deferred');
  return untold;
}

/**
 * Moves the cursor behind what was stored and started, and ends the import at the end of the file.
 * @throws when there is a job that nobody starts soon, so that the slice is done once more: by itself the sweeper would look much later
 */
async function advanceCursor(
  { store, clock, logger, metrics }: ImportDeps,
  from: BulkImport,
  made: StartingBatch,
): Promise<BulkImport | undefined> {
  const untold = await made.failedStarts;
  if (untold > 0) throw new Error(`${untold} jobs could neither be started nor left to the sweeper.`);
  const nowMs = await clock.nowMs();
  const moved = await store.imports.advance(
    from.ID,
    { from: from.Rows, to: made.cursor, invalid: made.invalid },
    nowMs,
  );
  if (moved) metrics.imports.recordRows({ valid: moved.Rows - from.Rows - made.invalid, invalid: made.invalid });
  if (!moved || !made.done) return moved;
  await store.imports.finish(moved, 'completed', nowMs);
  logger.info({ importId: moved.ID, rows: moved.Rows, invalid: moved.RowsInvalid }, 'import.completed');
  return undefined;
}
