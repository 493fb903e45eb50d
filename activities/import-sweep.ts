import type { BulkImport } from '../shared/domain/import/import';
import type { ActivityDeps } from './deps';
import { sweepEach } from './sweep-each';

type ImportSweepDeps = Pick<ActivityDeps, 'store' | 'flows' | 'imports' | 'logger' | 'metrics'>;
const batch = 100;

/** True while an import's workflow has something to do. */
const goesOn = (bulkImport: BulkImport): boolean =>
  bulkImport.State === 'running' ||
  (bulkImport.CancelJobsRequestedMS !== undefined && bulkImport.JobsCanceledMS === undefined);

/**
 * Brings imports that nobody moved back to their workflow, forgets those whose file never arrived, and erases files whose retention is
 * over. @returns how many were looked at
 */
export async function sweepImports(deps: ImportSweepDeps, nowMs: number): Promise<number> {
  const { store, flows, imports, metrics } = deps;
  const due = await store.imports.findDue(nowMs, batch);
  metrics.sweeper.found('import', due.length);
  await sweepEach(deps, due, async (bulkImport) => {
    if (bulkImport.State === 'receiving') {
      await imports.files.erase(bulkImport.ID);
      await store.imports.forget(bulkImport);
    } else if (goesOn(bulkImport)) {
      await flows.startImport(bulkImport);
      await store.imports.postpone(bulkImport, nowMs);
    } else {
      await imports.files.erase(bulkImport.ID);
      await store.importErrors.eraseValues(bulkImport.ID);
      await store.imports.noteFileErased(bulkImport.ID, nowMs);
    }
  });
  return due.length;
}
