import { createHmac, randomBytes } from 'node:crypto';

/** Prefix of a signing secret, as defined by Standard Webhooks. */
const prefix = 'whsec_';
/** Standard Webhooks requires 24 to 64 bytes. */
const secretBytes = 32;

/** Creates a signing secret: `whsec_` and random bytes in base64. */
export const createWebhookSecret = (): string => prefix + randomBytes(secretBytes).toString('base64');

/**
 * Creates the headers with which a receiver verifies the origin and integrity of a request (Standard Webhooks 1.0, symmetric). Each secret
 * has a signature, so that a receiver with the previous secret can verify too.
 * @param message `atMs` is the time of the request, sent in whole seconds
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
