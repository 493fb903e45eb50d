import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ImportCommandSettings } from '../../shared/contracts/import-command.schema';

/** The command was called in a way that it does not know; the message says how. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const usage = `Usage: npm run import -- FILE --campaign ID [--url URL] [--key KEY] [--dry-run] [--idempotency-key KEY]

  FILE        a CSV (.csv) or NDJSON (.ndjson, .jsonl) file, at most 10 MB
  --campaign  the campaign that the jobs are made in
  --url       where the API is; OUTDIAL_URL, else http://127.0.0.1:PORT
  --key       the API key; better in OUTDIAL_API_KEY. On the machine of a local stack its own key is found
  --dry-run   judges every row and makes nothing
  --idempotency-key  makes a repeat of the command find the first import

Exit codes: 0 every row is good, 1 nothing was imported or the import did not end well, 2 some rows are bad.`;

export interface ImportCommand {
  file: string;
  campaignId: string;
  url: string;
  key: string;
  dryRun: boolean;
  idempotencyKey: string | undefined;
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        campaign: { type: 'string' },
        url: { type: 'string' },
        key: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        'idempotency-key': { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The key that the local stack made for itself. */
function localKey(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, 'bootstrap.key'), 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** @throws {UsageError} */
export function importCommand(args: string[], settings: ImportCommandSettings): ImportCommand {
  const { values, positionals } = parsed(args);
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) throw new UsageError('Expected one FILE.');
  if (values.campaign === undefined) throw new UsageError('Expected --campaign ID.');
  const key = values.key ?? settings.OUTDIAL_API_KEY ?? localKey(settings.OUTDIAL_DATA_DIR);
  if (key === undefined) throw new UsageError('There is no API key: set OUTDIAL_API_KEY, or give --key.');
  const url = values.url ?? settings.OUTDIAL_URL ?? `http://127.0.0.1:${settings.PORT}`;
  return {
    file,
    campaignId: values.campaign,
    url: url.replace(/\/+$/, ''),
    key,
    dryRun: values['dry-run'],
    idempotencyKey: values['idempotency-key'],
  };
}
