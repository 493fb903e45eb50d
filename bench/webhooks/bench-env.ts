import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { pino } from 'pino';
import { request } from 'undici';
import { createSendWebhook } from '../../activities/webhook/send-webhook';
import { createRegistry } from '../../shared/adapters/metrics/registry';
import { createWorkerMetrics } from '../../shared/adapters/metrics/worker-metrics';
import { createTemporal } from '../../shared/adapters/temporal/client';
import { createWorkflowClient } from '../../shared/adapters/temporal/workflow-client';
import { createWebhookSender } from '../../shared/adapters/webhook/sender';
import { createWebhookSecret } from '../../shared/adapters/webhook/signature';
import type { JobStateEvent } from '../../shared/domain/webhook/event';
import type { Receiver } from '../../tests/support/receiver';
import { createProcesses } from '../../tests/support/processes';
import { openTestStore } from '../../tests/support/worker';

/** Servers of its own, a worker for deliveries, and one for the bare workflow. */
export type BenchEnv = Awaited<ReturnType<typeof createBenchEnv>>;

export async function createBenchEnv() {
  const logger = new DefaultLogger('ERROR');
  Runtime.install({ logger });
  const processes = createProcesses();
  const [temporal, mongo] = await Promise.all([processes.temporal(), processes.mongo({ inMemory: true })]);
  const { store, mongo: client } = await openTestStore(mongo.uri);
  const engine = createTemporal({ TEMPORAL_ADDRESS: temporal.address, TEMPORAL_NAMESPACE: 'default' });
  const connection = await NativeConnection.connect({ address: temporal.address });
  const sender = createWebhookSender({ allowedCidrs: ['127.0.0.0/8'] });
  const workflows = createWorkflowClient(engine.client);
  const deps = {
    store,
    workflows,
    sender,
    clock: { nowMs: () => Date.now() },
    logger: pino({ level: 'silent' }),
    metrics: createWorkerMetrics(createRegistry()),
  };
  const [ours, bare] = await Promise.all(
    ['../../workflows', './bare.workflow.ts'].map((path) =>
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
      maxConcurrentWorkflowTaskExecutions: 100,
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
      maxConcurrentWorkflowTaskExecutions: 100,
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
    await processes.end();
  };
  return { store, workflows, engine, close };
}

export async function register({ store }: BenchEnv, receiver: Receiver): Promise<string> {
  const ID = `webhook_${randomUUID().replaceAll('-', '')}`;
  await store.webhooks.insert(
    { ID, OrgID: 'org_bench', DestinationURL: receiver.url, CreatedMS: 0, Enabled: true },
    { secrets: [createWebhookSecret()], headers: {} },
  );
  return ID;
}

/** Publishes one event for one webhook, like a transition of a job does. @returns its message id */
export async function publishEvent({ store, workflows }: BenchEnv, webhookId: string): Promise<string> {
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

export async function startBare({ engine }: BenchEnv, receiver: Receiver): Promise<string> {
  const id = randomUUID();
  await engine.client.workflow.start('bareWorkflow', { taskQueue: 'bare', workflowId: id, args: [receiver.url, id] });
  return id;
}
