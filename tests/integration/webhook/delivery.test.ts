import { Webhook as StandardWebhook } from 'standardwebhooks';
import { ok } from '../../support/receiver';
import { until } from '../../support/until';
import { useWebhookEnv, type Said } from '../../support/webhook-env';

const testEnv = useWebhookEnv();

describe('a delivery', () => {
  it('is a signed POST with exactly the contract’s fields, and the receiver’s headers', async () => {
    const { receiver, register, remove, inState, move } = testEnv();
    const { WebhookID, Secret } = await register({ Headers: { 'X-Tenant': '7' } });
    const job = await move({ TestJob: true });
    const [got] = await until(
      () => receiver().received,
      (all) => all.length === 1,
    );
    expect(got).toMatchObject({ method: 'POST', path: '/hooks' });
    expect(JSON.parse(got!.body)).toEqual({
      WebhookID,
      EventTimeMS: job.EventTimeMS,
      OrgID: job.OrgID,
      CampaignID: job.CampaignID,
      JobID: job.ID,
      Event: 'job_state_updated',
      Data: { State: 'calling' },
      TestJob: true,
    });
    expect(got!.headers).toMatchObject({ 'content-type': 'application/json', 'x-tenant': '7' });
    expect(() => new StandardWebhook(Secret).verify(got!.body, got!.headers)).not.toThrow();
    const [delivery] = await inState(WebhookID, 'delivered');
    expect(delivery).toMatchObject({
      WebhookID,
      JobID: job.ID,
      Event: 'job_state_updated',
      MessageID: got!.headers['webhook-id'],
      Attempts: [
        { Number: 1, Status: 204, AtMS: expect.any(Number) as number, DurationMS: expect.any(Number) as number },
      ],
    });
    await remove({ WebhookID });
  });

  it('is made once when the event is published twice', async () => {
    const { deliveries, receiver, register, remove, inState, move } = testEnv();
    const { WebhookID } = await register();
    const job = await move();
    await inState(WebhookID, 'delivered');
    await deliveries.publish(job);
    await deliveries.publish(job);
    await deliveries.sweep();
    await move();
    await inState(WebhookID, 'delivered', 2);
    expect(receiver().received.filter(({ body }) => body.includes(job.ID))).toHaveLength(1);
    await remove({ WebhookID });
  });

  it('goes only to enabled webhooks that subscribe to the campaign', async () => {
    const { api, register, remove, deliveriesOf, inState, move } = testEnv();
    const wanted = await register({ CampaignIDs: [api.campaignId], Events: ['job_state_updated'] });
    const others = [await register({ CampaignIDs: ['campaign_other'] }), await register({ Enabled: false })];
    await move();
    await inState(wanted.WebhookID, 'delivered');
    for (const { WebhookID } of others) expect(await deliveriesOf(WebhookID)).toEqual([]);
    await remove(wanted, ...others);
  });

  it('shows the receiver’s response after a failure, and is retried immediately on request', async () => {
    const { api, receiver, register, remove, deliveriesOf, inState, move } = testEnv();
    const { WebhookID } = await register();
    receiver().behave({ kind: 'answer', status: 503, body: 'closed for today', headers: { 'retry-after': '3600' } });
    await move();
    const [pending] = await until(
      () => deliveriesOf(WebhookID, '?state=pending'),
      ([one]) => one?.Attempts.length === 1,
    );
    expect(pending).toMatchObject({
      Attempts: [
        {
          Number: 1,
          Status: 503,
          ErrorClass: 'http_5xx',
          Error: 'The receiver answered 503.',
          ResponseBody: 'closed for today',
        },
      ],
      NextAttemptMS: expect.any(Number) as number,
    });
    receiver().behave(ok);
    const again = await api.request<Said>('POST', `/webhooks/${WebhookID}/deliveries/${pending!.ID}/redeliver`);
    expect(again).toMatchObject({ status: 202, body: { DeliveryID: pending!.ID, State: 'pending' } });
    const [delivered] = await inState(WebhookID, 'delivered');
    expect(delivered!.Attempts.map(({ Number: n }) => n)).toEqual([1, 2]);
    await remove({ WebhookID });
  });
});

describe('POST /webhooks/:id/test', () => {
  it('sends a recognizable test event of the contract’s shape to that webhook only', async () => {
    const { api, receiver, register, remove, deliveriesOf } = testEnv();
    const [asked, other] = [await register(), await register()];
    const { status, body } = await api.request<Said>('POST', `/webhooks/${asked.WebhookID}/test`);
    expect(status).toBe(202);
    const [got] = await until(
      () => receiver().received,
      (all) => all.length === 1,
    );
    const payload = JSON.parse(got!.body) as Record<string, unknown>;
    expect(Object.keys(payload)).toEqual([
      'WebhookID',
      'EventTimeMS',
      'OrgID',
      'CampaignID',
      'JobID',
      'Event',
      'Data',
      'TestJob',
    ]);
    expect(payload).toMatchObject({
      WebhookID: asked.WebhookID,
      CampaignID: 'campaign_test',
      JobID: expect.stringMatching(/^job_test_/) as string,
      Event: 'job_state_updated',
      TestJob: true,
    });
    const shown = await api.request<Said>('GET', `/webhooks/${asked.WebhookID}/deliveries/${body.DeliveryID}`);
    expect(shown.status).toBe(200);
    expect(await deliveriesOf(other.WebhookID)).toEqual([]);
    await remove(asked, other);
  });
});

describe('operators', () => {
  it('list the deliveries that are failing, and none that was delivered at once', async () => {
    const { api, deliveries, receiver, register, remove, deliveriesOf, inState, move } = testEnv();
    const { WebhookID } = await register();
    await move();
    await inState(WebhookID, 'delivered');
    receiver().behave({ kind: 'answer', status: 500, headers: { 'retry-after': '3600' } });
    const { ID, Sequence } = await move();
    const failing = await until(
      () => deliveries.shownAs('failing', WebhookID),
      (ids) => ids.length > 0,
    );
    expect(failing).toEqual([`webhook/${WebhookID}/${ID}/${Sequence}`]);
    receiver().behave(ok);
    const [pending] = await deliveriesOf(WebhookID, '?state=pending');
    await api.request('POST', `/webhooks/${WebhookID}/deliveries/${pending!.ID}/redeliver`);
    const delivered = await until(
      () => deliveries.shownAs('delivered', WebhookID),
      (ids) => ids.length > 0,
    );
    expect(delivered).toEqual(failing);
    expect(await deliveries.shownAs('failing', WebhookID)).toEqual([]);
    await remove({ WebhookID });
  });

  it('find a receiver’s failing deliveries by search attribute, with the last failure and the next try', async () => {
    const { deliveries, receiver, register, remove, attempted, move } = testEnv();
    const { WebhookID } = await register();
    receiver().behave({ kind: 'answer', status: 500, headers: { 'retry-after': '3600' } });
    const job = await move();
    await attempted(WebhookID);
    const found = await until(
      () => deliveries.openOf(WebhookID),
      (ids) => ids.length === 1,
    );
    expect(found).toEqual([`webhook/${WebhookID}/${job.ID}/${job.Sequence}`]);
    const pending = await until(
      () => deliveries.pendingActivity({ webhookId: WebhookID, jobId: job.ID, sequence: job.Sequence }),
      (activity) => activity?.attempt === 2,
    );
    expect(pending).toMatchObject({ maximumAttempts: 20, lastFailure: 'HTTP 500 at attempt 1 of 20' });
    const [refused] = receiver().received;
    expect(pending!.nextMs!).toBeGreaterThanOrEqual(refused!.atMs + 3_600_000);
    expect(pending!.nextMs!).toBeLessThan(Date.now() + 3_600_000 + 30_000);
    await remove({ WebhookID });
    await deliveries.sweep();
  });
});
