import { createHmac } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { verifyWebhook, WebhookVerificationError, type VerifyWebhookOptions } from '@outdial/client/webhook';
import { createWebhookSecret, createSignatureHeaders } from '../../../shared/adapters/webhook/signature';

const nowMs = Date.UTC(2026, 0, 5, 12);
const body = JSON.stringify({
  WebhookID: 'webhook_1',
  EventTimeMS: nowMs,
  OrgID: 'org_1',
  CampaignID: 'campaign_1',
  JobID: 'job_1',
  Event: 'job_state_updated',
  Data: { State: 'completed' },
  TestJob: false,
});
const secret = createWebhookSecret();
const message = { id: 'evt_job_1_3', body, atMs: nowMs };
const signed = createSignatureHeaders(message, [secret]);
/** Returns the error code of a rejected webhook. */
function verifyError(changes: Partial<VerifyWebhookOptions>): string {
  try {
    verifyWebhook({ secret, headers: signed, body, nowMs, ...changes });
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code;
    throw error;
  }
  return 'none';
}

describe('verifyWebhook', () => {
  it('accepts what the service signs, and returns the event with its id', () => {
    const { id, sentAt, event } = verifyWebhook({ secret, headers: signed, body, nowMs });
    expect({ id, sentAt: sentAt.getTime() }).toEqual({ id: 'evt_job_1_3', sentAt: nowMs });
    expect(event).toEqual(JSON.parse(body));
    expect(event.Data.State).toBe('completed');
  });

  it('accepts bytes, headers in any case and fetch headers', () => {
    const shouted = Object.fromEntries(Object.entries(signed).map(([name, value]) => [name.toUpperCase(), value]));
    expect(verifyError({ body: Buffer.from(body), headers: shouted })).toBe('none');
    expect(verifyError({ headers: new Headers(signed) })).toBe('none');
    expect(verifyError({ headers: Object.fromEntries(Object.entries(signed).map(([k, v]) => [k, [v]])) })).toBe('none');
    const umlauts = '{"Event":"job_state_updated","Name":"Zoë ☎"}';
    const headers = createSignatureHeaders({ ...message, body: umlauts }, [secret]);
    expect(verifyError({ body: umlauts, headers })).toBe('none');
    expect(verifyError({ body: new TextEncoder().encode(umlauts), headers })).toBe('none');
  });

  it('accepts the signature of the independent Standard Webhooks library and its published vector', () => {
    const at = new Date(nowMs);
    const signature = new StandardWebhook(secret).sign('evt_1', at, body);
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(nowMs / 1000),
      'webhook-signature': signature,
    };
    expect(verifyError({ headers })).toBe('none');
    const vector = verifyVector();
    expect(vector).toBe('not an event, but correctly signed');
  });

  it('rejects a different body, id, timestamp or secret', () => {
    expect(verifyError({ body: `${body} ` })).toBe('wrong_signature');
    expect(verifyError({ headers: { ...signed, 'webhook-id': 'evt_job_1_4' } })).toBe('wrong_signature');
    expect(verifyError({ headers: { ...signed, 'webhook-timestamp': String(nowMs / 1000 + 1) } })).toBe(
      'wrong_signature',
    );
    expect(verifyError({ secret: createWebhookSecret() })).toBe('wrong_signature');
    for (const signature of ['', 'v1,', 'v1', 'v2,abc', `v1,${'A'.repeat(43)}=`, signed['webhook-signature']!.slice(3)])
      expect(verifyError({ headers: { ...signed, 'webhook-signature': signature } })).toMatch(
        /wrong_signature|missing_header/,
      );
  });

  it('rejects webhooks outside the time tolerance and accepts those at its limits', () => {
    expect(verifyError({ nowMs: nowMs + 300_000 })).toBe('none');
    expect(verifyError({ nowMs: nowMs + 301_000 })).toBe('too_old');
    expect(verifyError({ nowMs: nowMs - 300_000 })).toBe('none');
    expect(verifyError({ nowMs: nowMs - 301_000 })).toBe('too_new');
    expect(verifyError({ nowMs: nowMs + 11_000, toleranceSeconds: 10 })).toBe('too_old');
    for (const timestamp of ['soon', '1e9', '-5', '', ' 1'])
      expect(verifyError({ headers: { ...signed, 'webhook-timestamp': timestamp } })).toMatch(
        /invalid_timestamp|missing/,
      );
  });

  it('accepts either secret during a rotation, on both sides', () => {
    const [next, last] = [createWebhookSecret(), createWebhookSecret()];
    const both = createSignatureHeaders(message, [next, last]);
    for (const one of [next, last]) expect(verifyError({ secret: one, headers: both })).toBe('none');
    expect(verifyError({ headers: both })).toBe('wrong_signature');
    expect(verifyError({ secret: next, secrets: [secret] })).toBe('none');
    expect(verifyError({ secrets: [next, last], secret: createWebhookSecret() })).toBe('wrong_signature');
  });

  it('rejects missing and repeated headers', () => {
    for (const name of Object.keys(signed)) {
      expect(verifyError({ headers: { ...signed, [name]: undefined } })).toBe('missing_header');
      expect(verifyError({ headers: { ...signed, [name]: [signed[name]!, 'other'] } })).toBe('missing_header');
    }
  });

  it('rejects a correctly signed body that is not an event', () => {
    for (const other of ['not json', '[]', 'null', '{}']) {
      const headers = createSignatureHeaders({ ...message, body: other }, [secret]);
      expect(verifyError({ body: other, headers })).toBe('invalid_body');
    }
  });

  it('never verifies with an invalid secret', () => {
    const empty = `v1,${createHmac('sha256', '')
      .update(`${message.id}.${nowMs / 1000}.${body}`)
      .digest('base64')}`;
    const headers = { ...signed, 'webhook-signature': empty };
    for (const none of ['', 'whsec_', 'whsec_!!!', 'whsec_c2hvcnQ='])
      expect(() => verifyWebhook({ secret: none, headers, body, nowMs })).toThrow(TypeError);
    expect(() => verifyWebhook({ secrets: [], headers, body, nowMs })).toThrow(TypeError);
  });
});

/** The test vector of the Standard Webhooks libraries. */
function verifyVector(): string {
  const code = verifyError({
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    body: '{"test": 2432232314}',
    nowMs: 1_614_265_330_000,
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
  });
  return code === 'invalid_body' ? 'not an event, but correctly signed' : code;
}
