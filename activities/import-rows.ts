import type { RowJudge } from '../shared/contracts/import-row';
import { jobIdOfRow, type BulkImport, type ImportCursor } from '../shared/domain/import/import';
import { readRows, type RowFile } from '../shared/domain/import/read-rows';
import type { Job } from '../shared/domain/job/job';
import { createBound, forEachBounded, type Bound } from './for-each-bounded';
import { jobOfRow } from './import-jobs';
import { inFlight, slice, type ImportDeps, type Shift } from './import-shift';

/** What rows are read and judged with. */
export interface Reading {
  file: RowFile;
  judge: RowJudge;
}

/** A slice whose rows have their jobs. */
interface StoredSlice {
  jobs: Job[];
  cursor: ImportCursor;
  invalid: number;
  done: boolean;
}

/** A stored slice whose workflows are being started. */
interface StartingSlice extends StoredSlice {
  /** Jobs that could neither be started nor left to the sweeper, once it is over. */
  untold: Promise<number>;
}

/**
 * Makes jobs of rows until the shift is over: stores a slice, starts its workflows, moves the cursor. The cursor waits for the starts, so
 * that whatever a lost worker leaves is done again from there. The last starts of a slice overlap with the first ones of the next, and
 * the one after that is stored meanwhile. A wish to cancel lets what is stored be started, so that the cursor tells the truth.
 */
export async function makeJobs(deps: ImportDeps, reading: Reading, found: BulkImport, shift: Shift): Promise<void> {
  const bound = createBound(inFlight);
  let standing: BulkImport | undefined = found;
  let stored = await storeNext(deps, reading, found, cursorOf(found, reading));
  let before: StartingSlice | undefined;
  while (standing !== undefined && (stored ?? before) !== undefined) {
    const now: StartingSlice | undefined = stored && { ...stored, untold: startJobs(deps, stored.jobs, bound, shift) };
    const goesOn = now !== undefined && !now.done && !(await shift.over());
    stored = goesOn ? await storeNext(deps, reading, standing, now.cursor) : undefined;
    if (before) standing = await advance(deps, standing, before);
    before = now;
  }
  if (standing?.State === 'running' && (await isAtCancel(deps, standing, standing.Rows))) {
    await deps.store.imports.finish(standing, 'canceled', await deps.clock.nowMs());
  }
}

const cursorOf = (of: BulkImport, { file }: Reading): ImportCursor =>
  of.Rows === 0 ? file.start : { row: of.Rows, offset: of.Offset };

/**
 * True when nothing is to be made behind a row, because somebody asked to cancel. What a lost worker has stored and not come to count is
 * gone through first.
 */
const isAtCancel = async ({ store }: ImportDeps, of: BulkImport, row: number): Promise<boolean> =>
  of.CancelRequestedMS !== undefined && (await store.jobMoves.loadOutline(jobIdOfRow(of, row + 1))) === undefined;

const storeNext = async (
  deps: ImportDeps,
  reading: Reading,
  of: BulkImport,
  from: ImportCursor,
): Promise<StoredSlice | undefined> =>
  (await isAtCancel(deps, of, from.row)) ? undefined : storeSlice(deps, reading, of, from);

/** Stores the jobs and the mistakes of the next rows. Harmless to repeat: ids are made from import and row. */
async function storeSlice(
  { store, clock }: ImportDeps,
  { file, judge }: Reading,
  of: BulkImport,
  from: ImportCursor,
): Promise<StoredSlice> {
  const nowMs = await clock.nowMs();
  const { rows, cursor, done } = readRows(file, from, slice);
  const judged = rows.map(judge);
  const jobs = judged.map((row) => jobOfRow(of, row, nowMs));
  const bad = judged.filter((row) => row.kind === 'bad');
  await Promise.all([store.jobs.insertMissing(jobs), store.importErrors.insertMissing(of.ID, bad)]);
  return { jobs, cursor, invalid: bad.length, done };
}

/**
 * Starts the workflows of jobs; one that the engine does not take now is left to the sweeper.
 * @returns for how many the sweeper could not be told either. Never fails, so that it can be waited for later.
 */
async function startJobs(
  { store, flows, clock, logger }: ImportDeps,
  jobs: readonly Job[],
  bound: Bound,
  shift: Shift,
): Promise<number> {
  let deferred = 0;
  const untold = await forEachBounded(jobs, bound, async (job) => {
    shift.beat();
    try {
      await flows.startJob(job);
    } catch {
      await store.jobMoves.amend(job.ID, job.Sequence, { DueMS: await clock.nowMs() });
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
async function advance(
  { store, clock, logger, metrics }: ImportDeps,
  from: BulkImport,
  made: StartingSlice,
): Promise<BulkImport | undefined> {
  const untold = await made.untold;
  if (untold > 0) throw new Error(`${untold} jobs could neither be started nor left to the sweeper.`);
  const nowMs = await clock.nowMs();
  const moved = await store.imports.advance(
    from.ID,
    { from: from.Rows, to: made.cursor, invalid: made.invalid },
    nowMs,
  );
  if (moved) metrics.imports.rowsDone({ valid: moved.Rows - from.Rows - made.invalid, invalid: made.invalid });
  if (!moved || !made.done) return moved;
  await store.imports.finish(moved, 'completed', nowMs);
  logger.info({ importId: moved.ID, rows: moved.Rows, invalid: moved.RowsInvalid }, 'import.completed');
  return undefined;
}
