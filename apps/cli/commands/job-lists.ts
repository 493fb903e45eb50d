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
    throw new UsageError('A search takes no filters: give --search alone.');
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
    throw new UsageError('CSV is no JSON: leave out --json, or write to a file with --output.');
  const query = { ...toJobsQuery(flags), ...omitUndefined({ fields: flags.fields, limit: flags.limit }) };
  await exportJobs(session, query, { format, output });
}

/** `outdial jobs list` and `export` */
export function addJobLists(jobs: Command, action: Action): void {
  const list = withJobFilters(jobs.command('list').description('List the jobs of a campaign.'))
    .option('--limit <count>', 'how many at most', parseCount, 100)
    .option('--all', 'all of them')
    .option('--after <job>', 'those behind this one')
    .option('--by-time', 'the most recently updated first, instead of in order of creation')
    .option('--search <text>', 'the id of a job, or a number; with no other filter')
    .action(action(listJobs));
  withExamples(
    list,
    'jobs list --by-time --limit 20',
    'jobs list --state failed,canceled --no-test --created-after 2027-01-04T00:00:00Z',
    `jobs list --import ${exampleImport} --all --json`,
    'jobs list --search +14155550123',
  );
  const save = withJobFilters(
    jobs.command('export').description('Fetch all jobs of a campaign, with all they hold, as NDJSON or CSV.'),
  )
    .option('-o, --output <file>', 'where to; left out, or "-": stdout. A file with its name is whole')
    .addOption(
      new Option('--format <format>', "left out: as the file's name ends, else ndjson").choices(['ndjson', 'csv']),
    )
    .addOption(new Option('--fields <fields>', 'import: only what `import` takes').choices(['all', 'import']))
    .option('--limit <count>', 'how many at most', parseCount)
    .action(action(exportTo));
  withExamples(
    save,
    'jobs export --output jobs.csv',
    'jobs export --state completed --created-after 2027-01-04T00:00:00Z | jq .Analysis',
    'jobs export --fields import --no-test --output contacts.ndjson',
  );
}
