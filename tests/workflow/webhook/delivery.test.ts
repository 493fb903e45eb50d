import type { WorkflowHandle } from '@temporalio/client';
import type { SendResult } from '../../../shared/adapters/webhook/sender';
import { wakeDeliverySignal } from '../../../shared/messages/webhook.messages';
import { until } from '../../support/until';
import { accepting, refusing, useDeliveries } from './deliveries';

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;
const hour = 3_600;
/**
 * A wait is never shorter than the contract says, but for the rounding to seconds. It is longer by what a task takes: skipped time passes
 * also while a slow machine works.
 */
const expectWait = (seconds: number, wait: number): void => {
  expect(seconds).toBeGreaterThanOrEqual(wait - 1);
  expect(seconds).toBeLessThan(2 * wait + 60);
};

/** The contract: 5 s, ×3, at most 6 h. */
const contractInstants = [
  0,
  5,
  20,
  65,
  200,
  605,
  1820,
  5465,
  16400,
  ...Array.from({ length: 11 }, (_, n) => 16400 + (n + 1) * 6 * hour),
];

const waitsOf = (seconds: readonly number[]): number[] =>
  seconds.slice(1).map((second, index) => second - seconds[index]!);
const contractWaits = waitsOf(contractInstants);

const { deliver, env } = useDeliveries();

/** How often each activity of a history was tried. */
const triesIn = ({ events }: History): number[] =>
  (events ?? []).flatMap(({ activityTaskStartedEventAttributes: started }) =>
    started ? [Number(started.attempt)] : [],
  );

const instants = (requests: readonly { atSecond: number }[]): number[] => requests.map(({ atSecond }) => atSecond);

describe('webhookDeliveryWorkflow', () => {
  it('makes twenty attempts at the instants of the contract, then keeps the delivery as a dead letter', async () => {
    const { run, start, requests, store, deliveryId } = await deliver({ answer: () => refusing });
    const { end, tries } = await run(async () => {
      const handle = await start();
      const result = await handle.result();
      return { end: result, tries: triesIn(await handle.fetchHistory()) };
    });
    expect(end).toBe('exhausted');
    // Each try of the retry policy was the attempt of that number.
    expect(tries).toEqual([20]);
    expect(instants(requests)).toHaveLength(20);
    waitsOf(instants(requests)).forEach((wait, index) => expectWait(wait, contractWaits[index]!));
    const delivery = store.documents.get(deliveryId)!;
    expect(delivery.State).toBe('exhausted');
    expect(delivery.Attempts.map(({ Number: n }) => n)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    expect(delivery.NextAttemptMS).toBeUndefined();
  }, 60_000);

  it('uses the same event id and a new signature for every attempt', async () => {
    const { run, start, requests } = await deliver({ answer: (_, n) => (n < 4 ? refusing : accepting) });
    expect(await run(async () => (await start()).result())).toBe('delivered');
    expect(new Set(requests.map(({ messageId }) => messageId)).size).toBe(1);
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
    expect(new Set(requests.map(({ atMs }) => atMs)).size).toBe(4);
  }, 60_000);

  it('lets Retry-After lengthen a delay up to six hours, but never shorten it', async () => {
    const asks = [0, 60_000, 365 * 86_400_000, 1_000];
    const { run, start, requests } = await deliver({
      answer: (_, n) => (n <= asks.length ? { ...refusing, retryAfterMs: asks[n - 1]! } : accepting),
    });
    await run(async () => (await start()).result());
    const waits = waitsOf(instants(requests));
    [5, 60, 6 * hour, 135].forEach((wait, index) => expectWait(waits[index]!, wait));
  }, 60_000);

  it('does not count a failure on our side as an attempt', async () => {
    let calls = 0;
    const { run, start, requests, store, deliveryId } = await deliver({
      answer: () => {
        calls++;
        if (calls === 1) throw new Error('The store is unavailable.');
        if (calls === 2) return { outcome: { ErrorClass: 'connection_error', Error: 'EMFILE' }, fault: 'ours' };
        if (calls === 3) return { outcome: { ErrorClass: 'dns_error', Error: 'EAI_AGAIN' }, fault: 'unclear' };
        return accepting;
      },
    });
    expect(await run(async () => (await start()).result())).toBe('delivered');
    expect(requests).toHaveLength(4);
    expect(store.documents.get(deliveryId)!.Attempts).toMatchObject([{ Number: 1, Status: 204 }]);
  }, 60_000);

  it('keeps every instant and all twenty attempts when our own failures use up Temporal’s retries', async () => {
    const ours = { outcome: { ErrorClass: 'connection_error', Error: 'EMFILE' }, fault: 'ours' } as const;
    const isOurs = (n: number): boolean => (n > 3 && n <= 28) || (n > 40 && n <= 45);
    const { run, start, requests, store, deliveryId } = await deliver({
      answer: (_, n) => (isOurs(n) ? ours : refusing),
    });
    expect(await run(async () => (await start()).result())).toBe('exhausted');
    const { Attempts } = store.documents.get(deliveryId)!;
    expect(Attempts.map(({ Number: n }) => n)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    expect(requests).toHaveLength(50);
    // The first try after each wait, also where it fails on our side, comes at the instant of the schedule.
    contractWaits.forEach((wait, index) => {
      const endedMs = Attempts[index]!.AtMS + Attempts[index]!.DurationMS;
      const next = requests.find(({ atMs }) => atMs > endedMs)!;
      expectWait((next.atMs - endedMs) / 1000, wait);
    });
  }, 60_000);

  it('counts DNS failures against the receiver after ten minutes', async () => {
    const { run, start, requests, store, deliveryId } = await deliver({
      answer: (request) =>
        request.atMs - firstMs() < 900_000
          ? { outcome: { ErrorClass: 'dns_error', Error: 'EAI_AGAIN' }, fault: 'unclear' }
          : accepting,
    });
    const firstMs = () => requests[0]!.atMs;
    expect(await run(async () => (await start()).result())).toBe('delivered');
    const [first] = store.documents.get(deliveryId)!.Attempts;
    expect(first).toMatchObject({ Number: 1, ErrorClass: 'dns_error' });
    expect(store.documents.get(deliveryId)!.Attempts.length).toBeLessThan(8);
  }, 60_000);

  it('ends at once if it is woken after its delivery was discarded', async () => {
    const { run, start, requests, store, deliveryId } = await deliver({ answer: () => refusing });
    const end = await run(async () => {
      const handle = await start();
      await until(
        () => store.documents.get(deliveryId)!.Attempts.length,
        (n) => n === 1,
      );
      await store.deliveries.discardAll(store.documents.get(deliveryId)!.WebhookID);
      await handle.signal(wakeDeliverySignal);
      return handle.result();
    });
    expect(end).toBe('discarded');
    expect(requests).toHaveLength(1);
  }, 60_000);

  it('makes the next attempt at once when that is requested, and continues the schedule after it', async () => {
    const { run, start, requests, store, deliveryId } = await deliver({
      answer: (_, n) => (n < 5 ? { ...refusing, ...(n === 1 ? { retryAfterMs: hour * 1_000 } : {}) } : accepting),
    });
    const end = await run(async () => {
      const handle = await start();
      await until(
        () => store.documents.get(deliveryId)!.Attempts.length,
        (n) => n === 1,
      );
      await store.deliveries.hasten(deliveryId, await env().currentTimeMs());
      await handle.signal(wakeDeliverySignal);
      return handle.result();
    });
    expect(end).toBe('delivered');
    const [first, second, ...others] = instants(requests);
    expect(second! - first!).toBeLessThan(hour / 2);
    waitsOf([second!, ...others]).forEach((wait, index) => expectWait(wait, contractWaits[index + 1]!));
  }, 60_000);

  it('ends when an operator cancels it, also right after it was woken', async () => {
    const { run, start, requests, store, deliveryId } = await deliver({ answer: () => refusing });
    await run(async () => {
      const handle = await start();
      await until(
        () => store.documents.get(deliveryId)!.Attempts.length,
        (n) => n === 1,
      );
      await handle.signal(wakeDeliverySignal);
      await handle.cancel();
      await expect(handle.result()).rejects.toThrow(/cancel/);
    });
    expect(requests.length).toBeLessThan(20);
  }, 60_000);

  it('ends its pending deliveries if the webhook is deleted or disabled', async () => {
    const { run, start, requests, store, input, deliveryId } = await deliver({
      answer: () => {
        store.addWebhook({ ...store.webhook(input.webhookId)!, Enabled: false });
        return refusing;
      },
    });
    expect(await run(async () => (await start()).result())).toBe('discarded');
    expect(requests).toHaveLength(1);
    expect(store.documents.get(deliveryId)!.State).toBe('discarded');
  }, 60_000);

  it('disables a webhook whose receiver responds with 410, only if its settings request that', async () => {
    const gone: SendResult = {
      outcome: { Status: 410, ErrorClass: 'http_4xx', Error: 'The receiver answered 410.' },
    };
    const asked = await deliver({ answer: () => gone, webhook: { DisableOnGone: true } });
    expect(await asked.run(async () => (await asked.start()).result())).toBe('discarded');
    expect(asked.requests).toHaveLength(1);
    expect(asked.store.webhook(asked.input.webhookId)).toMatchObject({
      Enabled: false,
      DisabledReason: 'receiver_gone',
    });
    const other = await deliver({ answer: (_, n) => (n < 3 ? gone : accepting) });
    expect(await other.run(async () => (await other.start()).result())).toBe('delivered');
  }, 60_000);

  it('disables a webhook after five days without a success, if its settings request that', async () => {
    const nowMs = await env().currentTimeMs();
    const webhook = { DisableAfterFailures: true, FailingSinceMS: nowMs - 4.9 * 86_400_000 };
    const { run, start, requests, store, input } = await deliver({ answer: () => refusing, webhook });
    expect(await run(async () => (await start()).result())).toBe('discarded');
    expect(requests.length).toBeLessThan(12);
    expect(store.webhook(input.webhookId)).toMatchObject({ Enabled: false, DisabledReason: 'failing_too_long' });
  }, 60_000);
});
