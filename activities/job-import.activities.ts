import { Context } from '@temporalio/activity';
import { createRowJudge, type JudgedRow } from '../shared/contracts/import-row';
import { jobIdOfRow, type BulkImport, type ImportState } from '../shared/domain/import/import';
import { openRows, readRows, type RowFile } from '../shared/domain/import/read-rows';
import type { Job } from '../shared/domain/job/job';
import type { ActivityDeps } from './deps';
import { jobOfRow } from './import-jobs';
import { createOutlet } from './import-outlet';

export type ImportDeps = Pick<ActivityDeps, 'store' | 'flows' | 'clock' | 'logger' | 'imports'>;

/** Where an import stands, for its workflow: counts and codes only. */
export interface ImportView {
  state: ImportState | 'gone';
  rows: number;
  rowsTotal: number;
  /** True while there is something left to do. */
  more: boolean;
}

/**
 * Rows judged and stored in one go. Others share the process, live calls among them: a slice of this size holds the event loop for a few
 * milliseconds.
 */
export const slice = { rows: 250, characters: 256 * 1024 } as const;
/** One activity works this long, so that a worker that ends finishes it, and one that is lost has little to be done again. */
const shiftMs = 20_000;
const startBounds = { inFlight: 50, waiting: 250 } as const;

/** The working off of bulk files. */
export const createJobImportActivities = (deps: ImportDeps) => {
  const files = createOpenFiles(deps);
  return {
    /**
     * Works on an import for a while: makes the jobs of its rows, or asks those that were made to end. The document says what is left, so
     * that it may be broken off and repeated at any instant: ids are made from import and row, and the cursor moves by compare-and-set.
     */
    workOffImport: async (importId: string): Promise<ImportView> => {
      const context = Context.current();
      const untilMs = (await deps.clock.nowMs()) + shiftMs;
      const shift: Shift = {
        over: async () => context.cancellationSignal.aborted || (await deps.clock.nowMs()) >= untilMs,
        beat: () => context.heartbeat(),
      };
      const found = await deps.store.imports.load(importId);
      if (found === undefined || found.State === 'receiving')
        return { state: 'gone', rows: 0, rowsTotal: 0, more: false };
      if (found.State === 'running') await makeJobs(deps, files, found, shift);
      const standing = (await deps.store.imports.load(importId)) ?? found;
      if (standing.State !== 'running') files.close(importId);
      if (jobsToCancel(standing) && !(await shift.over())) await cancelJobs(deps, standing, shift);
      return viewOf((await deps.store.imports.load(importId)) ?? standing);
    },
  };
};

/** The time that one activity has. */
interface Shift {
  over(): Promise<boolean>;
  beat(): void;
}

const jobsToCancel = (bulkImport: BulkImport): boolean =>
  bulkImport.State !== 'running' &&
  bulkImport.CancelJobsRequestedMS !== undefined &&
  bulkImport.JobsCanceledMS === undefined;

const viewOf = (bulkImport: BulkImport): ImportView => ({
  state: bulkImport.State === 'receiving' ? 'gone' : bulkImport.State,
  rows: bulkImport.Rows,
  rowsTotal: bulkImport.RowsTotal ?? 0,
  more: bulkImport.State === 'running' || jobsToCancel(bulkImport),
});

type OpenFiles = ReturnType<typeof createOpenFiles>;

/** The file that is being worked on stays in memory between two shifts: one at a time, 10 MB at most. */
function createOpenFiles({ imports }: ImportDeps) {
  let open: { importId: string; file: RowFile } | undefined;
  return {
    /** @returns `undefined` when the file is gone */
    get: async ({ ID, Format }: BulkImport): Promise<RowFile | undefined> => {
      if (open?.importId === ID) return open.file;
      const text = await imports.files.get(ID);
      if (text === undefined) return undefined;
      const file = openRows(Format, text);
      if ('problems' in file) return undefined;
      open = { importId: ID, file };
      return file;
    },
    close: (importId: string): void => {
      if (open?.importId === importId) open = undefined;
    },
  };
}

/** Lets others have the event loop. */
const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Reads through the file once, so that progress can be told in rows. */
async function countRows(file: RowFile, shift: Shift): Promise<number> {
  let cursor = file.start;
  for (;;) {
    const read = readRows(file, cursor, { rows: 10 * slice.rows, characters: slice.characters });
    cursor = read.cursor;
    if (read.done) return cursor.row;
    shift.beat();
    await breathe();
  }
}

async function makeJobs(deps: ImportDeps, files: OpenFiles, found: BulkImport, shift: Shift): Promise<void> {
  const { store, clock } = deps;
  const fail = async (why: string): Promise<void> => store.imports.finish(found, 'failed', await clock.nowMs(), why);
  let file: RowFile | undefined;
  try {
    file = await files.get(found);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'SealBrokenError') throw error;
    return fail('The stored file cannot be opened: it was changed, or OUTDIAL_MASTER_KEY is another one.');
  }
  if (file === undefined) return fail('The stored file is gone.');
  const campaign = await store.campaigns.findConfig(found.CampaignID, found.CampaignVersion);
  if (campaign === undefined) return fail('The campaign is gone.');
  if (found.RowsTotal === undefined) await store.imports.countRows(found.ID, await countRows(file, shift));
  const judge = createRowJudge({ campaign: campaign.config, integrationProblems: deps.imports.integrationProblems });
  const outlet = createOutlet<Job>((job) => deps.flows.startJob(job), startBounds);
  let standing: BulkImport | undefined = found;
  while (standing?.State === 'running' && !(await shift.over())) {
    if (standing.CancelRequestedMS !== undefined) {
      await store.imports.finish(standing, 'canceled', await clock.nowMs());
      break;
    }
    const cursor = standing.Rows === 0 ? file.start : { row: standing.Rows, offset: standing.Offset };
    const read = readRows(file, cursor, slice);
    const judged = read.rows.map(judge);
    const jobs = await storeRows(deps, standing, judged);
    await outlet.offer(jobs);
    shift.beat();
    standing = await advance(deps, standing, {
      to: read.cursor,
      invalid: judged.filter(isBad).length,
      done: read.done,
    });
  }
  await outlet.drain();
  if (outlet.failures() > 0)
    deps.logger.warn({ importId: found.ID, jobs: outlet.failures() }, 'import.starts_deferred');
}

const isBad = (row: JudgedRow): row is JudgedRow & { kind: 'bad' } => row.kind === 'bad';

/** Stores the rows' jobs and mistakes. Harmless to repeat. */
async function storeRows({ store, clock }: ImportDeps, of: BulkImport, rows: readonly JudgedRow[]): Promise<Job[]> {
  const nowMs = await clock.nowMs();
  const jobs = rows.map((row) => jobOfRow(of, row, nowMs));
  await Promise.all([store.jobs.insertMissing(jobs), store.importErrors.insertMissing(of.ID, rows.filter(isBad))]);
  return jobs;
}

/** Moves the cursor behind what was stored, and ends the import at the end of the file. */
async function advance(
  { store, clock, logger }: ImportDeps,
  from: BulkImport,
  made: { to: { row: number; offset: number }; invalid: number; done: boolean },
): Promise<BulkImport | undefined> {
  const nowMs = await clock.nowMs();
  const moved = await store.imports.advance(from.ID, { from: from.Rows, to: made.to, invalid: made.invalid }, nowMs);
  if (!moved || !made.done) return moved;
  await store.imports.finish(moved, 'completed', nowMs);
  logger.info({ importId: moved.ID, rows: moved.Rows, invalid: moved.RowsInvalid }, 'import.completed');
  return undefined;
}

/** Asks the jobs that were made to end, row by row; one that has ended already stays as it is. */
async function cancelJobs(deps: ImportDeps, bulkImport: BulkImport, shift: Shift): Promise<void> {
  const { store, flows, clock, logger } = deps;
  const { OrgID: orgId, CampaignID: campaignId } = bulkImport;
  const outlet = createOutlet<number>(async (row) => {
    const key = { orgId, campaignId, jobId: jobIdOfRow(bulkImport, row) };
    const asked = await store.jobs.requestCancel(key, await clock.nowMs());
    // What the engine does not hear now it hears from the sweeper.
    if (asked) await flows.nudgeJob(asked).catch(() => undefined);
  }, startBounds);
  // A slice may have been stored without the cursor having moved: its jobs are looked for too.
  const last = bulkImport.Rows + slice.rows;
  let row = bulkImport.RowsCanceled ?? 0;
  while (row < last && !(await shift.over())) {
    const rows = Array.from({ length: Math.min(slice.rows, last - row) }, (_, index) => row + index + 1);
    await outlet.offer(rows);
    await outlet.drain();
    shift.beat();
    if (outlet.failures() > 0) throw new Error(`${outlet.failures()} jobs could not be asked to end.`);
    row += rows.length;
    await store.imports.noteJobsCanceled(bulkImport, row, { nowMs: await clock.nowMs(), all: row >= last });
  }
  logger.info({ importId: bulkImport.ID, rows: row }, 'import.jobs_cancel_asked');
}
