import { Webhook as StandardWebhook } from 'standardwebhooks';
import { until } from '../../support/until';
import { useWebhookEnv, type Said } from '../../support/webhook-env';

const testEnv = useWebhookEnv();

describe('POST /webhooks', () => {
  it('returns the secret once and stores it sealed', async () => {
    const { api, register } = testEnv();
    const { WebhookID, Secret } = await register({ Headers: { Authorization: 'Bearer token-of-the-receiver' } });
    expect(Secret).toMatch(/^whsec_/);
    const shown = await api.request<Said>('GET', `/webhooks/${WebhookID}`);
    const stored = await api.mongo.db.collection<{ _id: string }>('webhooks').findOne({ _id: WebhookID });
    for (const text of [JSON.stringify(shown.body), JSON.stringify(stored)]) {
      expect(text).not.toContain(Secret.slice('whsec_'.length));
      expect(text).not.toContain('token-of-the-receiver');
    }
    expect(shown.body.Data.Headers).toEqual({ Authorization: '***iver' });
  });

  it.each([
    ['http://10.0.0.1/hooks', /private or reserved/],
    ['http://[::ffff:169.254.169.254]/latest', /private or reserved/],
    ['https://user:pass@example.com/', /user name or password/],
    ['ftp://example.com/', /http or https/],
  ])('refuses %s with a reason', async (DestinationURL, why) => {
    const { api } = testEnv();
    const { status, body } = await api.request<Said>('POST', '/webhooks', { DestinationURL });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_body', errors: [{ pointer: '/DestinationURL' }] });
    expect(body.errors[0]?.detail).toMatch(why);
  });

  it('refuses reserved headers by name', async () => {
    const { api, receiver } = testEnv();
    const headers = { DestinationURL: receiver().url, Headers: { 'Webhook-Id': 'x' } };
    const { status, body } = await api.request<Said>('POST', '/webhooks', headers);
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { pointer: '/Headers/Webhook-Id', detail: expect.stringContaining('Webhook-Id') as string },
    ]);
  });
});

describe('POST /webhooks/:id/rotate-secret', () => {
  it('signs with both secrets for a day', async () => {
    const { api, receiver, register, remove } = testEnv();
    const { WebhookID, Secret } = await register();
    const { status, body } = await api.request<Said>('POST', `/webhooks/${WebhookID}/rotate-secret`);
    expect(status).toBe(200);
    expect(Date.parse(body.PreviousSecretExpiresAt) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
    await api.request<Said>('POST', `/webhooks/${WebhookID}/test`);
    const [got] = await until(
      () => receiver().received,
      (all) => all.length === 1,
    );
    for (const secret of [Secret, body.Secret])
      expect(() => new StandardWebhook(secret).verify(got!.body, got!.headers)).not.toThrow();
    const dayLater = await api.store.webhooks.findWithSecrets(WebhookID, Date.now() + 24 * 3_600_000 + 1_000);
    expect(dayLater?.secrets).toEqual([body.Secret]);
    await remove({ WebhookID });
  });
});

describe('a changed webhook', () => {
  it('ends its open deliveries and their workflows when it is disabled or deleted', async () => {
    const { api, deliveries, receiver, register, attempted, move } = testEnv();
    for (const end of ['PATCH', 'DELETE'] as const) {
      const { WebhookID } = await register();
      receiver().behave({ kind: 'answer', status: 500, headers: { 'retry-after': '3600' } });
      const job = await move();
      await attempted(WebhookID);
      const changed = await api.request<Said>(
        end,
        `/webhooks/${WebhookID}`,
        end === 'PATCH' ? { Enabled: false } : undefined,
      );
      expect(changed.status).toBe(end === 'PATCH' ? 200 : 202);
      const stored = await api.store.deliveries.find(`${WebhookID}-${job.ID}-${job.Sequence}`);
      expect(stored?.State).toBe('discarded');
      await deliveries.sweep();
      expect(await deliveries.result({ webhookId: WebhookID, jobId: job.ID, sequence: job.Sequence })).toBe(
        'discarded',
      );
      expect((await api.request<Said>('DELETE', `/webhooks/${WebhookID}`)).status).toBe(end === 'PATCH' ? 202 : 200);
    }
  });

  it('replaces given fields, removes null fields, and keeps the rest', async () => {
    const { api, receiver, register, remove } = testEnv();
    const { WebhookID } = await register({
      Description: 'CRM',
      CampaignIDs: ['campaign_a'],
      Headers: { 'X-A': 'secret-value-0123456789' },
    });
    const changed = await api.request<Said>('PATCH', `/webhooks/${WebhookID}`, {
      CampaignIDs: null,
      DisableOnGone: true,
    });
    expect(changed.body.Data).toEqual({
      DestinationURL: receiver().url,
      Description: 'CRM',
      Headers: { 'X-A': '***6789' },
      Enabled: true,
      DisableOnGone: true,
    });
    const moved = await api.request<Said>('PATCH', `/webhooks/${WebhookID}`, {
      DestinationURL: 'http://10.0.0.1/',
      Headers: null,
    });
    expect(moved.status).toBe(400);
    await api.request<Said>('PATCH', `/webhooks/${WebhookID}`, { Headers: null });
    expect((await api.request<Said>('GET', `/webhooks/${WebhookID}`)).body.Data.Headers).toBeUndefined();
    await remove({ WebhookID });
  });
});
