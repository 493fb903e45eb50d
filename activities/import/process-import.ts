import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { hasJobsToCancel, hasWork, type BulkImport, type ImportState } from '../../shared/domain/import/import';
import { countRows, openRows, type RowFile } from '../../shared/domain/import/read-rows';
import { createRowValidator } from '../../shared/domain/import/validate-row';
import { eventOfImport } from '../../shared/domain/webhook/event';
import { publishEvent } from '../../shared/application/publish-event';
import { createTimeBudget, type TimeBudget } from '../lib/time-budget';
import type { ImportDeps } from './batches';
import { cancelJobs } from './cancel-jobs';
import { createJobs } from './create-jobs';

/** An import as its workflow sees it: counts and codes only. */
export interface ImportView {
  state: ImportState | 'gone';
  rows: number;
  rowsTotal: number;
  more: boolean;
}

export const createProcessImport = (deps: ImportDeps) => {
  const files = createFileCache(deps);
  return {
    /**
     * Works on an import for a while: creates the jobs of its rows, or requests their cancellation. It can be
     * interrupted and repeated at any point: the document holds what is left, ids derive from import and row, and the
     * cursor advances by compare-and-set.
     */
    processImport: async (importId: string): Promise<ImportView> => {
      const budget = await createTimeBudget(deps, Context.current());
      const bulkImport = await deps.store.imports.load(importId);
      if (bulkImport === undefined || bulkImport.State === 'receiving') return missingImport;
      if (bulkImport.State === 'running') await processRows(deps, files, bulkImport, budget);
      const current = (await deps.store.imports.load(importId)) ?? bulkImport;
      if (current.State !== 'running') {
        files.close(importId);
        // After a crash between the end and this, the activity is repeated.
        await publishEnd(deps, current);
      }
      if (hasJobsToCancel(current) && !(await budget.exhausted())) await cancelJobs(deps, current, budget);
      return toImportView((await deps.store.imports.load(importId)) ?? current);
    },
  };
};

async function publishEnd(deps: ImportDeps, ended: BulkImport): Promise<void> {
  const nowMs = await deps.clock.nowMs();
  await publishEvent(deps, eventOfImport(ended, ended.FinishedMS ?? nowMs), nowMs);
}

const missingImport: ImportView = { state: 'gone', rows: 0, rowsTotal: 0, more: false };

const toImportView = (bulkImport: BulkImport): ImportView => ({
  state: bulkImport.State === 'receiving' ? 'gone' : bulkImport.State,
  rows: bulkImport.Rows,
  rowsTotal: bulkImport.RowsTotal ?? 0,
  more: hasWork(bulkImport),
});

type FileCache = ReturnType<typeof createFileCache>;

/** Keeps the current file in memory between two activities: one at a time, at most 10 MB. */
function createFileCache({ imports }: ImportDeps) {
  let open: { importId: string; file: RowFile } | undefined;
  return {
    /** @returns `undefined` if the file is missing */
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

async function processRows(
  deps: ImportDeps,
  files: FileCache,
  bulkImport: BulkImport,
  budget: TimeBudget,
): Promise<void> {
  const { store, clock, imports } = deps;
  const fail = async (why: string): Promise<void> =>
    store.imports.finish(bulkImport, 'failed', await clock.nowMs(), why);
  let file: RowFile | undefined;
  try {
    file = await files.get(bulkImport);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'DecryptionError') throw error;
    return fail('The stored file cannot be decrypted: it was changed, or OUTDIAL_MASTER_KEY has changed.');
  }
  if (file === undefined) return fail('The stored file is missing.');
  const campaign = await store.campaigns.findConfig(bulkImport.CampaignID, bulkImport.CampaignVersion);
  if (campaign === undefined) return fail('The campaign is missing.');
  if (bulkImport.RowsTotal === undefined) {
    // So that progress can be reported in rows.
    const total = await countRows(file, () => {
      budget.heartbeat();
      return yieldToEventLoop();
    });
    await store.imports.setRowsTotal(bulkImport.ID, total);
  }
  const { files: _files, validateOverrides, ...rules } = imports;
  const policy = store.policyOf(await store.organizations.find(bulkImport.OrgID));
  const { HasCeilings = false, DefaultCountry: defaultCountry } = bulkImport;
  const given = { ...rules, hasCeilings: HasCeilings, defaultCountry, nowMs: await clock.nowMs() };
  const validate = await createRowValidator({
    ...given,
    ...{ campaign: campaign.config, policy },
    validateOverrides: (overrides, pointer) => validateOverrides(overrides, { pointer, orgId: bulkImport.OrgID }),
  });
  await createJobs(deps, { file, validate }, bulkImport, budget);
}
