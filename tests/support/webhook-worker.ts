import type { TelephonyProvider } from '../../shared/adapters/telephony/telephony';
import { tsToMs } from '@temporalio/common/lib/time';
import { NativeConnection } from '@temporalio/worker';
import { pino } from 'pino';
import type { Activities } from '../../activities';
import type { ActivityDeps } from '../../activities/deps';
import { publishTransition } from '../../activities/lib/transition';
import { sweep } from '../../activities/sweeper/sweeper';
import { createSendWebhook } from '../../activities/webhook/send-webhook';
import { createRegistry } from '../../shared/adapters/metrics/registry';
import { createWorkerMetrics } from '../../shared/adapters/metrics/worker-metrics';
import { createDeliveryDispatcher } from '../../shared/adapters/temporal/delivery-dispatcher';
import { createTemporal } from '../../shared/adapters/temporal/client';
import { createWebhookSender, type WebhookSender } from '../../shared/adapters/webhook/sender';
import type { Job } from '../../shared/domain/job/job';
import { taskQueues } from '../../shared/messages/task-queues';
import type { WebhookDeliveryInput } from '../../shared/messages/webhook.messages';
import { webhookDeliveryWorkflowId } from '../../shared/messages/workflow-ids';
import { setting } from './setting';
import { type TemporalPlace, temporalSettings } from './temporal-namespace';
import { TestWorker } from './test-worker';
import { quietRuntime } from './worker';

/** An activity that waits for its next try. */
export interface PendingActivity {
  /** The number of the next try. */
  attempt: number | null | undefined;
  maximumAttempts: number | null | undefined;
  lastFailure: string | null | undefined;
  /** When the next try begins. */
  nextMs: number | undefined;
}

/** A worker of the queue `webhooks` in this process, and what a test asks about it. */
export interface Deliveries {
  publish(job: Job): Promise<void>;
  sweep(): Promise<number>;
  result(key: WebhookDeliveryInput): Promise<unknown>;
  /** The workflows of a receiver that are under way, as an operator lists them. */
  openOf(webhookId: string): Promise<string[]>;
  /** The deliveries to a receiver that are shown in a state, as an operator lists them. */
  shownAs(state: 'failing' | 'delivered', webhookId: string): Promise<string[]>;
  /** How many activities run, each in a slot of the worker. */
  runningActivities(): number;
  /** The activity that waits for its next try, as an operator sees it. */
  pendingActivity(key: WebhookDeliveryInput): Promise<PendingActivity | undefined>;
  stop(): Promise<void>;
}

const noProvider: TelephonyProvider = {
  name: 'none',
  dial: () => Promise.reject(new Error('There is no line.')),
  lookup: () => Promise.resolve({ state: 'unknown' }),
};

export interface DeliveriesOptions {
  temporal: TemporalPlace;
  sender?: WebhookSender;
  logger?: ActivityDeps['logger'];
  slots?: number;
}

export async function startDeliveries(
  { store, workflows }: Pick<ActivityDeps, 'store' | 'workflows'>,
  options: DeliveriesOptions,
): Promise<Deliveries> {
  quietRuntime();
  const sender = options.sender ?? createWebhookSender({ allowedCidrs: ['127.0.0.0/8'], showPrivateResponses: true });
  const logger = options.logger ?? pino({ level: 'silent' });
  const deps = {
    store,
    workflows,
    deliveries: createDeliveryDispatcher(workflows, logger),
    sender,
    clock: { nowMs: () => Date.now() },
    logger,
    metrics: createWorkerMetrics(createRegistry()),
  };
  const { address, namespace } = options.temporal;
  const connection = await NativeConnection.connect({ address });
  const temporal = createTemporal(temporalSettings(options.temporal));
  const activities: Pick<Activities, 'sendWebhook' | 'sendWebhookLocally'> = createSendWebhook(deps);
  const worker = await TestWorker.create({
    connection,
    namespace,
    taskQueue: taskQueues.webhooks,
    activities,
    workflowBundle: { codePath: setting('OUTDIAL_TEST_BUNDLE') },
    maxConcurrentActivityTaskExecutions: options.slots ?? 200,
    maxConcurrentWorkflowTaskExecutions: 100,
    shutdownGraceTime: 100,
    shutdownForceTime: 15_000,
  });
  const running = worker.run();
  const handle = (key: WebhookDeliveryInput) => temporal.client.workflow.getHandle(webhookDeliveryWorkflowId(key));
  const none = undefined as never;
  const unused = { imports: none, histories: none, redactor: none, turns: none };
  const list = async (query: string): Promise<string[]> => {
    const ids: string[] = [];
    for await (const { workflowId } of temporal.client.workflow.list({ query })) ids.push(workflowId);
    return ids;
  };
  const analysis = { timeoutMs: 0 } as never;
  return {
    publish: async (job) => {
      await publishTransition(deps, job);
    },
    sweep: () => sweep({ ...deps, ...unused, analysis, provider: noProvider }),
    result: (key) => handle(key).result(),
    openOf: (webhookId) => list(`WebhookId = "${webhookId}" AND ExecutionStatus = "Running"`),
    shownAs: (state, webhookId) => list(`WebhookId = "${webhookId}" AND DeliveryState = "${state}"`),
    runningActivities: () => worker.getStatus().numInFlightActivities,
    pendingActivity: async (key) => {
      const [pending] = (await handle(key).describe()).raw.pendingActivities ?? [];
      if (!pending) return undefined;
      const { attempt, maximumAttempts, lastFailure, scheduledTime } = pending;
      const nextMs = scheduledTime ? tsToMs(scheduledTime) : undefined;
      return { attempt, maximumAttempts, lastFailure: lastFailure?.message, nextMs };
    },
    stop: async () => {
      if (worker.getState() === 'RUNNING') worker.shutdown();
      await running;
      if (!options.sender) await sender.close();
      await connection.close();
      await temporal.close();
    },
  };
}
