import { pino } from 'pino';
import { createSendWebhook } from '../../../activities/webhook/send-webhook';
import { createRegistry } from '../../../shared/adapters/metrics/registry';
import { createWorkerMetrics } from '../../../shared/adapters/metrics/worker-metrics';
import { createWorkflowClient } from '../../../shared/adapters/temporal/workflow-client';
import type { SendResult, WebhookRequest } from '../../../shared/adapters/webhook/sender';
import type { DeliveryEnd } from '../../../shared/domain/webhook/attempt';
import type { JobStateEvent } from '../../../shared/domain/webhook/event';
import type { Webhook } from '../../../shared/domain/webhook/webhook';
import type { WebhookDeliveryInput } from '../../../shared/messages/webhook.messages';
import { webhookDeliveryWorkflowId } from '../../../shared/messages/workflow-ids';
import type { webhookDeliveryWorkflow } from '../../../workflows/webhook-delivery.workflow';
import { engineTimeouts } from '../../support/deadline';
import { setting } from '../../support/setting';
import { TestWorker } from '../../support/test-worker';
import { startTimeSkippingServer, type TimeSkippingServer } from '../../support/time-skipping-server';
import { until } from '../../support/until';
import { quietRuntime } from '../../support/worker';
import { createMemoryWebhookStore, type MemoryWebhookStore } from './memory-store';

export const refusing: SendResult = {
  outcome: { Status: 500, ErrorClass: 'http_5xx', Error: 'The receiver answered 500.' },
};
export const accepting: SendResult = { outcome: { Status: 204 } };

export interface DeliverOptions {
  /** The receiver. */
  answer: (request: WebhookRequest, attempt: number) => SendResult | Promise<SendResult>;
  webhook?: Partial<Webhook>;
  /** The clock stands still until this many attempts are recorded: a busy machine makes no receiver slow. */
  stillUntilAttempts?: number;
}

/** Starts the time-skipping server before the first test of a file, and ends it. */
export function useDeliveries() {
  let server: TimeSkippingServer;
  let count = 0;
  beforeAll(async () => {
    quietRuntime();
    server = await startTimeSkippingServer();
  }, 60_000);
  afterAll(async () => {
    await (server as TimeSkippingServer | undefined)?.stop();
  });

  /** Stores the delivery of one event. */
  async function open(store: MemoryWebhookStore, webhookId: string, sequence: number): Promise<WebhookDeliveryInput> {
    const nowMs = await server.env.currentTimeMs();
    const input: WebhookDeliveryInput = { webhookId, jobId: `job_${count}`, sequence, policy: 'native' };
    const event: JobStateEvent = {
      orgId: 'org_1',
      campaignId: 'campaign_1',
      jobId: input.jobId,
      sequence,
      state: 'calling',
      eventTimeMs: nowMs,
      testJob: false,
    };
    await store.deliveries.open(webhookId, event, nowMs);
    return input;
  }

  /** Prepares one delivery with the real workflow and activity. */
  async function deliver({ answer, webhook = {}, stillUntilAttempts = 0 }: DeliverOptions) {
    const { env } = server;
    const id = `w${++count}`;
    const store = createMemoryWebhookStore();
    const DestinationURL = 'https://receiver.test/';
    store.addWebhook({ ID: id, OrgID: 'org_1', DestinationURL, CreatedMS: 0, Enabled: true, ...webhook });
    const input = await open(store, id, 3);
    const stillMs = await env.currentTimeMs();
    const countAttempts = () => [...store.documents.values()].reduce((sum, { Attempts }) => sum + Attempts.length, 0);
    const requests: (WebhookRequest & { atSecond: number })[] = [];
    const activities = createSendWebhook({
      store: store as never,
      workflows: createWorkflowClient(env.client, engineTimeouts),
      sender: {
        send: async (request) => {
          const atSecond = Math.round((request.atMs - (requests[0]?.atMs ?? request.atMs)) / 1000);
          requests.push({ ...request, atSecond });
          return answer(request, requests.length);
        },
        close: () => Promise.resolve(),
      },
      clock: { nowMs: () => (countAttempts() < stillUntilAttempts ? stillMs : env.currentTimeMs()) },
      logger: pino({ level: 'silent' }),
      metrics: createWorkerMetrics(createRegistry()),
    });
    const taskQueue = `webhooks-${count}`;
    const worker = await TestWorker.create({
      connection: env.nativeConnection,
      taskQueue,
      activities,
      workflowBundle: { codePath: setting('OUTDIAL_TEST_BUNDLE') },
    });
    // The activity's queue is the workflow's own: see workflows/activity-proxies.ts.
    const run = <Result = DeliveryEnd>(wait: () => Promise<Result>): Promise<Result> => worker.runUntil(wait);
    const start = (key: WebhookDeliveryInput = input) =>
      env.client.workflow.start<typeof webhookDeliveryWorkflow>('webhookDeliveryWorkflow', {
        taskQueue,
        workflowId: webhookDeliveryWorkflowId(key),
        args: [key],
      });
    /** Starts the delivery of another event to the same receiver. */
    const startNext = async (sequence: number) => start(await open(store, id, sequence));
    /** Waits until attempts are recorded, without the skipping of time that waiting for a workflow's result allows. */
    const untilAttempts = (count: number) => until(countAttempts, (attempts) => attempts === count);
    return { run, start, startNext, untilAttempts, requests, store, input, deliveryId: store.deliveries.idOf(input) };
  }
  return { deliver, env: () => server.env };
}
