import { quickLimits } from '../../../../activities/webhook/quick-receivers';
import { accepting, refusing, setUp } from './sending';

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
    expect(await sendLocally(key)).toEqual({ kind: 'undecided', failure: 'HTTP 503 at attempt 1 of 20' });
    expect(store.documents.get(store.deliveries.idOf(key))!.Attempts).toMatchObject([{ Number: 1, Status: 503 }]);
    // The first try on the queue reports it to the policy, which waits: the second try is the second attempt.
    const reported = await send(1, key).catch((error: unknown) => error);
    expect(reported).toMatchObject({ type: 'AttemptFailed', message: 'HTTP 503 at attempt 1 of 20' });
    expect((reported as { nextRetryDelay?: number }).nextRetryDelay).toBeUndefined();
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
