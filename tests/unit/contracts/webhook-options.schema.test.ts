import { createWebhookSchema, patchWebhookSchema } from '../../../shared/contracts/webhook.schema';

const accepts = (fields: Record<string, unknown>): boolean =>
  createWebhookSchema.safeParse({ DestinationURL: 'https://example.com/', ...fields }).success;

describe('createWebhookSchema', () => {
  it('accepts every option', () => {
    const options = {
      Events: ['job_state_updated'],
      CampaignIDs: ['campaign_1'],
      Description: 'CRM',
      Headers: { Authorization: 'Bearer abc', 'X-Tenant': '7' },
      Enabled: false,
      DisableOnGone: true,
      DisableAfterFailures: true,
    };
    expect(accepts(options)).toBe(true);
  });

  it.each([
    'Host',
    'content-type',
    'CONTENT-LENGTH',
    'webhook-id',
    'Webhook-Signature',
    'Connection',
    'Proxy-Authorization',
    'User-Agent',
    'Transfer-Encoding',
  ])('rejects the reserved header %s by name', (name) => {
    const parsed = createWebhookSchema.safeParse({ DestinationURL: 'https://example.com/', Headers: { [name]: 'x' } });
    expect(parsed.error?.issues).toMatchObject([
      { path: ['Headers', name], message: `The header "${name}" is set by the service.` },
    ]);
  });

  it.each([
    { 'X A': 'x' },
    { '': 'x' },
    { X: '' },
    { X: 'a\r\nb: c' },
    { X: 'a\0' },
    { X: 'ä' },
    { X: 'x'.repeat(1001) },
    { X: '1', x: '2' },
  ])('rejects the headers %j', (Headers) => expect(accepts({ Headers })).toBe(false));

  it('rejects unknown events, empty filters and unknown fields', () => {
    for (const fields of [{ Events: ['job_deleted'] }, { Events: [] }, { CampaignIDs: [] }, { Secret: 'x' }])
      expect(accepts(fields)).toBe(false);
  });
});

describe('patchWebhookSchema', () => {
  it('removes a field with null, and requires at least one change', () => {
    expect(patchWebhookSchema.safeParse({ Events: null, Headers: null, Description: null }).success).toBe(true);
    expect(patchWebhookSchema.safeParse({}).success).toBe(false);
    expect(patchWebhookSchema.safeParse({ DestinationURL: null }).success).toBe(false);
  });
});
