import { MockActivityEnvironment } from '@temporalio/testing';
import { pino } from 'pino';
import { createSendWebhook } from '../../../activities/webhook/send-webhook';
import { hostPermitLimits, permitLimits } from '../../../activities/webhook/delivery-permits';
import { newId } from '../../../shared/adapters/ids';
import { createRegistry } from '../../../shared/adapters/metrics/registry';
import { createWorkerMetrics } from '../../../shared/adapters/metrics/worker-metrics';
import { createWebhookSender, type WebhookSender } from '../../../shared/adapters/webhook/sender';
import { orgId } from '../../support/builders';
import { startReceiver, type Receiver } from '../../support/receiver';
import { openTestStore, type TestStore } from '../../support/worker';

const answerMs = 1_000;
const webhooks = 20;
/** As many as the webhooks alone would allow at once. */
const keys = Array.from({ length: webhooks * permitLimits.first }, (_, n) => ({
  webhookId: `webhook_${n % webhooks}`,
  jobId: 'job_test_1',
  sequence: 1 + Math.floor(n / webhooks),
}));

let opened: TestStore;
let receiver: Receiver;
let sender: WebhookSender;
beforeAll(async () => {
  opened = await openTestStore();
  receiver = await startReceiver({ kind: 'answer', status: 204, afterMs: answerMs });
  sender = createWebhookSender({ allowedCidrs: ['127.0.0.0/8'] });
});
afterAll(async () => {
  await sender.close();
  await receiver.stop();
  await opened.drop();
});

async function storeDeliveries(): Promise<void> {
  const { webhooks: stored, deliveries } = opened.store;
  for (let n = 0; n < webhooks; n++) {
    // One host, however its URL is written.
    const DestinationURL = n % 2 === 0 ? receiver.url : receiver.url.replace('http://', 'HTTP://');
    const webhook = { ID: `webhook_${n}`, OrgID: newId('org'), DestinationURL, CreatedMS: 0, Enabled: true };
    await stored.insert(webhook, { secrets: [], headers: {} });
  }
  for (const { webhookId, ...of } of keys) {
    const job = { orgId, campaignId: 'campaign_test', testJob: true };
    await deliveries.open(webhookId, { ...of, ...job, state: 'completed', eventTimeMs: 1 }, 1);
  }
}

it('bounds the concurrent requests to one host over all webhooks, and counts no attempt for the others', async () => {
  await storeDeliveries();
  const { sendWebhook } = createSendWebhook({
    store: opened.store,
    workflows: { showFailingDelivery: () => Promise.resolve() },
    sender,
    clock: { nowMs: () => Date.now() },
    logger: pino({ level: 'silent' }),
    metrics: createWorkerMetrics(createRegistry()),
  });
  const results = await Promise.allSettled(
    keys.map((key) => new MockActivityEnvironment().run(() => sendWebhook(key))),
  );
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ type: 'ReceiverBusy' });
  }
  const sent = receiver.received.length;
  expect(receiver.mostAtOnce()).toBeLessThanOrEqual(hostPermitLimits.perReceiver);
  const find = async (key: (typeof keys)[number]) => opened.store.deliveries.find(opened.store.deliveries.idOf(key));
  const attempts = (await Promise.all(keys.map(find))).flatMap((delivery) => delivery?.Attempts ?? []);
  expect(attempts).toHaveLength(sent);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(sent);
}, 40_000);
