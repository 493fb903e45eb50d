import { createWebhookSchema } from '../../../shared/contracts/webhook.schema';

const accepts = (DestinationURL: unknown): boolean => createWebhookSchema.safeParse({ DestinationURL }).success;

describe('createWebhookSchema', () => {
  it.each(['https://example.com/hooks?x=1', 'http://127.0.0.1:9000', 'http://localhost/x', 'https://[::1]:8443/'])(
    'takes %s',
    (url) => {
      expect(accepts(url)).toBe(true);
    },
  );

  it.each([
    'example.com',
    '/hooks',
    '//example.com/x',
    'ftp://example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:password@example.com',
    'https://user@example.com',
    'https://',
    `https://example.com/${'x'.repeat(2048)}`,
    '',
    5,
    null,
    ['https://example.com'],
  ])('rejects %j', (url) => {
    expect(accepts(url)).toBe(false);
  });
});
