import type { BulkImport } from '../../shared/domain/import/import';
import type { ActivityDeps } from '../deps';
import { sweepEach } from './sweep-each';

type ImportSweepDeps = Pick<ActivityDeps, 'store' | 'workflows' | 'imports' | 'logger' | 'metrics'>;
const batch = 100;

/** True while an import's workflow has something to do. */
const hasWork = (bulkImport: BulkImport): boolean =>
  bulkImport.State === 'running' ||
  (bulkImport.CancelJobsRequestedMS !== undefined && bulkImport.JobsCanceledMS === undefined);

/**
 * Brings imports that nobody moved back to their workflow, forgets those whose file never arrived, and erases files whose retention is
 * over. @returns how many were looked at
 */
export async function sweepImports(deps: ImportSweepDeps, nowMs: number): Promise<number> {
  const { store, workflows, imports, metrics } = deps;
  const due = await store.imports.findDue(nowMs, batch);
  metrics.sweeper.recordFound('import', due.length);
  await sweepEach(deps, due, async (bulkImport) => {
    if (bulkImport.State === 'receiving') {
      await imports.files.erase(bulkImport.ID);
      await store.imports.deleteAbandoned(bulkImport);
    } else if (hasWork(bulkImport)) {
      await workflows.startImport(bulkImport);
      await store.imports.postpone(bulkImport, nowMs);
    } else {
      await imports.files.erase(bulkImport.ID);
      await store.importErrors.eraseValues(bulkImport.ID);
      await store.imports.recordFileErased(bulkImport.ID, nowMs);
    }
  });
  return due.length;
}
