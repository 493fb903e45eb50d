import { basename } from 'node:path';
import type { Suppression, SuppressionReason, SuppressionUpload } from '@outdial/client';
import type { Command } from 'commander';
import { omitUndefined, parseCount, parseInstant, readContent, withExamples } from '../arguments';
import { exitCodes, type ExitCode } from '../exit-codes';
import { UsageError } from '../failures';
import { defaultCountryHelp, formatNormalized } from '../import/normalized-numbers';
import { escapeControls, formatInstant, type Column } from '../output';
import type { Action, Session } from '../session';

const exampleNumber = '+14155550199';
const shownRows = 20;
const columns: readonly Column<Suppression>[] = [
  ['ID', ({ ID }) => ID],
  ['CAMPAIGN', ({ CampaignID }) => CampaignID],
  ['REASON', ({ Reason }) => Reason],
  ['SOURCE', ({ Source }) => Source],
  ['ADDED', ({ CreatedAt }) => formatInstant(CreatedAt)],
  ['UNTIL', ({ Until }) => formatInstant(Until)],
  ['NOTE', ({ Note }) => Note],
];

/** A campaign counts only if this command names it: by default a number is suppressed everywhere. */
const scopeOf = ({ namedCampaign, signal }: Session) => omitUndefined({ campaignID: namedCampaign, signal });

interface AddFlags {
  reason?: SuppressionReason;
  note?: string;
  until?: Date;
}

function addChanges(suppressions: Command, action: Action): void {
  const add = suppressions
    .command('add <number>')
    .description('Keep a number from being called; jobs that wait to call it fail.')
    .option('--reason <reason>', 'why: opted_out (the default), complaint, legal, invalid_number, wrong_contact, other')
    .option('--note <text>', 'a note for people, stored encrypted')
    .option('--until <instant>', 'when it ends, with a UTC offset; without it, it holds for good', parseInstant)
    .action(
      action(async (session, number: string, { reason, note, until }: AddFlags) => {
        const fields = omitUndefined({ Reason: reason, Note: note, Until: until?.toISOString() });
        const body = { PhoneNumber: number, Source: 'cli' as const, ...fields };
        session.show(await session.client.suppressions.add(body, scopeOf(session)));
      }),
    );
  withExamples(
    add,
    `suppressions add ${exampleNumber} --reason complaint --note "Case 4711"`,
    `suppressions add ${exampleNumber} --campaign campaign_demo --until 2027-01-31T00:00:00Z`,
  );
  const upload = suppressions
    .command('import <file>')
    .description(
      'Suppress each number of a CSV file with the columns PhoneNumber and, optionally, Reason, Note and Until. Exits with 5 if some rows are refused.',
    )
    .option('--reason <reason>', 'the reason of rows that give none')
    .option('--default-country <code>', defaultCountryHelp)
    .option('--name <name>', 'the file name, for "-" (standard input)')
    .action(action((session, file: string, flags: UploadFlags) => uploadFile(session, file, flags)));
  withExamples(upload, 'suppressions import do-not-call.csv --reason legal --default-country US');
  const remove = suppressions
    .command('remove <number>')
    .description('Let a number be called again. Entries of campaigns, or of the organization, stay.')
    .action(
      action(async (session, number: string) => {
        const answer = await session.client.suppressions.remove(number, scopeOf(session));
        session.show(answer, answer.Removed ? 'Removed.\n' : 'The number was not suppressed here.\n');
      }),
    );
  withExamples(remove, `suppressions remove ${exampleNumber}`);
}

interface UploadFlags {
  reason?: SuppressionReason;
  defaultCountry?: string;
  /** The file name that gives the format of standard input. */
  name?: string;
}

async function uploadFile(session: Session, file: string, flags: UploadFlags): Promise<ExitCode> {
  const { reason, defaultCountry, name } = flags;
  if (file === '-' && name === undefined)
    throw new UsageError('The format of standard input is unknown: pass --name, such as numbers.csv.');
  const content = { name: name ?? basename(file), content: await readContent(file, session.stdin) };
  const options = { ...scopeOf(session), ...omitUndefined({ reason, defaultCountry }) };
  const result = await session.client.suppressions.upload(content, options);
  session.show(result, formatUpload(result));
  return result.RowsRefused === 0 ? exitCodes.done : exitCodes.invalidRows;
}

function formatUpload({
  Rows,
  RowsAdded,
  RowsExtended,
  RowsPresent,
  RowsRefused,
  Refused,
  ...rest
}: SuppressionUpload): string {
  const { RowsUnassigned, UnassignedRows, RowsNormalized, Normalized } = rest;
  const counts = `${Rows} rows: ${RowsAdded} added, ${RowsExtended} extended, ${RowsPresent} present, ${RowsRefused} refused.`;
  const rows = Refused.slice(0, shownRows).map(({ Row, Column: name, Value, Detail }) =>
    escapeControls(`  row ${Row}${name ? `, ${name}` : ''}${Value ? ` "${Value}"` : ''}: ${Detail}`),
  );
  const more = RowsRefused > rows.length ? [`  and ${RowsRefused - rows.length} more`] : [];
  const unassigned =
    RowsUnassigned === 0
      ? []
      : [
          `${RowsUnassigned} of the numbers are in no numbering plan, check their spelling: rows ${UnassignedRows.slice(0, shownRows).join(', ')}${RowsUnassigned > shownRows ? ' and more' : ''}`,
        ];
  return `${[counts, ...rows, ...more, ...unassigned].join('\n')}\n${formatNormalized(RowsNormalized, Normalized)}`;
}

function addReads(suppressions: Command, action: Action): void {
  const list = suppressions
    .command('list')
    .description('List suppressions, newest first; --campaign limits the list to one campaign. They hold no numbers.')
    .option('--reason <reason>', 'only entries with this reason')
    .option('--limit <count>', 'the maximum number', parseCount, 100)
    .action(
      action(async (session, { reason, limit }: { reason?: SuppressionReason; limit: number }) => {
        const { signal, namedCampaign } = session;
        const query = omitUndefined({ reason, campaignID: namedCampaign, limit: Math.min(limit, 100) });
        await session.list(session.client.suppressions.all(query, { signal }), columns, limit);
      }),
    );
  withExamples(list, 'suppressions list --reason complaint');
  const get = suppressions
    .command('get <number>')
    .description('Show the entry of a number, of the organization or with --campaign of a campaign.')
    .action(
      action(async (session, number: string) => {
        session.show(await session.client.suppressions.get(number, scopeOf(session)));
      }),
    );
  withExamples(get, `suppressions get ${exampleNumber}`);
}

/** `outdial suppressions …` */
export function addSuppressions(program: Command, action: Action): void {
  const suppressions = program
    .command('suppressions')
    .description('Manage numbers that must not be called, in every campaign or with --campaign in one.');
  withExamples(suppressions, 'suppressions list');
  addChanges(suppressions, action);
  addReads(suppressions, action);
}

/** `outdial numbers …` */
export function addNumbers(program: Command, action: Action): void {
  const numbers = program.command('numbers').description('Look at single phone numbers over all campaigns.');
  withExamples(numbers, `numbers get ${exampleNumber}`);
  const get = numbers
    .command('get <number>')
    .description('Show what is known and allowed of a number.')
    .action(
      action(async ({ client, signal, show }, number: string) => {
        show(await client.numbers.get(number, { signal }));
      }),
    );
  withExamples(get, `numbers get ${exampleNumber}`);
  const erase = numbers
    .command('erase <number>')
    .description('Erase the personal data of every job with the number. Suppressions stay: they hold none.')
    .action(
      action(async ({ client, signal, show }, number: string) => {
        const Jobs = await client.numbers.erase(number, { signal });
        show({ Jobs }, `${Jobs} jobs are being erased.\n`);
      }),
    );
  withExamples(erase, `numbers erase ${exampleNumber}`);
}
