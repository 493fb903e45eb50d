import type { RowJudge } from '../shared/contracts/import-row';
import { jobIdOfRow, type BulkImport, type ImportCursor } from '../shared/domain/import/import';
import { readRows, type RowFile } from '../shared/domain/import/read-rows';
import type { Job } from '../shared/domain/job/job';
import { forEachBounded } from './for-each-bounded';
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

/**
 * Makes jobs of rows until the shift is over: stores a slice, starts its workflows, moves the cursor. The cursor waits for the starts, so
 * that whatever a lost worker leaves is done again from there; the next slice is stored meanwhile. A wish to cancel lets what is stored be
 * started, so that the cursor tells the truth, and ends the import there.
 */
export async function makeJobs(deps: ImportDeps, reading: Reading, found: BulkImport, shift: Shift): Promise<void> {
  let standing: BulkImport | undefined = found;
  let stored = (await nothingToFinish(deps, found)) ? undefined : await storeSlice(deps, reading, found);
  while (standing !== undefined && stored !== undefined) {
    const last: boolean = stored.done || standing.CancelRequestedMS !== undefined || (await shift.over());
    const [next] = await Promise.all([
      last ? undefined : storeSlice(deps, reading, found, stored.cursor),
      startJobs(deps, stored.jobs, shift),
    ]);
    standing = await advance(deps, standing, stored);
    stored = next;
  }
  if (standing?.State === 'running' && standing.CancelRequestedMS !== undefined) {
    await deps.store.imports.finish(standing, 'canceled', await deps.clock.nowMs());
  }
}

/** True for an import to be canceled, unless a lost worker left a slice that is stored and not counted. */
async function nothingToFinish({ store }: ImportDeps, found: BulkImport): Promise<boolean> {
  if (found.CancelRequestedMS === undefined) return false;
  return (await store.jobMoves.load(jobIdOfRow(found, found.Rows + 1))) === undefined;
}

/** Stores the jobs and the mistakes of the next rows. Harmless to repeat: ids are made from import and row. */
async function storeSlice(
  { store, clock }: ImportDeps,
  { file, judge }: Reading,
  of: BulkImport,
  from: ImportCursor = of.Rows === 0 ? file.start : { row: of.Rows, offset: of.Offset },
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
 * @throws when the sweeper cannot be told, so that the slice is done once more: by itself it would look much later
 */
async function startJobs(
  { store, flows, clock, logger }: ImportDeps,
  jobs: readonly Job[],
  shift: Shift,
): Promise<void> {
  let deferred = 0;
  const untold = await forEachBounded(jobs, inFlight, async (job) => {
    shift.beat();
    try {
      await flows.startJob(job);
    } catch {
      await store.jobMoves.amend(job.ID, job.Sequence, { DueMS: await clock.nowMs() });
      deferred++;
    }
  });
  if (deferred > 0) logger.warn({ jobs: deferred }, 'import.starts_deferred');
  if (untold > 0) throw new Error(`${untold} jobs could neither be started nor left to the sweeper.`);
}

/** Moves the cursor behind what was stored, and ends the import at the end of the file. */
async function advance(
  { store, clock, logger, metrics }: ImportDeps,
  from: BulkImport,
  made: StoredSlice,
): Promise<BulkImport | undefined> {
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
