import { continueAsNew, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import type { ImportState } from '../shared/domain/import/import';
import type { JobImportInput } from '../shared/messages/import.messages';
import { imports } from './activities';

/**
 * Works off a bulk import, shift by shift. The import's document holds the cursor and the wishes; this story only sees to it that somebody
 * goes on, also when a worker was lost in the middle of a shift.
 */
export async function jobImportWorkflow(input: JobImportInput): Promise<ImportState | 'gone'> {
  for (;;) {
    const { state, rows, rowsTotal, more } = await imports.workOffImport(input.importId);
    setCurrentDetails(`**${state}**, ${rows} of ${rowsTotal} rows done`);
    if (!more) return state;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof jobImportWorkflow>(input);
  }
}
