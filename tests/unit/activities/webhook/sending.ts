import { MockActivityEnvironment } from '@temporalio/testing';
import { pino } from 'pino';
import { createSendWebhook } from '../../../../activities/webhook/send-webhook';
import { createRegistry } from '../../../../shared/adapters/metrics/registry';
import { createWorkerMetrics } from '../../../../shared/adapters/metrics/worker-metrics';
import type { SendResult, WebhookRequest } from '../../../../shared/adapters/webhook/sender';
import type { SendWebhookInput } from '../../../../shared/messages/webhook.messages';
import { createMemoryWebhookStore } from '../../../workflow/webhook/memory-store';

export const webhookId = 'webhook_1';
const DestinationURL = 'https://receiver.test/secret-path';
export const accepting: SendResult = { outcome: { Status: 204 } };
export const refusing: SendResult = {
  outcome: { Status: 503, ErrorClass: 'http_5xx', Error: 'The receiver answered 503.' },
};

/** The activities on a store in memory, with a clock that the test sets. */
export async function setUp(answer: (request: WebhookRequest) => SendResult | Promise<SendResult>) {
  const at = { nowMs: 1_000_000 };
  const receiver = { answer };
  const store = createMemoryWebhookStore();
  store.addWebhook({ ID: webhookId, OrgID: 'org_1', DestinationURL, CreatedMS: 0, Enabled: true });
  const requests: WebhookRequest[] = [];
  const shown: string[] = [];
  const activities = createSendWebhook({
    store: store as never,
    workflows: {
      showFailingDelivery: (_key, failure) => {
        shown.push(failure);
        return Promise.resolve();
      },
    },
    sender: {
      send: async (request) => {
        requests.push(request);
        return receiver.answer(request);
      },
      close: () => Promise.resolve(),
    },
    clock: { nowMs: () => at.nowMs },
    logger: pino({ level: 'silent' }),
    metrics: createWorkerMetrics(createRegistry()),
  });
  let sequence = 0;
  const open = async () => {
    const key = { webhookId, jobId: 'job_1', sequence: ++sequence };
    const event = {
      orgId: 'org_1',
      campaignId: 'campaign_1',
      state: 'calling',
      eventTimeMs: 1,
      testJob: false,
    } as const;
    await store.deliveries.open(webhookId, { ...event, ...key }, at.nowMs);
    return key;
  };
  const key = await open();
  const stored = () => store.documents.get(store.deliveries.idOf(key))!;
  const send = (tries = 1, of: SendWebhookInput = key) =>
    new MockActivityEnvironment({ attempt: tries }).run(activities.sendWebhook, of);
  const sendLocally = (of: typeof key) => new MockActivityEnvironment().run(activities.sendWebhookLocally, of);
  return { at, receiver, store, requests, shown, activities, open, key, stored, send, sendLocally };
}
