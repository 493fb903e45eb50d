/**
 * Measures streams of events: the time from a transition until a stream has it, with 200 streams of one organization over
 * HTTP, and the queries that it costs. Run: `npx tsx bench/events.ts [transitions a second, 20 by default]`; it needs the
 * address of a MongoDB in OUTDIAL_TEST_MONGODB, or starts the embedded one.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { startTestApi } from '../tests/support/api';
import { readEvents } from '../tests/support/event-reader';
import { createProcesses } from '../tests/support/processes';
import { report, type Measured } from './report';

const streams = 200;
const seconds = 20;
const perSecond = Number(process.argv[2] ?? 20);

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

async function measure(uri: string): Promise<Measured[]> {
  const api = await startTestApi({
    mongodbUri: uri,
    eventStreams: { perKey: streams, perOrganization: 1_000, perProcess: streams },
  });
  const { events } = api.store;
  let queries = 0;
  const { listRecorded } = events;
  events.listRecorded = (...parameters) => {
    queries++;
    return listRecorded(...parameters);
  };
  const beganMs = new Map<string, number>();
  const delaysMs: number[] = [];
  const onEvent = ({ ID }: { ID: string }): void => {
    delaysMs.push(performance.now() - (beganMs.get(ID) ?? 0));
  };
  const readers = await Promise.all(
    Array.from({ length: streams }, () => readEvents(api.url, { key: api.key, onEvent })),
  );
  await wait(1_000);
  queries = 0;
  const startedMs = performance.now();
  const total = seconds * perSecond;
  for (let n = 0; n < total; n++) {
    await wait(Math.max(0, startedMs + (n * 1_000) / perSecond - performance.now()));
    const event = { orgId: api.orgId, campaignId: api.campaignId, jobId: `job_${n}`, sequence: 3, testJob: false };
    beganMs.set(`evt_job_${n}_3`, performance.now());
    await events.recordStates([[{ ...event, state: 'calling', eventTimeMs: Date.now() }, {}]]);
  }
  const queriesPerSecond = (queries * 1_000) / (performance.now() - startedMs);
  await wait(3_000);
  for (const reader of readers) reader.close();
  await api.stop();
  const detail = `${streams} streams, ${perSecond} transitions a second for ${seconds} s`;
  const quantile = (share: number): number => percentile(delaysMs, share) / 1_000;
  return [
    { what: 'transition until a stream has it, p95, in s', detail, value: quantile(0.95), target: { atMost: 1.5 } },
    { what: 'the same, median', detail: `p99 ${quantile(0.99).toFixed(2)} s`, value: quantile(0.5) },
    { what: 'queries a second', detail, value: queriesPerSecond, target: { atMost: 2.05 } },
    { what: 'events that did not arrive', detail, value: total * streams - delaysMs.length, target: { atMost: 0 } },
  ];
}

async function main(): Promise<void> {
  const processes = createProcesses();
  try {
    const uri = process.env['OUTDIAL_TEST_MONGODB'] ?? (await processes.mongo({ inMemory: true })).uri;
    report('events', await measure(uri));
  } finally {
    await processes.end();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  },
);
