import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { OutdialConnectionError, type Import, type ImportDryRun, type ImportError } from '@outdial/client';
import { contentOf, given } from '../arguments';
import { exitCodes, type ExitCode } from '../exit-codes';
import { UsageError } from '../failures';
import { plain } from '../output';
import type { Session } from '../session';
import { createProgressBar } from './progress-bar';

const lookEveryMs = 500;
/** An API that is away for this long is not coming back while somebody watches. */
const awayAtMostMs = 120_000;
const shownErrors = 20;

export interface ImportFlags {
  dryRun?: boolean;
  idempotencyKey?: string;
  /** The name that tells the format of what is piped in. */
  name?: string;
}

type Mistake = Pick<ImportError, 'Row' | 'Column' | 'Value' | 'Detail'>;

function report(errors: readonly Mistake[], more: string): string {
  const lines = errors
    .slice(0, shownErrors)
    .map(({ Row, Column, Value, Detail }) =>
      plain(`  row ${Row}${Column ? `, ${Column}` : ''}${Value ? ` "${Value}"` : ''}: ${Detail}`),
    );
  return `${[...lines, ...(errors.length > shownErrors ? [`  and more; ${more}`] : [])].join('\n')}\n`;
}

function tellDryRun(session: Session, judged: ImportDryRun): ExitCode {
  const { Rows, RowsInvalid, Errors } = judged;
  const mistakes = RowsInvalid === 0 ? '' : report(Errors, 'mend these first');
  session.show(judged, `${Rows} rows, ${RowsInvalid} of them bad. Nothing was made.\n${mistakes}`);
  return RowsInvalid === 0 ? exitCodes.done : exitCodes.badRows;
}

/** Looks at an import until it has ended; a moment without the API is waited out. */
export async function watchImport({ client, signal, json, stdout, stderr }: Session, id: string): Promise<Import> {
  // With --json stdout is for the answer alone.
  const bar = createProgressBar(json ? stderr : stdout, () => Date.now());
  for (let seenMs = Date.now(); ;) {
    try {
      const seen = await client.imports.get(id, { signal });
      seenMs = Date.now();
      bar.show(seen);
      if (seen.State !== 'running') {
        bar.end();
        return seen;
      }
    } catch (error) {
      if (!(error instanceof OutdialConnectionError) || Date.now() - seenMs > awayAtMostMs) throw error;
    }
    await wait(lookEveryMs, undefined, { signal });
  }
}

/** Uploads a file, shows how it goes, and tells what is wrong with it. */
export async function importFile(session: Session, file: string, flags: ImportFlags): Promise<ExitCode> {
  const { client, signal, json, stdout } = session;
  if (file === '-' && flags.name === undefined)
    throw new UsageError('Of what format is it? Give --name, such as contacts.csv.');
  const campaign = session.campaign();
  const upload = { name: flags.name ?? basename(file), content: await contentOf(file, session.stdin) };
  if (flags.dryRun === true) return tellDryRun(session, await client.imports.dryRun(campaign, upload, { signal }));
  const options = given({ idempotencyKey: flags.idempotencyKey, signal });
  const { ImportID } = await client.imports.create(campaign, upload, options);
  if (!json) stdout.write(`Import ${plain(ImportID)}\n`);
  const seen = await watchImport(session, ImportID);
  const failure = seen.FailureMessage === undefined ? '' : `${plain(seen.FailureMessage)}\n`;
  const ending = `${plain(seen.State)}: ${seen.JobsCreated} jobs, ${seen.RowsInvalid} of them failed for bad rows.\n`;
  session.show(seen, ending + failure);
  if (seen.RowsInvalid > 0 && !json) {
    const { Errors } = await client.imports.errors(ImportID, undefined, { signal });
    stdout.write(report(Errors, `see \`outdial imports errors ${plain(ImportID)}\``));
  }
  if (seen.State !== 'completed') return exitCodes.failed;
  return seen.RowsInvalid > 0 ? exitCodes.badRows : exitCodes.done;
}
