import type { ImportError, ImportSummary } from '@outdial/client';
import type { Command } from 'commander';
import { parseCount, withExamples } from '../arguments';
import { exitCodes } from '../exit-codes';
import { importFile, watchImport, type ImportFlags } from '../import/import-file';
import { formatInstant, type Column } from '../output';
import type { Action } from '../session';

const exampleImport = 'import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e';
const columns: readonly Column<ImportSummary>[] = [
  ['ID', ({ ID }) => ID],
  ['STATE', ({ State }) => State],
  ['CAMPAIGN', ({ CampaignID }) => CampaignID],
  ['ROWS', ({ Rows }) => Rows],
  ['DONE', ({ Progress }) => `${Math.floor(Progress * 100)} %`],
  ['BAD', ({ RowsInvalid }) => RowsInvalid],
  ['CREATED', ({ CreatedAt }) => formatInstant(CreatedAt)],
];
const errorColumns: readonly Column<ImportError>[] = [
  ['ROW', ({ Row }) => Row],
  ['COLUMN', ({ Column: name }) => name],
  ['VALUE', ({ Value }) => Value],
  ['WHY', ({ Detail }) => Detail],
];

function addReads(imports: Command, action: Action): void {
  const get = imports
    .command('get <import>')
    .description('Show an import.')
    .option('--watch', 'with a progress bar, until it ends')
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
    .description('List imports, the newest first.')
    .option('--limit <count>', 'how many at most', parseCount, 100)
    .action(
      action(async (session, { limit }: { limit: number }) => {
        await session.list(session.client.imports.all({ signal: session.signal }), columns, limit);
      }),
    );
  withExamples(list, 'imports list --limit 10');
  const errors = imports
    .command('errors <import>')
    .description('List the rows that could not be taken.')
    .option('--limit <count>', 'how many at most', parseCount, 1000)
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
      'Make a job of each row of a CSV or NDJSON file, with a progress bar. Exits with 5 when some rows are bad.',
    )
    .option('--dry-run', 'judge every row and make nothing')
    .option('--idempotency-key <key>', 'a repeat within 24 hours with the same key finds the first import')
    .option('--name <name>', 'the name of the file, when "-" takes it from what is piped in')
    .action(action((session, file: string, flags: ImportFlags) => importFile(session, file, flags)));
  withExamples(
    upload,
    'import contacts.csv --campaign campaign_demo',
    'import contacts.csv --dry-run',
    'import contacts.ndjson --idempotency-key contacts-of-monday --json',
  );
  const imports = program.command('imports').description('Imports that were begun.');
  withExamples(imports, 'imports list');
  addReads(imports, action);
  const cancel = imports
    .command('cancel <import>')
    .description('Make no more jobs.')
    .option('--jobs', 'and cancel those that were made')
    .action(
      action(async (session, id: string, { jobs = false }: { jobs?: boolean }) => {
        session.show(await session.client.imports.cancel(id, { jobs, signal: session.signal }));
      }),
    );
  withExamples(cancel, `imports cancel ${exampleImport} --jobs`);
}
