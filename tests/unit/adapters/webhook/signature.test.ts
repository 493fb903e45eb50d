import { Webhook } from 'standardwebhooks';
import { createWebhookSecret, createSignatureHeaders } from '../../../../shared/adapters/webhook/signature';
import { webhookMessageIdOf } from '../../../../shared/domain/webhook/event';

const message = (body = '{"JobID":"job_1","TestJob":false}') => ({
  id: webhookMessageIdOf({ jobId: 'job_1', sequence: 3 }),
  body,
  atMs: Date.now(),
});
const verifies = (secret: string, body: string, headers: Record<string, string>): boolean => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

describe('createSignatureHeaders', () => {
  it('verify with the independent Standard Webhooks library', () => {
    const secret = createWebhookSecret();
    const one = message('{"Name":"Zoë ☎"}');
    expect(verifies(secret, one.body, createSignatureHeaders(one, [secret]))).toBe(true);
  });

  it('do not verify with another secret, body, ID or time', () => {
    const secret = createWebhookSecret();
    const one = message();
    const headers = createSignatureHeaders(one, [secret]);
    expect(verifies(createWebhookSecret(), one.body, headers)).toBe(false);
    expect(verifies(secret, `${one.body} `, headers)).toBe(false);
    expect(verifies(secret, one.body, { ...headers, 'webhook-id': 'evt_job_1_4' })).toBe(false);
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(verifies(secret, one.body, { ...headers, 'webhook-timestamp': later })).toBe(false);
  });

  it('verify with the new and the previous secret while both are valid', () => {
    const [now, before] = [createWebhookSecret(), createWebhookSecret()];
    const one = message();
    const headers = createSignatureHeaders(one, [now, before]);
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    expect(verifies(now, one.body, headers)).toBe(true);
    expect(verifies(before, one.body, headers)).toBe(true);
  });

  it('contain the time in whole seconds, and the event ID without a dot', () => {
    const headers = createSignatureHeaders({ ...message(), atMs: 1_700_000_000_999 }, [createWebhookSecret()]);
    expect(headers['webhook-timestamp']).toBe('1700000000');
    expect(headers['webhook-id']).toBe('evt_job_1_3');
  });
});

describe('createWebhookSecret', () => {
  it('creates 24 to 64 random bytes, different every time', () => {
    const secrets = Array.from({ length: 100 }, createWebhookSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/);
      const { length } = Buffer.from(secret.slice('whsec_'.length), 'base64');
      expect(length).toBeGreaterThanOrEqual(24);
      expect(length).toBeLessThanOrEqual(64);
    }
  });
});
