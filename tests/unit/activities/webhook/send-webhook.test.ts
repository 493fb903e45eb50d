import { ActivityCancellationDetails } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import type { SendResult, WebhookRequest } from '../../../../shared/adapters/webhook/sender';
import { accepting, refusing, setUp } from './sending';

describe('sendWebhook', () => {
  it('leaves the wait after each of the twenty attempts to the retry policy, which is the contract’s', async () => {
    const { at, send, stored } = await setUp(() => refusing);
    for (let attempt = 1; attempt < 20; attempt++) {
      const failure = await send(attempt).catch((error: unknown) => error);
      expect(failure).toMatchObject({ type: 'AttemptFailed', message: `HTTP 503 at attempt ${attempt} of 20` });
      expect((failure as { nextRetryDelay?: number }).nextRetryDelay).toBeUndefined();
      at.nowMs += Math.min(5_000 * 3 ** (attempt - 1), 6 * 3_600_000);
      // The next try is the next attempt, wherever the clock of its worker is.
      at.nowMs -= 400;
    }
    expect(await send(20)).toEqual({ kind: 'exhausted' });
    expect(stored().Attempts).toHaveLength(20);
  });

  it('names a delay of its own for Retry-After, and until the policy’s tries are the attempts again', async () => {
    let retryAfterMs: number | undefined = 60_000;
    const { at, send } = await setUp(() => ({ ...refusing, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }));
    const delayOf = async (tries: number) =>
      ((await send(tries).catch((error: unknown) => error)) as { nextRetryDelay?: number }).nextRetryDelay;
    expect(await delayOf(1)).toBe(60_000);
    at.nowMs += 60_000;
    retryAfterMs = 1_000;
    expect(await delayOf(2)).toBeUndefined();
    // Temporal makes a try at once, as after a restart.
    expect(await delayOf(3)).toBe(15_000);
    at.nowMs += 15_000;
    expect(await delayOf(4)).toBe(45_000);
  });

  it('reports to its workflow once that the delivery is failing, unless that shows it', async () => {
    const { at, send, shown, key } = await setUp(() => refusing);
    await expect(send(1)).rejects.toMatchObject({ type: 'AttemptFailed' });
    at.nowMs += 5_000;
    await expect(send(2)).rejects.toMatchObject({ type: 'AttemptFailed' });
    expect(shown).toEqual(['HTTP 503 at attempt 1 of 20']);
    // Another workflow goes on with the delivery.
    await expect(send(1)).rejects.toMatchObject({ type: 'AttemptFailed' });
    expect(shown).toHaveLength(2);
    await expect(send(1, { ...key, shownFailing: true })).rejects.toMatchObject({ type: 'AttemptFailed' });
    expect(shown).toHaveLength(2);
  });

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
    await expect(send()).rejects.toMatchObject({ type: 'AttemptFailed' });
    at.nowMs += 1_200;
    for (const tries of [1, 2, 3, 19])
      await expect(send(tries)).rejects.toMatchObject({ type: 'AttemptFailed', nextRetryDelay: 3_800 });
    expect(requests).toHaveLength(1);
    at.nowMs += 3_800;
    receiver.answer = () => accepting;
    expect(await send(4)).toEqual({ kind: 'delivered' });
    expect(stored().Attempts.map(({ Number: n }) => n)).toEqual([1, 2]);
  });

  it('counts attempts by the document, whatever Temporal counts, and then names the delays', async () => {
    const { at, send } = await setUp(() => refusing);
    for (const [tries, waitMs] of [
      [7, 5_000],
      [3, 15_000],
      [1, 45_000],
      [20, 135_000],
    ] as const) {
      await expect(send(tries)).rejects.toMatchObject({ nextRetryDelay: waitMs });
      at.nowMs += waitMs;
    }
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
