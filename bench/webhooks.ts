/**
 * Measures webhook deliveries against a bare workflow with one activity that sends a POST to the same receiver, on the same
 * servers in the same run: `npm run bench:webhooks`. Absolute numbers mean little; the ratios have targets.
 */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { request } from 'undici';
import { createSendWebhook } from '../activities/webhook/send-webhook';
import { createRegistry } from '../shared/adapters/metrics/registry';
import { createWorkerMetrics } from '../shared/adapters/metrics/worker-metrics';
import { createTemporal } from '../shared/adapters/temporal/client';
import { createWorkflowClient } from '../shared/adapters/temporal/workflow-client';
import { createWebhookSender } from '../shared/adapters/webhook/sender';
import { createWebhookSecret } from '../shared/adapters/webhook/signature';
import type { JobStateEvent } from '../shared/domain/webhook/event';
import { ok, startReceiver, type Receiver } from '../tests/support/receiver';
import { startMongoForTests, startTemporalForTests } from '../tests/support/servers';
import { openTestStore } from '../tests/support/worker';

const batch = 300;
const rounds = 3;
const startsAtOnce = 40;
const pacedForMs = 15_000;
const isolationRounds = 2;

type BenchEnv = Awaited<ReturnType<typeof createBenchEnv>>;

async function createBenchEnv() {
  const logger = new DefaultLogger('ERROR');
  Runtime.install({ logger });
  const [temporal, mongo] = await Promise.all([startTemporalForTests(), startMongoForTests()]);
  const { store, mongo: client } = await openTestStore(mongo.uri);
  const engine = createTemporal({ TEMPORAL_ADDRESS: temporal.address, TEMPORAL_NAMESPACE: 'default' });
  const connection = await NativeConnection.connect({ address: temporal.address });
  const sender = createWebhookSender({ allowedCidrs: ['127.0.0.0/8'] });
  const workflows = createWorkflowClient(engine.client);
  const deps = {
    store,
    sender,
    clock: { nowMs: () => Date.now() },
    logger: pino({ level: 'silent' }),
    metrics: createWorkerMetrics(createRegistry()),
  };
  const [ours, bare] = await Promise.all(
    ['../workflows', './webhooks/bare.workflow.ts'].map((path) =>
      bundleWorkflowCode({ workflowsPath: resolve(__dirname, path), logger }),
    ),
  );
  const workers = await Promise.all([
    Worker.create({
      connection,
      taskQueue: 'webhooks',
      workflowBundle: ours!,
      activities: createSendWebhook(deps),
      maxConcurrentActivityTaskExecutions: 200,
    }),
    Worker.create({
      connection,
      taskQueue: 'bare',
      workflowBundle: bare!,
      activities: {
        post: async (url: string, id: string) => {
          const answer = await request(url, { method: 'POST', headers: { 'webhook-id': id }, body: '{}' });
          await answer.body.dump();
          return answer.statusCode;
        },
      },
      maxConcurrentActivityTaskExecutions: 200,
    }),
  ]);
  const running = workers.map((worker) => worker.run());
  const close = async (): Promise<void> => {
    for (const worker of workers) worker.shutdown();
    await Promise.all(running);
    await sender.close();
    await connection.close();
    await engine.close();
    await client.close();
    await Promise.all([temporal.stop(), mongo.stop()]);
  };
  return { store, workflows, engine, close };
}

async function register({ store }: BenchEnv, receiver: Receiver): Promise<string> {
  const ID = `webhook_${randomUUID().replaceAll('-', '')}`;
  await store.webhooks.insert(
    { ID, OrgID: 'org_bench', DestinationURL: receiver.url, CreatedMS: 0, Enabled: true },
    { secrets: [createWebhookSecret()], headers: {} },
  );
  return ID;
}

/** Publishes one event for one webhook, like a transition of a job does. @returns its message id */
async function publishEvent({ store, workflows }: BenchEnv, webhookId: string): Promise<string> {
  const jobId = `job_${randomUUID().replaceAll('-', '')}`;
  const event: JobStateEvent = {
    orgId: 'org_bench',
    campaignId: 'campaign_bench',
    jobId,
    sequence: 1,
    state: 'completed',
    eventTimeMs: Date.now(),
    testJob: false,
  };
  await store.deliveries.open(webhookId, event, Date.now());
  await workflows.startDelivery({ webhookId, jobId, sequence: 1 }, { ...event, webhooks: 1 });
  return `evt_${jobId}_1`;
}

async function startBare({ engine }: BenchEnv, receiver: Receiver): Promise<string> {
  const id = randomUUID();
  await engine.client.workflow.start('bareWorkflow', { taskQueue: 'bare', workflowId: id, args: [receiver.url, id] });
  return id;
}

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

function printResult(name: string, value: string, good: boolean): void {
  process.stdout.write(`${good ? 'ok  ' : 'MISS'}  ${name.padEnd(58)} ${value}\n`);
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
  const speeds = `${ratio.toFixed(2)} (${median(ours).toFixed(0)}/s ÷ ${median(bare).toFixed(0)}/s)`;
  printResult('deliveries per second ÷ bare workflow (≥ 0.70)', speeds, ratio >= 0.7);

  const perSecond = median(ours) / 2;
  const alone = await measureLatencies(env, receiver, { webhookId, perSecond });
  const p99 = percentile(alone, 0.99);
  printResult(
    'event to first attempt at half that load, p99 (≤ 2 s)',
    `${p99} ms, p50 ${percentile(alone, 0.5)} ms`,
    p99 <= 2_000,
  );

  const change = await measureIsolation(env, { receiver, webhookId, other, perSecond: perSecond / 2 });
  printResult(
    'p99 next to a receiver that hangs for 15 s, relative to a healthy one (≤ +20 %)',
    `${change.percent > 0 ? '+' : ''}${change.percent.toFixed(0)} % (${change.hangingMs} ms, ${change.healthyMs} ms)`,
    change.percent <= 20,
  );
  await Promise.all([receiver.stop(), other.stop()]);
  await env.close();
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error instanceof Error ? error.stack : error)}\n`);
  process.exit(1);
});
