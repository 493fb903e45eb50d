/**
 * A day in an hour: `npm run soak` sends 5,000 mixed jobs in an hour to one API and one worker, and looks for what grows. At the end every
 * job has ended and every event has arrived, and the memory and the handles of both processes and the histories of the jobs are flat.
 * `npm run soak -- 1000 12` sends 1,000 jobs in 12 minutes. The samples and a chart are kept in `.outdial/soak`.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openBenchEnv, waitForDemoCampaign, type BenchEnv } from './job/bench-env';
import { report, type Measured } from './report';
import { planJobs, type SoakJob } from './soak/jobs';
import { drawSeries, growthOf, readSample, type Sample } from './soak/samples';
import { defaultRetryRules } from '../shared/domain/retry/retry-rules';
import { runningJobStates } from '../shared/domain/job/state';
import { startReceiver, type Receiver } from '../tests/support/receiver';
import { until } from '../tests/support/until';

const [count = 5_000, minutes = 60] = process.argv.slice(2).map(Number);
const daySeconds = minutes * 60;
const samples = 180;
/** Memory within so much of the hour before, and a few handles of connections that come and go. */
const flat = { memory: 1.1, handles: 1.15, history: 1.1 };
/** What is tried again is tried soon: every job ends within the soak. */
const RetryRules = Object.fromEntries(
  Object.entries(defaultRetryRules)
    .filter(([, { Then }]) => Then === 'retry')
    .map(([name]) => [name, { Then: 'retry', Delays: ['20s'] }]),
);
const campaign = { Name: 'Soak', DefaultCallerID: '+14155550100', JitterSeconds: 0, RetryRules };
/** Of jobs that have not ended, and of those that are being erased. */
const open = [...runningJobStates, 'deleting'];

interface Soak {
  env: BenchEnv;
  /** The URL of the campaign's jobs. */
  jobs: string;
  startedMs: number;
}

/** Runs what a customer does at its times; a failed request ends the soak. @returns the ids of the jobs, in order */
async function live({ env, jobs, startedMs }: Soak, plan: readonly SoakJob[]): Promise<string[]> {
  const ids: string[] = [];
  const changes: Promise<unknown>[] = [];
  for (const { at, body, fate } of plan) {
    await sleep(Math.max(0, startedMs + at * daySeconds * 1_000 - performance.now()));
    const { JobID } = (await env.call(jobs, 201, body)) as { JobID: string };
    ids.push(JobID);
    if (fate !== 'called') changes.push(change(env, `${jobs}/${JobID}`, fate));
  }
  await Promise.all(changes);
  return ids;
}

/** Some seconds after a job was created, it waits. A request whose outcome is unknown (503) is repeated, as by a customer. */
async function change(env: BenchEnv, url: string, fate: SoakJob['fate']): Promise<void> {
  await sleep(Math.min(5_000, daySeconds * 10));
  const CallAtUnixSeconds = Math.floor(Date.now() / 1_000 + daySeconds * 0.02);
  const idempotencyKey = randomUUID();
  const send = async (): Promise<boolean> => {
    if (fate === 'canceled') await env.call(`${url}/cancel`, 202, {}, { idempotencyKey });
    if (fate === 'moved') await env.call(`${url}/reschedule`, 202, { CallAtUnixSeconds }, { idempotencyKey });
    if (fate === 'erased') await env.call(url, 202, undefined, { method: 'DELETE' });
    return true;
  };
  const mayRepeat = (error: unknown): false => {
    if (/: 503 /.test(String(error))) return false;
    throw error;
  };
  await until(
    () => send().catch(mayRepeat),
    (sent) => sent,
    30_000,
  );
}

async function watch(
  { startedMs }: Soak,
  pids: Record<string, number>,
  ended: AbortSignal,
): Promise<Record<string, Sample[]>> {
  const seen = Object.fromEntries(Object.keys(pids).map((name): [string, Sample[]] => [name, []]));
  while (!ended.aborted) {
    const seconds = (performance.now() - startedMs) / 1_000;
    for (const [name, pid] of Object.entries(pids)) seen[name]!.push(readSample(pid, seconds));
    await sleep((daySeconds * 1_000) / samples);
  }
  return seen;
}

/** What is wrong at the end, as counts that must be zero. */
async function findBroken({ env }: Soak, ids: readonly string[], receiver: Receiver): Promise<Measured[]> {
  const { db } = env.service.mongo;
  const [unfinished, undelivered, rings] = await Promise.all([
    db.collection('jobs').countDocuments({ State: { $in: open } }),
    db.collection('webhook_deliveries').countDocuments({ State: { $in: ['pending', 'exhausted'] } }),
    db
      .collection<{ AttemptKey: string }>('simulated_rings')
      .find({}, { projection: { AttemptKey: 1 } })
      .toArray(),
  ]);
  const second = rings.length - new Set(rings.map(({ AttemptKey }) => AttemptKey)).size;
  const events = new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size;
  const none = (what: string, value: number, detail: string): Measured => ({
    what,
    value,
    detail,
    target: { atMost: 0 },
  });
  return [
    none('jobs that have not ended', unfinished, `of ${ids.length}`),
    none('events that have not arrived', undelivered, `${events} arrived, in ${receiver.received.length} requests`),
    none('second rings', second, `${rings.length} rings`),
  ];
}

/** The history events of called jobs, in the order of their creation. */
async function historiesOf({ env }: Soak, ids: readonly string[]): Promise<number[]> {
  const { client } = env.service.temporal;
  const some = ids.filter((_, index) => index % Math.max(1, Math.floor(ids.length / 300)) === 0);
  const lengths: number[] = [];
  for (const id of some) {
    const described = await client.workflow
      .getHandle(`job/${id}`)
      .describe()
      .catch(() => undefined);
    if (described !== undefined) lengths.push(described.historyLength);
  }
  return lengths;
}

const untilEnded = ({ env }: Soak): Promise<unknown> =>
  until(
    async () => {
      const { db } = env.service.mongo;
      const jobs = await db.collection('jobs').countDocuments({ State: { $in: open } });
      return jobs + (await db.collection('webhook_deliveries').countDocuments({ State: 'pending' }));
    },
    (left) => left === 0,
    600_000,
  ).catch(() => undefined);

const growth = (what: string, values: readonly number[], atMost: number, unit = ''): Measured => ({
  what: `${what}: last third ÷ second third`,
  value: growthOf(values),
  detail: `${Math.round(Math.min(...values))} to ${Math.round(Math.max(...values))}${unit}`,
  target: { atMost },
});

function keep(seen: Record<string, Sample[]>, results: readonly Measured[]): void {
  const folder = resolve(__dirname, '../.outdial/soak');
  mkdirSync(folder, { recursive: true });
  const chart = (title: string, of: 'memory' | 'handles'): string =>
    drawSeries(
      title,
      Object.entries(seen).map(([name, all]) => ({ name, points: all.map((one) => [one.seconds, one[of]] as const) })),
    );
  writeFileSync(join(folder, 'soak.json'), JSON.stringify({ count, minutes, results, seen }, null, 2));
  writeFileSync(join(folder, 'memory.svg'), chart('Resident memory, MB', 'memory'));
  writeFileSync(join(folder, 'handles.svg'), chart('Open files and sockets', 'handles'));
  console.log(`Kept: ${folder}/soak.json, memory.svg, handles.svg`);
}

async function main(): Promise<number> {
  const env = await openBenchEnv();
  const receiver = await startReceiver();
  try {
    const [api, worker] = [await env.api(), await env.worker()];
    await waitForDemoCampaign(env, api.url);
    await env.call(`${api.url}/webhooks`, 201, { DestinationURL: receiver.url });
    const { CampaignID } = (await env.call(`${api.url}/campaigns`, 201, campaign)) as { CampaignID: string };
    const soak = { env, jobs: `${api.url}/campaigns/${CampaignID}/jobs`, startedMs: performance.now() };
    const ended = new AbortController();
    const watching = watch(soak, { API: api.pid(), worker: worker.pid() }, ended.signal);
    const ids = await live(soak, planJobs(count, daySeconds));
    ended.abort();
    const seen = await watching;
    await untilEnded(soak);
    const results = [
      ...(await findBroken(soak, ids, receiver)),
      ...Object.entries(seen).flatMap(([name, all]) => [
        growth(
          `memory of the ${name}`,
          all.map(({ memory }) => memory),
          flat.memory,
          ' MB',
        ),
        growth(
          `handles of the ${name}`,
          all.map(({ handles }) => handles),
          flat.handles,
        ),
      ]),
      growth('history events of a job', await historiesOf(soak, ids), flat.history),
    ];
    keep(seen, results);
    return report('soak', results);
  } finally {
    await receiver.stop();
    await env.end();
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
