import { hasWork, type BulkImport } from '../../shared/domain/import/import';
import type { ActivityDeps } from '../deps';
import { sweepOverdue, type Swept } from './sweep-each';

type ImportSweepDeps = Pick<ActivityDeps, 'store' | 'workflows' | 'imports' | 'logger' | 'metrics'>;
const batchSize = 100;

/**
 * Starts the workflows of overdue imports, deletes imports whose file never arrived, and erases files whose retention
 * is over.
 */
export function sweepImports(deps: ImportSweepDeps, nowMs: number): Promise<Swept> {
  return sweepOverdue(deps, deps.store.imports, {
    batchSize,
    nowMs,
    act: (bulkImport) => repairImport(deps, bulkImport, nowMs),
  });
}

async function repairImport(
  { store, workflows, imports, metrics }: ImportSweepDeps,
  bulkImport: BulkImport,
  nowMs: number,
): Promise<void> {
  metrics.sweeper.recordFound('import');
  if (bulkImport.State === 'receiving') {
    await imports.files.erase(bulkImport.ID);
    await store.imports.deleteAbandoned(bulkImport);
  } else if (hasWork(bulkImport)) {
    await workflows.startImport(bulkImport);
  } else {
    await imports.files.erase(bulkImport.ID);
    await store.importErrors.eraseValues(bulkImport.ID);
    await store.importNumbers.erase(bulkImport.ID);
    await store.imports.recordFileErased(bulkImport.ID, nowMs);
  }
}
