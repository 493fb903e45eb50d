import { Context } from '@temporalio/activity';
import { createRowValidator } from '../../shared/domain/import/validate-row';
import type { BulkImport, ImportState } from '../../shared/domain/import/import';
import { openRows, readRows, type RowFile } from '../../shared/domain/import/read-rows';
import { cancelJobs, hasJobsToCancel } from './cancel-jobs';
import { createJobs } from './create-jobs';
import { yieldToEventLoop, batchLimits, type ImportDeps, type TimeBudget } from './batches';

/** Where an import stands, for its workflow: counts and codes only. */
export interface ImportView {
  state: ImportState | 'gone';
  rows: number;
  rowsTotal: number;
  /** True while there is something left to do. */
  more: boolean;
}

/** One activity works this long, so that a worker that ends finishes it, and one that is lost leaves little to be done again. */
const timeBudgetMs = 20_000;

/** The working off of bulk files. */
export const createImportActivities = (deps: ImportDeps) => {
  const files = createOpenFiles(deps);
  return {
    /**
     * Works on an import for a while: makes the jobs of its rows, or asks those that were made to end. The document says what is left, so
     * that it may be broken off and repeated at any instant: ids are made from import and row, and the cursor moves by compare-and-set.
     */
    workOffImport: async (importId: string): Promise<ImportView> => {
      const shift = await createTimeBudget(deps, Context.current());
      const found = await deps.store.imports.load(importId);
      if (found === undefined || found.State === 'receiving') return goneImport;
      if (found.State === 'running') await processRows(deps, files, found, shift);
      const standing = (await deps.store.imports.load(importId)) ?? found;
      if (standing.State !== 'running') files.close(importId);
      if (hasJobsToCancel(standing) && !(await shift.exhausted())) await cancelJobs(deps, standing, shift);
      return toImportView((await deps.store.imports.load(importId)) ?? standing);
    },
  };
};

async function createTimeBudget({ clock }: ImportDeps, context: Context): Promise<TimeBudget> {
  const untilMs = (await clock.nowMs()) + timeBudgetMs;
  return {
    exhausted: async () => context.cancellationSignal.aborted || (await clock.nowMs()) >= untilMs,
    heartbeat: () => context.heartbeat(),
  };
}

const goneImport: ImportView = { state: 'gone', rows: 0, rowsTotal: 0, more: false };

const toImportView = (bulkImport: BulkImport): ImportView => ({
  state: bulkImport.State === 'receiving' ? 'gone' : bulkImport.State,
  rows: bulkImport.Rows,
  rowsTotal: bulkImport.RowsTotal ?? 0,
  more: bulkImport.State === 'running' || hasJobsToCancel(bulkImport),
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

/** Reads through the file once, so that progress can be told in rows. */
async function countRows(file: RowFile, shift: TimeBudget): Promise<number> {
  let cursor = file.start;
  for (;;) {
    const read = readRows(file, cursor, { rows: 10 * batchLimits.rows, characters: batchLimits.characters });
    cursor = read.cursor;
    if (read.done) return cursor.row;
    shift.heartbeat();
    await yieldToEventLoop();
  }
}

async function processRows(deps: ImportDeps, files: OpenFiles, found: BulkImport, shift: TimeBudget): Promise<void> {
  const { store, clock, imports } = deps;
  const fail = async (why: string): Promise<void> => store.imports.finish(found, 'failed', await clock.nowMs(), why);
  let file: RowFile | undefined;
  try {
    file = await files.get(found);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'DecryptionError') throw error;
    return fail('The stored file cannot be opened: it was changed, or OUTDIAL_MASTER_KEY is another one.');
  }
  if (file === undefined) return fail('The stored file is gone.');
  const campaign = await store.campaigns.findConfig(found.CampaignID, found.CampaignVersion);
  if (campaign === undefined) return fail('The campaign is gone.');
  if (found.RowsTotal === undefined) await store.imports.setRowsTotal(found.ID, await countRows(file, shift));
  const { shape, validateIntegrations, loadZones } = imports;
  const nowMs = await clock.nowMs();
  const rules = { shape, campaign: campaign.config, validateIntegrations, loadZones, nowMs };
  const judge = await createRowValidator(rules);
  await createJobs(deps, { file, judge }, found, shift);
}
