import { loadImportSettings } from '../../shared/application/import-row-job';
import { replanIfChanged } from '../../shared/application/replan-if-changed';
import { jobIdOfRow, nextRowBatch, type BulkImport, type ImportCursor } from '../../shared/domain/import/import';
import { batchLimits, readRows, type RowFile } from '../../shared/domain/import/read-rows';
import { countNormalized, validateRows, type RowValidator } from '../../shared/domain/import/validate-row';
import type { Job } from '../../shared/domain/job/job';
import { createEngineLimiter } from '../lib/engine-limiter';
import { startJobs } from '../lib/start-jobs';
import type { TimeBudget } from '../lib/time-budget';
import type { ImportDeps } from './batches';
import { planRows } from './plan-rows';
import { settleDuplicates } from './settle-duplicates';

/** The file of an import, and the validation of its rows. */
export interface RowSource {
  file: RowFile;
  validate: RowValidator;
}

/** Rows whose jobs are stored. */
interface StoredBatch {
  /** The import with the ids of these rows. */
  bulkImport: BulkImport;
  jobs: readonly Job[];
  cursor: ImportCursor;
  invalid: number;
  /** Rows whose jobs failed when they were made, because their numbers are suppressed. */
  suppressed: number;
  /** Rows without a job, because they are duplicates. */
  skipped: number;
  /** Valid rows with numbers that were not written in E.164. */
  normalized: number;
  done: boolean;
  /** When the last of the jobs was made. */
  lastMs: number;
}

/** Where a batch begins, and when the last job before it was made. */
type BatchBefore = Pick<StoredBatch, 'cursor' | 'lastMs'>;

/** Stored rows whose jobs are published and whose workflows are starting. */
interface StartingBatch extends StoredBatch {
  /** Resolves with the number of jobs that were neither started nor left to the sweeper. */
  failedStarts: Promise<number>;
}

/**
 * Creates jobs from rows until the time budget is exhausted: validates, plans and stores a batch, publishes its jobs,
 * starts their workflows, and advances the cursor. The cursor waits for the starts, so a retry after a lost worker
 * repeats whatever is unfinished. The last starts of a batch overlap with the first ones of the next, while the one after
 * that is stored. A requested cancellation lets stored jobs start first, so that the cursor is correct.
 */
export async function createJobs(
  deps: ImportDeps,
  source: RowSource,
  bulkImport: BulkImport,
  budget: TimeBudget,
): Promise<void> {
  const limiter = createEngineLimiter();
  let current: BulkImport | undefined = bulkImport;
  let stored = await storeNextBatch(deps, source, bulkImport, { cursor: cursorOf(bulkImport, source), lastMs: 0 });
  let previous: StartingBatch | undefined;
  while (current !== undefined && (stored ?? previous) !== undefined) {
    const starting: StartingBatch | undefined = stored && {
      ...stored,
      failedStarts: startJobs(deps, stored.jobs, limiter, budget),
    };
    const hasMore = starting !== undefined && !starting.done && !(await budget.exhausted());
    const next: BulkImport = { ...current, JobIDs: starting?.bulkImport.JobIDs ?? current.JobIDs };
    stored = hasMore ? await storeNextBatch(deps, source, next, starting) : undefined;
    if (previous) current = await advanceCursor(deps, current, previous);
    previous = starting;
  }
  if (current?.State === 'running' && (await isCanceledAt(deps, current, current.Rows))) {
    await deps.store.imports.finish(current, 'canceled', await deps.clock.nowMs());
  }
}

const cursorOf = (bulkImport: BulkImport, { file }: RowSource): ImportCursor =>
  bulkImport.Rows === 0 ? file.start : { row: bulkImport.Rows, offset: bulkImport.Offset };

/**
 * True if a requested cancellation ends the import after this row. Rows that a lost worker stored but did not count
 * come first.
 */
const isCanceledAt = async ({ store }: ImportDeps, bulkImport: BulkImport, row: number): Promise<boolean> => {
  if (bulkImport.CancelRequestedMS === undefined) return false;
  const nextId = jobIdOfRow(bulkImport, row + 1);
  // A batch whose ids are assigned is finished, whether it was stored or not: its next row may have been skipped, and a worker
  // that stalls may yet store it. Imports of earlier versions have no such ids.
  return bulkImport.JobIDs === undefined ? !(await isStored(store, nextId)) : nextId === undefined;
};

const isStored = async ({ jobs }: ImportDeps['store'], jobId: string | undefined): Promise<boolean> =>
  jobId !== undefined && (await jobs.loadMetadata(jobId)) !== undefined;

const storeNextBatch = async (
  deps: ImportDeps,
  source: RowSource,
  bulkImport: BulkImport,
  after: BatchBefore,
): Promise<StoredBatch | undefined> =>
  (await isCanceledAt(deps, bulkImport, after.cursor.row)) ? undefined : storeBatch(deps, source, bulkImport, after);

/**
 * Stores the jobs and the errors of the next rows. Idempotent: ids derive from import and row.
 * @returns `undefined` when the import has ended
 */
async function storeBatch(
  deps: ImportDeps,
  { file, validate }: RowSource,
  from: BulkImport,
  after: BatchBefore,
): Promise<StoredBatch | undefined> {
  const { store, turns } = deps;
  const { rows, cursor, done } = readRows(file, after.cursor, batchLimits);
  const validated = await turns.run(from.OrgID, (pace) => validateRows(rows, validate, pace));
  // Right before they are planned, by their ids, and stored: a reader that is past this instant by then misses these jobs.
  const bulkImport = await assignJobIds(deps, from, cursor.row);
  if (bulkImport === undefined) return undefined;
  const settled = await settleDuplicates(deps, bulkImport, validated);
  const settings = await loadImportSettings(store, bulkImport);
  const kept = settled.filter((row) => row.kind !== 'skipped');
  const reported = settled.filter((row) => row.kind !== 'valid');
  const planned = await planRows(deps, bulkImport, kept, { settings, lastMs: after.lastMs });
  const [jobs] = await Promise.all([
    store.jobs.insertMissing(planned),
    store.importErrors.insertMissing(bulkImport.ID, reported),
  ]);
  const key = { orgId: bulkImport.OrgID, campaignId: bulkImport.CampaignID };
  await replanIfChanged(store, key, settings, await deps.clock.nowMs());
  const skipped = settled.length - kept.length;
  const suppressed = jobs.filter(isSuppressed).length;
  const normalized = countNormalized(validated);
  const lastMs = planned.at(-1)?.CreatedMS ?? after.lastMs;
  return {
    bulkImport,
    jobs,
    cursor,
    invalid: reported.length - skipped,
    suppressed,
    skipped,
    normalized,
    done,
    lastMs,
  };
}

/** As stored: a repeat after a crash must not count by what is suppressed by then. */
const isSuppressed = ({ Sequence, FailureReason }: Job): boolean => Sequence === 2 && FailureReason === 'opted_out';

/**
 * Makes sure that all rows up to the last one have job ids, in the import's document too: a repeat must make the same.
 * @returns the import with these ids, or `undefined` when it has ended
 */
async function assignJobIds(
  { store, clock }: ImportDeps,
  bulkImport: BulkImport,
  lastRow: number,
): Promise<BulkImport | undefined> {
  let current: BulkImport | undefined = bulkImport;
  // Ends: each round assigns rows, or reads what another worker assigned.
  while (current?.State === 'running' && jobIdOfRow(current, lastRow) === undefined) {
    const batch = nextRowBatch(current, lastRow, await clock.nowMs());
    current = (await store.imports.addRowBatch(current, batch)) ?? (await store.imports.load(current.ID));
  }
  return current?.State === 'running' ? current : undefined;
}

/**
 * Advances the cursor past a batch whose workflows have started, and completes the import at the end of the file.
 * @throws if a start failed and the sweeper would start that job much later, so that the batch is repeated
 */
async function advanceCursor(
  { store, clock, logger, metrics }: ImportDeps,
  from: BulkImport,
  batch: StartingBatch,
): Promise<BulkImport | undefined> {
  const failed = await batch.failedStarts;
  if (failed > 0) throw new Error(`${failed} jobs could neither be started nor left to the sweeper.`);
  const nowMs = await clock.nowMs();
  const { cursor, invalid, suppressed, skipped, normalized } = batch;
  const progress = { from: from.Rows, to: cursor, invalid, suppressed, skipped, normalized };
  const advanced = await store.imports.advance(from.ID, progress, nowMs);
  if (advanced) metrics.imports.recordRows({ valid: advanced.Rows - from.Rows - invalid - skipped, invalid, skipped });
  if (!advanced || !batch.done) return advanced;
  await store.imports.finish(advanced, 'completed', nowMs);
  logger.info({ importId: advanced.ID, rows: advanced.Rows, invalid: advanced.RowsInvalid }, 'import.completed');
  return undefined;
}
