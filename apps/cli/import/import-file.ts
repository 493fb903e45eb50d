import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  OutdialConnectionError,
  type DuplicateAction,
  type Import,
  type ImportDryRun,
  type ImportError,
} from '@outdial/client';
import { readContent, omitUndefined } from '../arguments';
import { exitCodes, type ExitCode } from '../exit-codes';
import { UsageError } from '../failures';
import { escapeControls, formatWarnings } from '../output';
import type { Session } from '../session';
import { formatForecast } from './format-forecast';
import { formatNormalized } from './normalized-numbers';
import { createProgressBar } from './progress-bar';

const pollIntervalMs = 500;
/** How long to wait for an unavailable API before giving up. */
const unavailableTimeoutMs = 120_000;
const shownErrors = 20;

export interface ImportFlags {
  dryRun?: boolean;
  idempotencyKey?: string;
  /** The country of numbers without a country code, ISO 3166-1 alpha-2. */
  defaultCountry?: string;
  onDuplicate?: DuplicateAction;
  /** The file name that gives the format of standard input. */
  name?: string;
}

type RowError = Pick<ImportError, 'Row' | 'Column' | 'Value' | 'Detail'>;

function formatErrors(errors: readonly RowError[], more: string): string {
  const lines = errors
    .slice(0, shownErrors)
    .map(({ Row, Column, Value, Detail }) =>
      escapeControls(`  row ${Row}${Column ? `, ${Column}` : ''}${Value ? ` "${Value}"` : ''}: ${Detail}`),
    );
  return `${[...lines, ...(errors.length > shownErrors ? [`  and more: ${more}`] : [])].join('\n')}\n`;
}

function reportDryRun(session: Session, result: ImportDryRun): ExitCode {
  const { Rows, RowsInvalid, RowsSkipped, RowsSuppressed, RowsNormalized, Normalized, Errors } = result;
  const details = RowsInvalid + RowsSkipped === 0 ? '' : formatErrors(Errors, 'fix these first');
  const suppressed = RowsSuppressed === 0 ? '' : ` and ${RowsSuppressed} suppressed`;
  const summary = `${Rows} rows, ${RowsInvalid} of them invalid${suppressed}. Nothing was created.\n`;
  const read = formatNormalized(RowsNormalized, Normalized);
  session.show(result, summary + formatForecast(result) + details + read);
  return RowsInvalid === 0 ? exitCodes.done : exitCodes.invalidRows;
}

/** Polls an import until it ends. Tolerates an API that is briefly unavailable. */
export async function watchImport({ client, signal, json, stdout, stderr }: Session, id: string): Promise<Import> {
  // With --json, stdout carries only the result.
  const bar = createProgressBar(json ? stderr : stdout, () => Date.now());
  for (let lastSeenMs = Date.now(); ;) {
    try {
      const current = await client.imports.get(id, { signal });
      lastSeenMs = Date.now();
      bar.show(current);
      if (current.State !== 'running') {
        bar.end();
        return current;
      }
    } catch (error) {
      if (!(error instanceof OutdialConnectionError) || Date.now() - lastSeenMs > unavailableTimeoutMs) throw error;
    }
    await wait(pollIntervalMs, undefined, { signal });
  }
}

/** Uploads a file, shows the progress of the import, and lists its invalid rows. */
export async function importFile(session: Session, file: string, flags: ImportFlags): Promise<ExitCode> {
  const { client, signal, json, stdout } = session;
  if (file === '-' && flags.name === undefined)
    throw new UsageError('The format of standard input is unknown: pass --name, such as contacts.csv.');
  const campaign = session.campaign();
  const upload = { name: flags.name ?? basename(file), content: await readContent(file, session.stdin) };
  const { idempotencyKey, onDuplicate, defaultCountry } = flags;
  if (flags.dryRun === true) {
    const options = omitUndefined({ onDuplicate, defaultCountry, signal });
    return reportDryRun(session, await client.imports.dryRun(campaign, upload, options));
  }
  const options = omitUndefined({ idempotencyKey, onDuplicate, defaultCountry, signal });
  const created = await client.imports.create(campaign, upload, options);
  const { ImportID } = created;
  if (!json) {
    stdout.write(`Import ${escapeControls(ImportID)}\n`);
    session.stderr.write(formatWarnings(created));
  }
  const current = await watchImport(session, ImportID);
  const failure = current.FailureMessage === undefined ? '' : `${escapeControls(current.FailureMessage)}\n`;
  const ending = `${escapeControls(current.State)}: ${current.JobsCreated} jobs created, ${current.RowsInvalid} of them failed because their rows are invalid.\n`;
  const { RowsSkipped, RowsSuppressed, RowsNormalized } = current;
  const suppressed =
    RowsSuppressed === 0 ? '' : `${RowsSuppressed} more failed because their numbers are suppressed.\n`;
  const skipped = RowsSkipped === 0 ? '' : `${RowsSkipped} rows were skipped because their numbers are duplicates.\n`;
  session.show(current, ending + suppressed + skipped + formatNormalized(RowsNormalized, []) + failure);
  if (current.RowsInvalid + RowsSkipped > 0 && !json) {
    const { Errors } = await client.imports.errors(ImportID, undefined, { signal });
    stdout.write(formatErrors(Errors, `see \`outdial imports errors ${escapeControls(ImportID)}\``));
  }
  if (current.State !== 'completed') return exitCodes.failed;
  return current.RowsInvalid > 0 ? exitCodes.invalidRows : exitCodes.done;
}
