import { setTimeout as wait } from 'node:timers/promises';
import type { BulkAction, BulkFilter, CreateBulkAction } from '@outdial/client';
import { Option, type Command } from 'commander';
import { omitUndefined, parseCount, parseDuration, parseInstant, parseJsonObject, withExamples } from '../arguments';
import { exitCodes, type ExitCode } from '../exit-codes';
import { UsageError } from '../failures';
import { escapeControls, formatDetails, formatInstant, type Column } from '../output';
import type { Action, Session } from '../session';
import { withJobFilters, type JobFilterFlags } from './job-filters';

const exampleId = 'bulk_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e';
const pollIntervalMs = 500;

type Reason = NonNullable<BulkFilter['FailureReasons']>[number];
/** Every reason; the compiler reports a missing one. */
const reasons = {
  campaign_objective_missed: true,
  canceled: true,
  max_attempts_exceeded: true,
  opted_out: true,
  technical_error: true,
  wrong_contact: true,
  invalid_configuration: true,
} as const satisfies Record<Reason, true>;

interface BulkFlags extends JobFilterFlags {
  all?: true;
  failureReason?: Reason;
  updatedAfter?: Date;
  updatedBefore?: Date;
  dryRun?: boolean;
  watch?: boolean;
  idempotencyKey?: string;
  at?: Date;
  in?: number;
  data?: Record<string, unknown>;
  metadata?: Record<string, unknown>;
  constraints?: Record<string, unknown>;
}

const toFilter = (flags: BulkFlags): BulkFilter =>
  omitUndefined({
    All: flags.all,
    States: flags.state,
    FailureReasons: flags.failureReason === undefined ? undefined : [flags.failureReason],
    Test: flags.test,
    ImportID: flags.import,
    CreatedAfter: flags.createdAfter?.toISOString(),
    CreatedBefore: flags.createdBefore?.toISOString(),
    UpdatedAfter: flags.updatedAfter?.toISOString(),
    UpdatedBefore: flags.updatedBefore?.toISOString(),
  });

/** The parameters of an action, without its filter. @throws {UsageError} */
function toParameters(kind: CreateBulkAction['Action'], flags: BulkFlags): object {
  if (kind === 'update')
    return omitUndefined({ Data: flags.data, Metadata: flags.metadata, Constraints: flags.constraints });
  if (kind !== 'reschedule') return {};
  if ((flags.at === undefined) === (flags.in === undefined)) throw new UsageError('Pass either --at or --in.');
  return { CallAtUnixSeconds: (flags.at?.getTime() ?? Date.now() + (flags.in ?? 0)) / 1_000 };
}

function formatEnd({ State, Changed, SkippedBy, Failed, NewJobsFailed, FailureMessage }: BulkAction): string {
  const list = (counts: object) => Object.entries(counts).map(([reason, jobs]) => `${reason} ${String(jobs)}`);
  const lines = [
    `${State}: ${Changed} jobs changed`,
    ...list(SkippedBy).map((text) => `skipped: ${text}`),
    ...list(NewJobsFailed ?? {}).map((text) => `new jobs that failed at once: ${text}`),
    ...(Failed > 0 ? [`failed: ${Failed}`] : []),
    ...(FailureMessage === undefined ? [] : [FailureMessage]),
  ];
  return `${lines.map(escapeControls).join('\n')}\n`;
}

/** Polls an action until it ends, and shows its progress on standard error. */
async function watch({ client, campaign, signal, stderr }: Session, id: string): Promise<BulkAction> {
  for (let last = ''; ;) {
    const current = await client.bulkActions.get(campaign(), id, { signal });
    const line = `${current.Done} of ${current.Matched} jobs\n`;
    if (line !== last) stderr.write(line);
    last = line;
    if (current.State !== 'running') return current;
    await wait(pollIntervalMs, undefined, { signal });
  }
}

async function showEnd(session: Session, id: string): Promise<ExitCode> {
  const ended = await watch(session, id);
  session.show(ended, formatEnd(ended));
  return ended.State === 'completed' && ended.Failed === 0 ? exitCodes.done : exitCodes.failed;
}

async function begin(session: Session, kind: CreateBulkAction['Action'], flags: BulkFlags): Promise<ExitCode> {
  const { client, signal } = session;
  const Filter = toFilter(flags);
  if (Object.keys(Filter).length === 0) throw new UsageError('Pass a filter, or --all for every job of the campaign.');
  const body = { Action: kind, Filter, ...toParameters(kind, flags) } as CreateBulkAction;
  if (flags.dryRun === true) {
    const found = await client.bulkActions.dryRun(session.campaign(), body, { signal });
    const more = found.Estimated === true ? ' or more' : '';
    const examples = found.ExampleJobIDs.map((id) => `  ${escapeControls(id)}\n`).join('');
    session.show(found, `${found.Jobs}${more} jobs. Nothing was changed.\n${examples}`);
    return exitCodes.done;
  }
  const options = omitUndefined({ idempotencyKey: flags.idempotencyKey, signal });
  const made = await client.bulkActions.create(session.campaign(), body, options);
  if (flags.watch === true) return showEnd(session, made.BulkActionID);
  session.show(made, `${escapeControls(made.BulkActionID)}\n`);
  return exitCodes.done;
}

const kinds = [
  ['cancel', 'Cancel jobs.', ['--import import_1 --dry-run', '--state scheduled --watch']],
  ['reschedule', 'Set the next call of waiting jobs to one instant.', ['--all --at 2027-01-04T09:00:00+01:00']],
  ['redial', 'Call the contacts of ended jobs again, with new jobs.', ['--failure-reason technical_error --watch']],
  ['erase', 'Delete the personal data of jobs.', ['--updated-before 2026-01-01T00:00:00Z --dry-run']],
  ['analyze', 'Let a model analyze the calls of jobs again.', ['--state completed --dry-run']],
  ['update', 'Replace parts of jobs.', [`--state scheduled --constraints '{"MaxTotalCalls":2}'`]],
] as const;

function addKinds(bulk: Command, action: Action): void {
  for (const [kind, description, examples] of kinds) {
    const command = withJobFilters(bulk.command(kind).description(description))
      .option('--all', 'every job of the campaign, instead of a filter')
      .addOption(
        new Option('--failure-reason <reason>', 'only jobs that failed or were canceled for this reason').choices(
          Object.keys(reasons),
        ),
      )
      .option('--updated-after <instant>', 'only jobs last changed at or after this instant', parseInstant)
      .option('--updated-before <instant>', 'only jobs last changed before this instant', parseInstant)
      .option('--dry-run', 'change nothing; count the jobs and show ten of them')
      .option('--watch', 'follow the action to its end')
      .option('--idempotency-key <key>', 'a retry with the same key within 24 hours returns the first action');
    if (kind === 'reschedule')
      command
        .option('--at <instant>', 'the instant, with a UTC offset', parseInstant)
        .option('--in <duration>', 'the time from now: 90s, 10m, 2h, 3d', parseDuration);
    if (kind === 'update')
      command
        .option('--data <json>', 'replaces the Data of each job', parseJsonObject)
        .option('--metadata <json>', 'replaces the Metadata of each job', parseJsonObject)
        .option('--constraints <json>', 'replaces the constraints of each job', parseJsonObject);
    command.action(action((session, flags: BulkFlags) => begin(session, kind, flags)));
    withExamples(command, ...examples.map((example) => `bulk ${kind} ${example}`));
  }
}

const columns: readonly Column<BulkAction>[] = [
  ['ID', ({ ID }) => ID],
  ['ACTION', ({ Action }) => Action],
  ['STATE', ({ State }) => State],
  ['DONE', ({ Done, Matched }) => `${Done} of ${Matched}`],
  ['CHANGED', ({ Changed }) => Changed],
  ['CREATED', ({ CreatedAt }) => formatInstant(CreatedAt)],
];

/** `outdial bulk …` */
export function addBulkActions(program: Command, action: Action): void {
  const bulk = program.command('bulk').description('Change every job of a campaign that matches a filter.');
  withExamples(bulk, 'bulk cancel --import import_1 --dry-run', 'bulk list');
  addKinds(bulk, action);
  const get = bulk
    .command('get <bulk-action>')
    .description('Show a bulk action.')
    .option('--watch', 'follow the action to its end')
    .action(
      action(async (session, id: string, flags: { watch?: boolean }) => {
        if (flags.watch === true) return showEnd(session, id);
        const found = await session.client.bulkActions.get(session.campaign(), id, { signal: session.signal });
        session.show(found, formatDetails(found));
        return exitCodes.done;
      }),
    );
  withExamples(get, `bulk get ${exampleId} --watch`);
  const list = bulk
    .command('list')
    .description('List the bulk actions of a campaign, newest first.')
    .option('--limit <count>', 'the maximum number', parseCount, 100)
    .action(
      action(async (session, { limit }: { limit: number }) => {
        await session.list(
          session.client.bulkActions.all(session.campaign(), { signal: session.signal }),
          columns,
          limit,
        );
      }),
    );
  withExamples(list, 'bulk list --limit 10');
  const stop = bulk
    .command('stop <bulk-action>')
    .description('Stop a bulk action; what it has changed stays.')
    .action(
      action(async (session, id: string) => {
        session.show(await session.client.bulkActions.cancel(session.campaign(), id, { signal: session.signal }));
      }),
    );
  withExamples(stop, `bulk stop ${exampleId}`);
}
