import { createLatch } from '../../support/latch';
import { ok } from '../../support/receiver';
import { until } from '../../support/until';
import { useWebhookEnv, type Said } from '../../support/webhook-env';

const testEnv = useWebhookEnv();

describe('redelivery', () => {
  it('sends a delivered event again with the same ID, in its own workflow', async () => {
    const { api, receiver, register, remove, deliveriesOf, inState, move } = testEnv();
    const { WebhookID } = await register();
    await move();
    const [first] = await inState(WebhookID, 'delivered');
    for (const count of [2, 3]) {
      const again = await api.request<Said>('POST', `/webhooks/${WebhookID}/deliveries/${first!.ID}/redeliver`);
      expect(again.status).toBe(202);
      await until(
        () => deliveriesOf(WebhookID, '?state=delivered'),
        ([one]) => one?.Attempts.length === count,
      );
    }
    expect(new Set(receiver().received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([first!.MessageID]),
    );
    expect(receiver().received).toHaveLength(3);
    await remove({ WebhookID });
  });

  it('reopens the exhausted and discarded deliveries of a time range', async () => {
    const { api, deliveries, receiver, register, remove, deliveriesOf, inState, move } = testEnv();
    const { WebhookID } = await register();
    const since = new Date(Date.now() - 1000).toISOString();
    receiver().behave({ kind: 'answer', status: 500, headers: { 'retry-after': '3600' } });
    for (let count = 0; count < 3; count++) await move();
    await until(
      () => deliveriesOf(WebhookID),
      (all) => all.length === 3 && all.every(({ Attempts }) => Attempts.length === 1),
    );
    await api.mongo.db
      .collection('webhook_deliveries')
      .updateMany({ WebhookID }, { $set: { State: 'exhausted' }, $unset: { DueMS: '', NextAttemptMS: '' } });
    expect(await deliveriesOf(WebhookID, '?state=exhausted')).toHaveLength(3);
    receiver().behave(ok);
    const { status, body } = await api.request<Said>('POST', `/webhooks/${WebhookID}/redeliver?since=${since}`);
    expect({ status, body }).toEqual({ status: 202, body: { WebhookID, Redelivered: 3, More: false } });
    await deliveries.sweep();
    await inState(WebhookID, 'delivered', 3);
    await remove({ WebhookID });
  });

  it('makes a requested attempt after the request in progress, never beside it', async () => {
    const { api, deliveries, receiver, register, remove, deliveriesOf, inState, move } = testEnv();
    const { WebhookID } = await register();
    const firstAnswer = createLatch();
    // Without the request, the second attempt would come an hour later.
    const headers = { 'retry-after': '3600' };
    receiver().behave((_, count) =>
      count === 1 ? { kind: 'answer-late', status: 500, headers, may: firstAnswer.opened } : ok,
    );
    const job = await move();
    await until(
      () => receiver().received.length,
      (count) => count === 1,
    );
    const [delivery] = await deliveriesOf(WebhookID);
    const again = await api.request<Said>('POST', `/webhooks/${WebhookID}/deliveries/${delivery!.ID}/redeliver`);
    expect(again.status).toBe(202);
    firstAnswer.open();
    const [delivered] = await inState(WebhookID, 'delivered');
    expect(delivered!.Attempts.map(({ Number: n }) => n)).toEqual([1, 2]);
    expect({ requests: receiver().received.length, atOnce: receiver().mostAtOnce() }).toEqual({
      requests: 2,
      atOnce: 1,
    });
    expect(await deliveries.result({ webhookId: WebhookID, jobId: job.ID, sequence: job.Sequence })).toBe('delivered');
    await remove({ WebhookID });
  });

  it('makes a requested attempt although the wake signal was lost', async () => {
    const { api, deliveries, receiver, register, remove, attempted, inState, move } = testEnv();
    const { WebhookID } = await register();
    receiver().behave({ kind: 'answer', status: 500, headers: { 'retry-after': '3600' } });
    await move();
    const [waiting] = await attempted(WebhookID);
    receiver().behave(ok);
    // The document was written, and the process ended before it sent the signal, a minute ago.
    await api.store.deliveries.hasten(waiting!.ID, Date.now() - 60_000);
    await deliveries.sweep();
    const [delivered] = await inState(WebhookID, 'delivered');
    expect(delivered!.Attempts.map(({ Number: n }) => n)).toEqual([1, 2]);
    await remove({ WebhookID });
  });

  it('refuses invalid requests with a reason', async () => {
    const { api, register, remove } = testEnv();
    const { WebhookID } = await register({ Enabled: false });
    const tooFar = await api.request<Said>('POST', `/webhooks/${WebhookID}/redeliver?since=2020-01-01T00:00:00Z`);
    expect(tooFar).toMatchObject({ status: 400, body: { errors: [{ pointer: 'since' }] } });
    expect((await api.request<Said>('POST', `/webhooks/${WebhookID}/redeliver`)).status).toBe(400);
    const disabled = await api.request<Said>('POST', `/webhooks/${WebhookID}/test`);
    expect(disabled).toMatchObject({ status: 409, body: { code: 'webhook_disabled' } });
    const unknown = await api.request<Said>('POST', `/webhooks/${WebhookID}/deliveries/none/redeliver`);
    expect(unknown.status).toBe(409);
    expect((await api.request<Said>('GET', `/webhooks/${WebhookID}/deliveries/none`)).body.code).toBe(
      'delivery_not_found',
    );
    expect((await api.request<Said>('GET', '/webhooks/none/deliveries')).body.code).toBe('webhook_not_found');
    const stranger = await api.anotherCaller();
    for (const path of ['', '/deliveries'])
      expect((await stranger.request('GET', `/webhooks/${WebhookID}${path}`)).status).toBe(404);
    for (const path of ['rotate-secret', 'test', `redeliver?since=${Date.now()}`])
      expect((await stranger.request('POST', `/webhooks/${WebhookID}/${path}`)).status).toBe(404);
    expect((await stranger.request('PATCH', `/webhooks/${WebhookID}`, { Enabled: true })).status).toBe(404);
    await remove({ WebhookID });
  });
});

describe('GET /webhooks/:id/deliveries', () => {
  it('pages from newest to oldest without duplicates, and filters by job', async () => {
    const { api, register, remove, deliveriesOf, inState, move } = testEnv();
    const { WebhookID } = await register();
    const jobs = [];
    for (let count = 0; count < 5; count++) jobs.push(await move());
    await inState(WebhookID, 'delivered', 5);
    const seen: string[] = [];
    let page = await deliveriesOf(WebhookID, '?limit=2');
    while (page.length > 0) {
      seen.push(...page.map(({ JobID }) => JobID));
      page = await deliveriesOf(WebhookID, `?limit=2&after=${page.at(-1)!.ID}`);
    }
    expect(seen).toEqual(jobs.map(({ ID }) => ID).reverse());
    expect(await deliveriesOf(WebhookID, `?job=${jobs[2]!.ID}`)).toMatchObject([{ JobID: jobs[2]!.ID }]);
    for (const query of ['?limit=0', '?limit=101', '?state=lost', '?after=none', '?x=1'])
      expect((await api.request<Said>('GET', `/webhooks/${WebhookID}/deliveries${query}`)).status).toBe(400);
    await remove({ WebhookID });
  });
});
