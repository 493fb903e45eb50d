import { ActivityCancellationDetails } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { pino } from 'pino';
import { quickLimits } from '../../../../activities/webhook/quick-receivers';
import { createSendWebhook } from '../../../../activities/webhook/send-webhook';
import { createRegistry } from '../../../../shared/adapters/metrics/registry';
import { createWorkerMetrics } from '../../../../shared/adapters/metrics/worker-metrics';
import type { SendResult, WebhookRequest } from '../../../../shared/adapters/webhook/sender';
import { createMemoryWebhookStore } from '../../../workflow/webhook/memory-store';

const webhookId = 'webhook_1';
const DestinationURL = 'https://receiver.test/secret-path';
const accepting: SendResult = { outcome: { Status: 204 } };
const refusing: SendResult = { outcome: { Status: 503, ErrorClass: 'http_5xx', Error: 'The receiver answered 503.' } };

/** The activities on a store in memory, with a clock that the test sets. */
async function setUp(answer: (request: WebhookRequest) => SendResult | Promise<SendResult>) {
  const at = { nowMs: 1_000_000 };
  const receiver = { answer };
  const store = createMemoryWebhookStore();
  store.addWebhook({ ID: webhookId, OrgID: 'org_1', DestinationURL, CreatedMS: 0, Enabled: true });
  const requests: WebhookRequest[] = [];
  const activities = createSendWebhook({
    store: store as never,
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
  const send = (tries = 1, of = key) => new MockActivityEnvironment({ attempt: tries }).run(activities.sendWebhook, of);
  const sendLocally = (of: typeof key) => new MockActivityEnvironment().run(activities.sendWebhookLocally, of);
  return { at, receiver, store, requests, activities, open, key, stored, send, sendLocally };
}

describe('sendWebhook', () => {
  it('says after each failure when the next attempt is due, and why, without the URL', async () => {
    const { send } = await setUp(() => ({ ...refusing, retryAfterMs: 60_000 }));
    const failure = await send().catch((error: unknown) => error);
    expect(failure).toMatchObject({
      type: 'AttemptFailed',
      message: 'HTTP 503 at attempt 1 of 20',
      nextRetryDelay: 60_000,
      nonRetryable: false,
    });
    expect(JSON.stringify(failure)).not.toContain('secret-path');
  });

  it('sends nothing before the document’s instant, however often Temporal tries, and returns at it', async () => {
    const { at, send, requests, receiver, stored } = await setUp(() => refusing);
    await expect(send()).rejects.toMatchObject({ nextRetryDelay: 5_000 });
    at.nowMs += 1_200;
    for (const tries of [2, 3, 19])
      await expect(send(tries)).rejects.toMatchObject({ type: 'AttemptFailed', nextRetryDelay: 3_800 });
    expect(requests).toHaveLength(1);
    at.nowMs += 3_800;
    receiver.answer = () => accepting;
    expect(await send(4)).toEqual({ kind: 'delivered' });
    expect(stored().Attempts.map(({ Number: n }) => n)).toEqual([1, 2]);
  });

  it('counts attempts by the document, whatever Temporal counts', async () => {
    const { at, send } = await setUp(() => refusing);
    for (const [tries, waitMs] of [
      [7, 5_000],
      [1, 15_000],
      [20, 45_000],
    ] as const) {
      await expect(send(tries)).rejects.toMatchObject({ nextRetryDelay: waitMs });
      at.nowMs += waitMs;
    }
  });

  it('ends after the twentieth recorded attempt with a result', async () => {
    const { at, send, stored } = await setUp(() => refusing);
    for (let number = 1; number < 20; number++) {
      const { nextRetryDelay } = (await send().catch((error: unknown) => error)) as { nextRetryDelay: number };
      at.nowMs += nextRetryDelay;
    }
    expect(await send()).toEqual({ kind: 'exhausted' });
    expect(stored().Attempts).toHaveLength(20);
  });

  it.each([
    [1, 1_000],
    [4, 8_000],
    [15, 30_000],
  ])('retries a failure on our side soon, also at try %i', async (tries, nextRetryDelay) => {
    const { send, store, stored } = await setUp(() => ({
      outcome: { ErrorClass: 'connection_error', Error: 'EMFILE' },
      fault: 'ours',
    }));
    await expect(send(tries)).rejects.toMatchObject({ type: 'NotTheReceiver', nextRetryDelay });
    const { find } = store.deliveries;
    store.deliveries.find = () => Promise.reject(new Error('The store is unavailable.'));
    await expect(send(tries)).rejects.toMatchObject({ message: 'The store is unavailable.', nextRetryDelay });
    store.deliveries.find = find;
    expect(stored().Attempts).toEqual([]);
  });

  it('finishes a request that is in progress when the workflow is woken, and aborts it when the process stops', async () => {
    for (const [details, aborted] of [
      [{ cancelRequested: true }, false],
      [{ workerShutdown: true }, true],
    ] as const) {
      let begun: (request: WebhookRequest) => void = () => undefined;
      const request = new Promise<WebhookRequest>((resolve) => (begun = resolve));
      let finish: (result: SendResult) => void = () => undefined;
      const { activities, key } = await setUp((sent) => {
        begun(sent);
        return new Promise((resolve) => (finish = resolve));
      });
      const environment = new MockActivityEnvironment();
      const result = environment.run(activities.sendWebhook, key);
      const { signal } = await request;
      environment.cancel(undefined, new ActivityCancellationDetails(details));
      expect(signal?.aborted).toBe(aborted);
      finish(accepting);
      expect(await result).toEqual({ kind: 'delivered' });
    }
  });
});

describe('sendWebhookLocally', () => {
  it('leaves the first delivery of a process to the queue, and sends to a receiver that was quick', async () => {
    const { key, send, sendLocally, open, requests } = await setUp(() => accepting);
    expect(await sendLocally(key)).toEqual({ kind: 'undecided' });
    expect(requests).toHaveLength(0);
    await send();
    expect(await sendLocally(await open())).toEqual({ kind: 'delivered' });
    expect(requests).toHaveLength(2);
  });

  it('leaves a receiver that failed, was slow, or has long been silent to the queue', async () => {
    const { at, receiver, send, sendLocally, open, requests } = await setUp(() => accepting);
    const spoil: (() => Promise<unknown>)[] = [
      async () => {
        receiver.answer = () => refusing;
        return sendLocally(await open());
      },
      async () => {
        receiver.answer = () => {
          at.nowMs += quickLimits.quickMs + 1;
          return accepting;
        };
        return sendLocally(await open());
      },
      () => Promise.resolve((at.nowMs += quickLimits.rememberedMs)),
    ];
    for (const make of spoil) {
      receiver.answer = () => accepting;
      await send(1, await open());
      await make();
      receiver.answer = () => accepting;
      const before = requests.length;
      expect(await sendLocally(await open())).toEqual({ kind: 'undecided' });
      expect(requests).toHaveLength(before);
    }
  });

  it('records its failed attempt, so that the queue continues with the second one', async () => {
    const { receiver, send, sendLocally, open, store } = await setUp(() => accepting);
    await send();
    receiver.answer = () => refusing;
    const key = await open();
    expect(await sendLocally(key)).toEqual({ kind: 'undecided' });
    expect(store.documents.get(store.deliveries.idOf(key))!.Attempts).toMatchObject([{ Number: 1, Status: 503 }]);
    await expect(send(1, key)).rejects.toMatchObject({ type: 'AttemptFailed', nextRetryDelay: 5_000 });
  });

  it('gives up a request that hangs, records nothing, and lets no further one begin', async () => {
    const { at, receiver, send, sendLocally, open, requests, store } = await setUp(() => accepting);
    await send();
    let begun: () => void = () => undefined;
    const isSent = new Promise<void>((resolve) => (begun = resolve));
    receiver.answer = ({ signal }) => {
      begun();
      return new Promise((_, reject) => signal!.addEventListener('abort', () => reject(new Error('aborted'))));
    };
    const key = await open();
    const hanging = sendLocally(key);
    await isSent;
    at.nowMs += quickLimits.quickMs + 1;
    expect(await sendLocally(await open())).toEqual({ kind: 'undecided' });
    expect(requests).toHaveLength(2);
    expect(await hanging).toEqual({ kind: 'undecided' });
    expect(store.documents.get(store.deliveries.idOf(key))!.Attempts).toEqual([]);
    expect(await sendLocally(await open())).toEqual({ kind: 'undecided' });
  });

  it('sends at most as many requests at once as leave half the workflow tasks free', async () => {
    const { receiver, store, send, sendLocally, open, requests } = await setUp(() => accepting);
    const others = Array.from({ length: quickLimits.inTotal }, (_, n) => ({ webhookId: `webhook_${n + 10}`, n }));
    const keys = [];
    for (const { webhookId: ID, n } of others) {
      const url = `https://receiver-${n}.test/`;
      store.addWebhook({ ID, OrgID: 'org_1', DestinationURL: url, CreatedMS: 0, Enabled: true });
      for (const sequence of [1, 2]) {
        const key = { webhookId: ID, jobId: 'job_1', sequence };
        const event = { orgId: 'org_1', campaignId: 'c', state: 'calling', eventTimeMs: 1, testJob: false } as const;
        await store.deliveries.open(ID, { ...event, jobId: 'job_1', sequence }, 1);
        if (sequence === 1) await send(1, key);
        else keys.push(key);
      }
    }
    await send();
    const sent = requests.length;
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    receiver.answer = () => finished.then(() => accepting);
    const running = keys.map((key) => sendLocally(key));
    expect(await sendLocally(await open())).toEqual({ kind: 'undecided' });
    finish();
    await Promise.all(running);
    expect(requests.length - sent).toBe(quickLimits.inTotal);
  });
});
