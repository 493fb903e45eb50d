import type { ExportFields, ExportFormat, JobListItem } from '@outdial/client';
import { Option, type Command } from 'commander';
import { parseCount, omitUndefined, withExamples } from '../arguments';
import { exportJobs } from '../export/export-jobs';
import { UsageError } from '../failures';
import { formatInstant, type Column } from '../output';
import type { Action, Session } from '../session';
import { toJobsQuery, withJobFilters, type JobFilterFlags } from './job-filters';

const exampleImport = 'import_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e';
const columns: readonly Column<JobListItem>[] = [
  ['ID', ({ ID }) => ID],
  ['STATE', ({ State }) => State],
  ['NUMBER', ({ PhoneNumber }) => PhoneNumber],
  ['NAME', ({ ContactName }) => ContactName],
  ['UPDATED', ({ UpdatedAt }) => formatInstant(UpdatedAt)],
];

interface ListFlags extends JobFilterFlags {
  limit: number;
  all?: boolean;
  after?: string;
  byTime?: boolean;
  search?: string;
}

async function listJobs(session: Session, flags: ListFlags): Promise<void> {
  const { client, signal } = session;
  const query = { ...toJobsQuery(flags), ...omitUndefined({ after: flags.after, by_time: flags.byTime }) };
  if (flags.search !== undefined && Object.keys(query).length > 0)
    throw new UsageError('--search cannot be combined with other filters.');
  const items =
    flags.search === undefined
      ? client.jobs.all(session.campaign(), query, { signal })
      : (await client.jobs.search(session.campaign(), flags.search, { signal })).Jobs;
  await session.list(items, columns, flags.all === true ? Infinity : flags.limit);
}

interface ExportFlags extends JobFilterFlags {
  output?: string;
  format?: ExportFormat;
  fields?: ExportFields;
  limit?: number;
}

async function exportTo(session: Session, flags: ExportFlags): Promise<void> {
  const output = flags.output === '-' ? undefined : flags.output;
  const format = flags.format ?? (output?.toLowerCase().endsWith('.csv') === true ? 'csv' : 'ndjson');
  if (session.json && output === undefined && format === 'csv')
    throw new UsageError('--json cannot print CSV: omit --json, or write to a file with --output.');
  const query = { ...toJobsQuery(flags), ...omitUndefined({ fields: flags.fields, limit: flags.limit }) };
  await exportJobs(session, query, { format, output });
}

/** `outdial jobs list` and `export` */
export function addJobLists(jobs: Command, action: Action): void {
  const list = withJobFilters(jobs.command('list').description('List the jobs of a campaign.'))
    .option('--limit <count>', 'the maximum number', parseCount, 100)
    .option('--all', 'list all jobs')
    .option('--after <job>', 'only jobs after this one')
    .option('--by-time', 'order by last update, newest first, instead of by creation')
    .option('--search <text>', 'a job ID or a phone number; not with other filters')
    .action(action(listJobs));
  withExamples(
    list,
    'jobs list --by-time --limit 20',
    'jobs list --state failed,canceled --no-test --created-after 2027-01-04T00:00:00Z',
    `jobs list --import ${exampleImport} --all --json`,
    'jobs list --search +14155550123',
  );
  const save = withJobFilters(
    jobs.command('export').description('Export all jobs of a campaign, with all their data, as NDJSON or CSV.'),
  )
    .option('-o, --output <file>', 'the file; stdout by default or for "-". The file is written atomically')
    .addOption(
      new Option('--format <format>', 'by default the extension of the file decides, else ndjson').choices([
        'ndjson',
        'csv',
      ]),
    )
    .addOption(
      new Option('--fields <fields>', 'import: only the fields that `import` accepts').choices(['all', 'import']),
    )
    .option('--limit <count>', 'the maximum number', parseCount)
    .action(action(exportTo));
  withExamples(
    save,
    'jobs export --output jobs.csv',
    'jobs export --state completed --created-after 2027-01-04T00:00:00Z | jq .Analysis',
    'jobs export --fields import --no-test --output contacts.ndjson',
  );
}
