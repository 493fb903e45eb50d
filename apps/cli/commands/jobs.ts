import type { CreateJob, ScheduleQuery } from '@outdial/client';
import { InvalidArgumentError, type Command } from 'commander';
import {
  readBody,
  parseCount,
  omitUndefined,
  parseInstant,
  parseJsonObject,
  parseDuration,
  withExamples,
} from '../arguments';
import { UsageError } from '../failures';
import type { Action } from '../session';
import { addJobUpdate } from './changes';
import { addJobAnalysis } from './job-analysis';
import { addJobLists } from './job-lists';
import { formatExplanation, formatJob } from './job-text';
import { watchJob } from './watch-job';

const exampleJob = 'job_019a4f2d6c1e7b3a8d5f4e2c1b0a9f8e';

interface CreateFlags {
  phone?: string;
  priority?: number;
  name?: string;
  callerId?: string;
  metadata?: Record<string, unknown>;
  data?: Record<string, unknown>;
  overrides?: Record<string, unknown>;
  scenario?: string;
  test?: boolean;
  body?: string;
  idempotencyKey?: string;
  watch?: boolean;
}

/** `--scenario` is shorthand for a setting of the simulator in the overrides. */
function overridesOf({ overrides, scenario }: CreateFlags): Record<string, unknown> | undefined {
  if (scenario === undefined) return overrides;
  const { Integrations = {}, ...rest } = overrides ?? {};
  const { simulator = {}, ...others } = Integrations as { simulator?: object };
  return { ...rest, Integrations: { ...others, simulator: { ...simulator, Scenario: scenario } } };
}

function addCreate(jobs: Command, action: Action): void {
  const command = jobs
    .command('create')
    .description('Create a job: place a call to a contact.')
    .option('--phone <number>', 'the number of the contact, in E.164 format')
    .option('--name <name>', 'the name of the contact')
    .option('--caller-id <number>', 'the caller ID')
    .option('--metadata <json>', 'stored with the job, never used in the call', parseJsonObject)
    .option('--data <json>', 'data for the assistant', parseJsonObject)
    .option('--overrides <json>', 'settings for this job only, such as Constraints', parseJsonObject)
    .option('--scenario <name>', 'the scenario of the simulated call, such as conversation_complete')
    .option('--priority <number>', 'from -100 to 100: the order of calls that wait for a free place', Number)
    .option('--test', 'create a test job')
    .option('--body <file>', 'the request body as JSON, "-" for standard input; flags take precedence')
    .option('--idempotency-key <key>', 'a retry with the same key creates no second job')
    .option('--watch', 'follow the job to its end, like `jobs watch`')
    .action(
      action(async (session, flags: CreateFlags) => {
        const fields = omitUndefined({
          ContactPhoneNumber: flags.phone,
          ContactName: flags.name,
          CallerID: flags.callerId,
          Metadata: flags.metadata,
          Data: flags.data,
          Overrides: overridesOf(flags),
          Priority: flags.priority,
          TestJob: flags.test,
        });
        const body = { ...(flags.body === undefined ? {} : await readBody(flags.body, session)), ...fields };
        if (body.ContactPhoneNumber === undefined)
          throw new UsageError('No phone number is given: pass --phone or --body.');
        const campaign = session.campaign();
        const options = omitUndefined({ idempotencyKey: flags.idempotencyKey, signal: session.signal });
        const created = await session.client.jobs.create(campaign, body as CreateJob, options);
        session.show(created, `${created.JobID}\n`);
        if (flags.watch === true) await watchJob(session, created.JobID, {});
      }),
    );
  withExamples(
    command,
    'jobs create --phone +14155550123 --name "Ada Lovelace" --watch',
    'jobs create --phone +14155550123 --scenario conversation_complete --watch',
    `jobs create --phone +14155550123 --overrides '{"Constraints":{"MinCreationDelay":"1h"}}'`,
    'jobs create --body job.json --idempotency-key order-4711 --json',
  );
}

function addGet(jobs: Command, action: Action): void {
  const get = jobs
    .command('get <job>')
    .description('Show a job.')
    .option('--events', 'include its events')
    .action(
      action(async (session, id: string, { events = false }: { events?: boolean }) => {
        const job = await session.client.jobs.get(session.campaign(), id, { events, signal: session.signal });
        session.show(job, formatJob(job));
      }),
    );
  withExamples(get, `jobs get ${exampleJob}`, `jobs get ${exampleJob} --events --json | jq .Data.Analysis`);
}

function addExplain(jobs: Command, action: Action): void {
  const explain = jobs
    .command('explain <job>')
    .description('Explain why a job is not called now and when it will be.')
    .option('--attempts <count>', 'the number of calls to forecast', parseCount, 5)
    .option('--assume <outcome>', 'the assumed outcome of each call, such as contact_busy')
    .action(
      action(async (session, id: string, flags: { attempts: number; assume?: ScheduleQuery['assume'] }) => {
        const query = omitUndefined({ attempts: flags.attempts, assume: flags.assume });
        const explanation = await session.client.jobs.explain(session.campaign(), id, query, {
          signal: session.signal,
        });
        session.show(explanation, formatExplanation(explanation));
      }),
    );
  withExamples(explain, `jobs explain ${exampleJob}`, `jobs explain ${exampleJob} --assume contact_busy --attempts 10`);
  const watch = jobs
    .command('watch <job>')
    .description('Print the events of a job until it ends.')
    .option('--exit-status', 'exit with 1 unless the job completes')
    .option('--interval <duration>', 'the polling interval', interval, 1000)
    .action(
      action((session, id: string, flags: { exitStatus?: boolean; parseInterval: number }) =>
        watchJob(session, id, { exitStatus: flags.exitStatus === true, everyMs: flags.parseInterval }),
      ),
    );
  withExamples(watch, `jobs watch ${exampleJob}`, `jobs watch ${exampleJob} --exit-status && echo done`);
}

function interval(text: string): number {
  const ms = parseDuration(text);
  if (ms < 1000) throw new InvalidArgumentError('Expected 1s or more.');
  return ms;
}

function addChanges(jobs: Command, action: Action): void {
  const cancel = jobs
    .command('cancel <job>')
    .description('Cancel a job. An active call is hung up.')
    .action(
      action(async (session, id: string) => {
        session.show(await session.client.jobs.cancel(session.campaign(), id, { signal: session.signal }));
      }),
    );
  withExamples(cancel, `jobs cancel ${exampleJob}`);
  const remove = jobs
    .command('delete <job>')
    .description("Erase a job's personal data: recordings, transcripts, Data.")
    .action(
      action(async (session, id: string) => {
        session.show(await session.client.jobs.delete(session.campaign(), id, { signal: session.signal }));
      }),
    );
  withExamples(remove, `jobs delete ${exampleJob}`);
  const reschedule = jobs
    .command('reschedule <job>')
    .description('Set the time of the next call of a job.')
    .option('--at <instant>', 'the instant, with a UTC offset', parseInstant)
    .option('--in <duration>', 'the time from now: 90s, 10m, 2h, 3d', parseDuration)
    .action(
      action(async (session, id: string, flags: { at?: Date; in?: number }) => {
        if ((flags.at === undefined) === (flags.in === undefined)) throw new UsageError('Pass either --at or --in.');
        const at = flags.at ?? new Date(Date.now() + (flags.in ?? 0));
        session.show(await session.client.jobs.reschedule(session.campaign(), id, at, { signal: session.signal }));
      }),
    );
  withExamples(
    reschedule,
    `jobs reschedule ${exampleJob} --at 2027-01-04T09:00:00+01:00`,
    `jobs reschedule ${exampleJob} --in 2h`,
  );
}

/** `outdial jobs …` */
export function addJobs(program: Command, action: Action): void {
  const jobs = program.command('jobs').description('Manage jobs: contacts to call.');
  withExamples(jobs, 'jobs create --phone +14155550123 --watch', 'jobs list');
  for (const add of [addCreate, addGet, addJobLists, addExplain, addChanges, addJobUpdate, addJobAnalysis])
    add(jobs, action);
}
