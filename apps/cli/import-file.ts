import { setTimeout as wait } from 'node:timers/promises';
import {
  dryRunSchema,
  importCreatedSchema,
  importErrorsSchema,
  importProgressSchema,
  type ImportProgress,
  type ShownError,
} from '../../shared/contracts/import-command.schema';
import { ask, RefusedError, uploadFile } from './api';
import type { ImportCommand } from './arguments';
import { createProgressBar, type Screen } from './progress-bar';

const lookEveryMs = 500;
/** An API that is away for this long is not coming back while somebody watches. */
const maxMissed = 120;
const shownErrors = 20;

export type ExitCode = 0 | 1 | 2;

function report(errors: readonly ShownError[], more: string): string {
  const lines = errors
    .slice(0, shownErrors)
    .map(
      ({ Row, Column, Value, Detail }) =>
        `  row ${Row}${Column ? `, ${Column}` : ''}${Value ? ` "${Value}"` : ''}: ${Detail}`,
    );
  return [...lines, ...(errors.length > shownErrors ? [`  and more; ${more}`] : [])].join('\n');
}

async function dryRun(command: ImportCommand, screen: Screen): Promise<ExitCode> {
  const { Rows, RowsInvalid, Errors } = await uploadFile(command, dryRunSchema);
  screen.write(`${Rows} rows, ${RowsInvalid} of them bad. Nothing was made.\n`);
  if (RowsInvalid === 0) return 0;
  screen.write(`${report(Errors, 'mend these first')}\n`);
  return 2;
}

/** Looks at an import until it has ended; a moment without the API is waited out. */
async function watch(command: ImportCommand, importId: string, screen: Screen): Promise<ImportProgress> {
  const bar = createProgressBar(screen, () => Date.now());
  for (let missed = 0; ;) {
    try {
      const seen = await ask(command, `/imports/${importId}`, importProgressSchema);
      missed = 0;
      bar.show(seen);
      if (seen.State !== 'running') {
        bar.end();
        return seen;
      }
    } catch (error) {
      if (++missed > maxMissed || !(error instanceof RefusedError)) throw error;
    }
    await wait(lookEveryMs);
  }
}

/** Uploads a file, shows how it goes, and tells what is wrong with it. */
export async function importFile(command: ImportCommand, screen: Screen): Promise<ExitCode> {
  if (command.dryRun) return dryRun(command, screen);
  const { ImportID } = await uploadFile(command, importCreatedSchema);
  screen.write(`Import ${ImportID}\n`);
  const seen = await watch(command, ImportID, screen);
  screen.write(`${seen.State}: ${seen.JobsCreated} jobs, ${seen.RowsInvalid} of them failed for bad rows.\n`);
  if (seen.FailureMessage !== undefined) screen.write(`${seen.FailureMessage}\n`);
  if (seen.RowsInvalid > 0) {
    const { Errors } = await ask(command, `/imports/${ImportID}/errors`, importErrorsSchema);
    screen.write(`${report(Errors, `see GET /imports/${ImportID}/errors, as CSV with "Accept: text/csv"`)}\n`);
  }
  if (seen.State !== 'completed') return 1;
  return seen.RowsInvalid > 0 ? 2 : 0;
}
