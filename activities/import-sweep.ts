import type { BulkImport } from '../shared/domain/import/import';
import type { ActivityDeps } from './deps';

type ImportSweepDeps = Pick<ActivityDeps, 'store' | 'flows' | 'imports'>;
const batch = 100;

/** True while an import's workflow has something to do. */
const goesOn = (bulkImport: BulkImport): boolean =>
  bulkImport.State === 'running' ||
  (bulkImport.CancelJobsRequestedMS !== undefined && bulkImport.JobsCanceledMS === undefined);

/**
 * Brings imports that nobody moved back to their workflow, forgets those whose file never arrived, and erases files whose retention is
 * over. @returns how many were looked at
 */
export async function sweepImports({ store, flows, imports }: ImportSweepDeps, nowMs: number): Promise<number> {
  const due = await store.imports.findDue(nowMs, batch);
  for (const bulkImport of due) {
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
  }
  return due.length;
}
