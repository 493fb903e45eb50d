/**
 * Measures webhook deliveries against a bare workflow with one activity that sends a POST to the same receiver, on the same
 * servers in the same run: `npm run bench:webhooks`, or only its first part: `npm run bench:webhooks -- throughput`. Absolute
 * numbers mean little; the ratios have targets.
 */
import { ok, startReceiver, type Receiver } from '../tests/support/receiver';
import { report, type Measured } from './report';
import { createBenchEnv, publishEvent, register, startBare, type BenchEnv } from './webhooks/bench-env';

const batch = 300;
const rounds = 3;
const startsAtOnce = 40;
const pacedForMs = 15_000;
const isolationRounds = 2;

async function waitFor(isDone: () => boolean): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!isDone()) {
    if (Date.now() > deadline) throw new Error('The deliveries did not arrive in two minutes.');
    await new Promise((done) => setTimeout(done, 5));
  }
}

/** @returns deliveries per second, from the first start to the last arrival */
async function measureThroughput(receiver: Receiver, start: () => Promise<string>): Promise<number> {
  receiver.received.length = 0;
  const beganMs = Date.now();
  let left = batch;
  await Promise.all(
    Array.from({ length: startsAtOnce }, async () => {
      while (left-- > 0) await start();
    }),
  );
  await waitFor(() => receiver.received.length >= batch);
  return batch / ((Date.now() - beganMs) / 1000);
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** Starts operations at a steady pace, regardless of their duration, and waits for all of them. */
async function runAtPace(perSecond: number, start: () => Promise<unknown>): Promise<void> {
  const firstMs = Date.now();
  const begun: Promise<unknown>[] = [];
  for (let index = 0; index < Math.round((perSecond * pacedForMs) / 1000); index++) {
    const dueMs = firstMs + (index * 1000) / perSecond;
    if (dueMs > Date.now()) await new Promise((done) => setTimeout(done, dueMs - Date.now()));
    begun.push(start());
  }
  await Promise.all(begun);
}

/** @returns milliseconds from each event to its first attempt, at a steady pace */
async function measureLatencies(
  env: BenchEnv,
  receiver: Receiver,
  { webhookId, perSecond }: { webhookId: string; perSecond: number },
) {
  receiver.received.length = 0;
  const beganAt = new Map<string, number>();
  const count = Math.round((perSecond * pacedForMs) / 1000);
  await runAtPace(perSecond, async () => {
    const atMs = Date.now();
    beganAt.set(await publishEvent(env, webhookId), atMs);
  });
  await waitFor(() => receiver.received.length >= count);
  return receiver.received.map(({ headers, atMs }) => atMs - (beganAt.get(headers['webhook-id'] ?? '') ?? atMs));
}

/**
 * Two receivers get events at the same steady pace. The second one answers in half of the rounds and hangs in the other half, so
 * only its behavior differs, not the load. @returns the p99 of the first receiver in both cases, over all rounds
 */
async function measureIsolation(
  env: BenchEnv,
  at: { receiver: Receiver; webhookId: string; other: Receiver; perSecond: number },
) {
  const { receiver, webhookId, other, perSecond } = at;
  const latenciesBeside: Record<'healthy' | 'hanging', number[]> = { healthy: [], hanging: [] };
  for (let round = 0; round < isolationRounds; round++) {
    for (const kind of ['healthy', 'hanging'] as const) {
      const otherId = await register(env, other);
      other.behave(kind === 'healthy' ? ok : { kind: 'hang' });
      const [measured] = await Promise.all([
        measureLatencies(env, receiver, { webhookId, perSecond }),
        runAtPace(perSecond, () => publishEvent(env, otherId)),
      ]);
      latenciesBeside[kind].push(...measured);
      await env.store.webhooks.remove('org_bench', otherId);
      await env.store.deliveries.discardAll(otherId, Date.now());
      // Wait until the pending requests to the hanging receiver time out, so that every round starts in the same state.
      if (kind === 'hanging') await new Promise((done) => setTimeout(done, 16_000));
    }
  }
  const [hangingMs, healthyMs] = [percentile(latenciesBeside.hanging, 0.99), percentile(latenciesBeside.healthy, 0.99)];
  return { hangingMs, healthyMs, percent: (hangingMs / healthyMs - 1) * 100 };
}

async function main(): Promise<void> {
  const env = await createBenchEnv();
  const receiver = await startReceiver();
  const other = await startReceiver();
  const webhookId = await register(env, receiver);
  await measureThroughput(receiver, () => publishEvent(env, webhookId));
  await measureThroughput(receiver, () => startBare(env, receiver));
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    bare.push(await measureThroughput(receiver, () => startBare(env, receiver)));
    ours.push(await measureThroughput(receiver, () => publishEvent(env, webhookId)));
  }
  const ratio = median(ours) / median(bare);
  const lines: Measured[] = [
    {
      what: 'deliveries per second ÷ bare workflow with one activity',
      value: ratio,
      target: { atLeast: 1.5 },
      detail: `${median(ours).toFixed(0)}/s ÷ ${median(bare).toFixed(0)}/s`,
    },
  ];
  if (!process.argv.includes('throughput'))
    lines.push(...(await measureUnderLoad(env, { receiver, other, webhookId, speed: median(ours) })));
  process.exitCode = report('webhooks', lines);
  await Promise.all([receiver.stop(), other.stop()]);
  await env.close();
}

async function measureUnderLoad(
  env: BenchEnv,
  at: { receiver: Receiver; other: Receiver; webhookId: string; speed: number },
): Promise<Measured[]> {
  const { receiver, other, webhookId, speed } = at;
  const perSecond = speed / 2;
  const alone = await measureLatencies(env, receiver, { webhookId, perSecond });
  const p99 = percentile(alone, 0.99);
  const change = await measureIsolation(env, { receiver, webhookId, other, perSecond: perSecond / 2 });
  return [
    {
      what: 'event to first attempt at half that load, p99, ms',
      value: p99,
      target: { atMost: 2_000 },
      detail: `p50 ${percentile(alone, 0.5)} ms`,
    },
    {
      what: 'p99 next to a receiver that hangs for 15 s ÷ next to a healthy one',
      value: 1 + change.percent / 100,
      target: { atMost: 1.2 },
      detail: `${change.hangingMs} ms ÷ ${change.healthyMs} ms`,
    },
  ];
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error instanceof Error ? error.stack : error)}\n`);
  process.exit(1);
});
