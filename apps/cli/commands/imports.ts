import type { ImportError, ImportSummary } from '@outdial/client';
import { Option, type Command } from 'commander';
import { parseCount, withExamples } from '../arguments';
import { exitCodes } from '../exit-codes';
import { importFile, watchImport, type ImportFlags } from '../import/import-file';
import { defaultCountryHelp } from '../import/normalized-numbers';
import { formatInstant, type Column } from '../output';
import type { Action } from '../session';

const exampleImport = 'import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e';
const columns: readonly Column<ImportSummary>[] = [
  ['ID', ({ ID }) => ID],
  ['STATE', ({ State }) => State],
  ['CAMPAIGN', ({ CampaignID }) => CampaignID],
  ['ROWS', ({ Rows }) => Rows],
  ['DONE', ({ Progress }) => `${Math.floor(Progress * 100)} %`],
  ['INVALID', ({ RowsInvalid }) => RowsInvalid],
  ['CREATED', ({ CreatedAt }) => formatInstant(CreatedAt)],
];
const errorColumns: readonly Column<ImportError>[] = [
  ['ROW', ({ Row }) => Row],
  ['COLUMN', ({ Column: name }) => name],
  ['VALUE', ({ Value }) => Value],
  ['PROBLEM', ({ Detail }) => Detail],
];

function addReads(imports: Command, action: Action): void {
  const get = imports
    .command('get <import>')
    .description('Show an import.')
    .option('--watch', 'follow the import to its end, with a progress bar')
    .action(
      action(async (session, id: string, { watch = false }: { watch?: boolean }) => {
        const current = watch
          ? await watchImport(session, id)
          : await session.client.imports.get(id, { signal: session.signal });
        session.show(current);
        return watch && current.State !== 'completed' ? exitCodes.failed : exitCodes.done;
      }),
    );
  withExamples(get, `imports get ${exampleImport}`, `imports get ${exampleImport} --watch`);
  const list = imports
    .command('list')
    .description('List imports, newest first.')
    .option('--limit <count>', 'the maximum number', parseCount, 100)
    .action(
      action(async (session, { limit }: { limit: number }) => {
        await session.list(session.client.imports.all({ signal: session.signal }), columns, limit);
      }),
    );
  withExamples(list, 'imports list --limit 10');
  const errors = imports
    .command('errors <import>')
    .description('List the invalid rows.')
    .option('--limit <count>', 'the maximum number', parseCount, 1000)
    .action(
      action(async (session, id: string, { limit }: { limit: number }) => {
        await session.list(session.client.imports.allErrors(id, { signal: session.signal }), errorColumns, limit);
      }),
    );
  withExamples(errors, `imports errors ${exampleImport}`);
}

/** `outdial import FILE` and `outdial imports …` */
export function addImports(program: Command, action: Action): void {
  const upload = program
    .command('import <file>')
    .description(
      'Create a job for each row of a CSV or NDJSON file, with a progress bar. Exits with 5 if some rows are invalid.',
    )
    .option('--dry-run', 'validate and plan every row, show when calls would be made, and create nothing')
    .addOption(
      new Option(
        '--on-duplicate <action>',
        'what to do with a number that is in the file already, or has an open job in the campaign',
      ).choices(['keep', 'skip', 'fail']),
    )
    .option('--default-country <code>', defaultCountryHelp)
    .option('--idempotency-key <key>', 'a retry with the same key within 24 hours returns the first import')
    .option('--name <name>', 'the file name, for "-" (standard input)')
    .action(action((session, file: string, flags: ImportFlags) => importFile(session, file, flags)));
  withExamples(
    upload,
    'import contacts.csv --campaign campaign_demo',
    'import contacts.csv --dry-run',
    'import contacts.csv --on-duplicate skip',
    'import contacts.csv --default-country US --dry-run',
    'import contacts.ndjson --idempotency-key contacts-of-monday --json',
  );
  const imports = program.command('imports').description('Manage imports.');
  withExamples(imports, 'imports list');
  addReads(imports, action);
  const cancel = imports
    .command('cancel <import>')
    .description('Stop an import: it creates no more jobs.')
    .option('--jobs', 'also cancel the jobs that it has created')
    .action(
      action(async (session, id: string, { jobs = false }: { jobs?: boolean }) => {
        session.show(await session.client.imports.cancel(id, { jobs, signal: session.signal }));
      }),
    );
  withExamples(cancel, `imports cancel ${exampleImport} --jobs`);
}
