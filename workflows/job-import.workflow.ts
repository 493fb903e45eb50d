import { continueAsNew, setCurrentDetails, setHandler, workflowInfo } from '@temporalio/workflow';
import type { ImportState } from '../shared/domain/import/import';
import { wakeImportSignal, type JobImportInput } from '../shared/messages/import.messages';
import { importActivities } from './activity-proxies';

/**
 * Processes a bulk import, one activity after another. The import's document holds the cursor and the requests. The
 * workflow only makes sure that a worker continues, also after another one was lost.
 */
export async function jobImportWorkflow(input: JobImportInput): Promise<ImportState | 'gone'> {
  let revision = 0;
  setHandler(
    wakeImportSignal,
    () => {
      revision++;
    },
    { description: 'Read the import’s document again.' },
  );
  for (;;) {
    const handledRevision = revision;
    const { state, rows, rowsTotal, more } = await importActivities.processImport(input.importId);
    setCurrentDetails(`**${state}**, ${rows} of ${rowsTotal} rows done`);
    if (!more && revision === handledRevision) return state;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof jobImportWorkflow>(input);
  }
}
