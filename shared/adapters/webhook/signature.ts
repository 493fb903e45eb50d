import { createHmac, randomBytes } from 'node:crypto';

/** Prefix of a signing secret, by Standard Webhooks. */
const prefix = 'whsec_';
/** Standard Webhooks asks for 24 to 64. */
const secretBytes = 32;

/** A new signing secret: `whsec_` and random bytes in base64. */
export const createWebhookSecret = (): string => prefix + randomBytes(secretBytes).toString('base64');

/**
 * The headers by which a receiver knows that a request is ours and unchanged (Standard Webhooks 1.0, symmetric): one signature for each
 * secret, so that a receiver which still has the one before verifies too.
 * @param atMs when the request is made; it is sent in whole seconds
 */
export function createSignatureHeaders(
  message: { id: string; body: string; atMs: number },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = Math.floor(message.atMs / 1000).toString();
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    ...(signatures.length === 0 ? {} : { 'webhook-signature': signatures.join(' ') }),
  };
}
