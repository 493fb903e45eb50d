import { continueAsNew, setCurrentDetails, setHandler, workflowInfo } from '@temporalio/workflow';
import type { ImportState } from '../shared/domain/import/import';
import { wakeImportSignal, type JobImportInput } from '../shared/messages/import.messages';
import { importActivities } from './activity-proxies';

/**
 * Works off a bulk import, shift by shift. The import's document holds the cursor and the wishes; this story only sees to it that somebody
 * goes on, also when a worker was lost in the middle of a shift.
 */
export async function jobImportWorkflow(input: JobImportInput): Promise<ImportState | 'gone'> {
  let revision = 0;
  setHandler(
    wakeImportSignal,
    () => {
      revision++;
    },
    { description: 'Look at the import’s document once more.' },
  );
  for (;;) {
    const seen = revision;
    const { state, rows, rowsTotal, more } = await importActivities.workOffImport(input.importId);
    setCurrentDetails(`**${state}**, ${rows} of ${rowsTotal} rows done`);
    if (!more && revision === seen) return state;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof jobImportWorkflow>(input);
  }
}
