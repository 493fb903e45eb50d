import { continueAsNew, setCurrentDetails, setHandler, workflowInfo } from '@temporalio/workflow';
import type { ImportState } from '../shared/domain/import/import';
import { importWishSignal, type JobImportInput } from '../shared/messages/import.messages';
import { imports } from './activities';

/**
 * Works off a bulk import, shift by shift. The import's document holds the cursor and the wishes; this story only sees to it that somebody
 * goes on, also when a worker was lost in the middle of a shift.
 */
export async function jobImportWorkflow(input: JobImportInput): Promise<ImportState | 'gone'> {
  let wishes = 0;
  setHandler(
    importWishSignal,
    () => {
      wishes++;
    },
    { description: 'Look at the import’s document once more.' },
  );
  for (;;) {
    const seen = wishes;
    const { state, rows, rowsTotal, more } = await imports.workOffImport(input.importId);
    setCurrentDetails(`**${state}**, ${rows} of ${rowsTotal} rows done`);
    if (!more && wishes === seen) return state;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof jobImportWorkflow>(input);
  }
}
