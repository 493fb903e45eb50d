import { hasWork } from '../../shared/domain/import/import';
import type { ActivityDeps } from '../deps';
import { sweepEach } from './sweep-each';

type ImportSweepDeps = Pick<ActivityDeps, 'store' | 'workflows' | 'imports' | 'logger' | 'metrics'>;
const batchSize = 100;

/**
 * Starts the workflows of overdue imports, deletes imports whose file never arrived, and erases files whose retention
 * is over.
 * @returns how many imports it processed
 */
export async function sweepImports(deps: ImportSweepDeps, nowMs: number): Promise<number> {
  const { store, workflows, imports, metrics } = deps;
  const due = await store.imports.findDue(nowMs, batchSize);
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
