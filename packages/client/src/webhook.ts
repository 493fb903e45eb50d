import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookEvent } from './types.ts';

export type WebhookVerificationErrorCode =
  'missing_header' | 'invalid_timestamp' | 'too_old' | 'too_new' | 'wrong_signature' | 'invalid_body';

/** The request is not one of ours, was changed on its way, or is too old: answer 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
  readonly code: WebhookVerificationErrorCode;

  constructor(code: WebhookVerificationErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Headers as `fetch` or as Node's servers have them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyWebhookOptions {
  /** The signing secret (`whsec_…`). */
  secret?: string;
  /** Several, while one is being exchanged: any of them is good. */
  secrets?: readonly string[];
  headers: WebhookHeaders;
  /** The body as it came, before it is parsed. */
  body: string | Uint8Array;
  /** How far the time of sending may be from now, before or after; 300. */
  toleranceSeconds?: number;
  /** Now, in unix milliseconds; the clock's, unless given. */
  nowMs?: number;
}

export interface VerifiedWebhook {
  /** Names the event; the same on every retry and redelivery: remember it, and drop what you have seen. */
  id: string;
  sentAt: Date;
  event: WebhookEvent;
}

const prefix = 'whsec_';
/** Standard Webhooks asks for 24 at least; less is no secret. */
const minKeyBytes = 16;

/**
 * Verifies a webhook by Standard Webhooks 1.0 and returns its event.
 * @throws {WebhookVerificationError} when it is not from us
 * @throws {TypeError} when a secret is none
 */
export function verifyWebhook(options: VerifyWebhookOptions): VerifiedWebhook {
  const { headers, body, toleranceSeconds = 300, nowMs = Date.now() } = options;
  const keys = decodeSecrets(options);
  const id = requireHeader(headers, 'webhook-id');
  const timestamp = requireHeader(headers, 'webhook-timestamp');
  const signatures = requireHeader(headers, 'webhook-signature');
  const sentAtMs = parseTimestamp(timestamp);
  const ageMs = nowMs - sentAtMs;
  if (ageMs > toleranceSeconds * 1000) throw new WebhookVerificationError('too_old', 'The webhook is too old.');
  if (ageMs < -toleranceSeconds * 1000)
    throw new WebhookVerificationError('too_new', 'The webhook is from the future: look at the clock.');
  if (!hasValidSignature({ signedPrefix: `${id}.${timestamp}.`, body, signatures, keys }))
    throw new WebhookVerificationError('wrong_signature', 'No signature of the webhook is right.');
  return { id, sentAt: new Date(sentAtMs), event: parseEvent(body) };
}

function decodeSecrets({ secret, secrets = [] }: VerifyWebhookOptions): Buffer[] {
  const given = secret === undefined ? secrets : [secret, ...secrets];
  if (given.length === 0) throw new TypeError('Expected a secret.');
  return given.map((text) => {
    const base64 = text.startsWith(prefix) ? text.slice(prefix.length) : text;
    const key = Buffer.from(base64, 'base64');
    if (key.length < minKeyBytes) throw new TypeError('Expected a signing secret: "whsec_" and bytes in base64.');
    return key;
  });
}

function requireHeader(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : findHeader(headers, name);
  if (value === null || value === '')
    throw new WebhookVerificationError('missing_header', `The header ${name} is missing.`);
  return value;
}

function findHeader(headers: Exclude<WebhookHeaders, Headers>, name: string): string | null {
  const values = Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? []);
  // Said twice, nobody can tell which one was signed.
  return values.length === 1 ? (values[0] ?? null) : null;
}

function parseTimestamp(timestamp: string): number {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('invalid_timestamp', 'The header webhook-timestamp is not a time.');
  return Number(timestamp) * 1000;
}

/** Looks at every signature with every key, however early one fits, so that the time it takes says nothing. */
function hasValidSignature(of: {
  signedPrefix: string;
  body: string | Uint8Array;
  signatures: string;
  keys: Buffer[];
}): boolean {
  const expected = of.keys.map((key) => createHmac('sha256', key).update(of.signedPrefix).update(of.body).digest());
  let found = false;
  for (const part of of.signatures.split(' ')) {
    if (!part.startsWith('v1,')) continue;
    const given = Buffer.from(part.slice('v1,'.length), 'base64');
    for (const signature of expected)
      if (given.length === signature.length && timingSafeEqual(given, signature)) found = true;
  }
  return found;
}

function parseEvent(body: string | Uint8Array): WebhookEvent {
  try {
    const event: unknown = JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'));
    if (typeof event === 'object' && event !== null && 'Event' in event) return event as WebhookEvent;
  } catch {
    // Told below.
  }
  throw new WebhookVerificationError('invalid_body', 'The body of the webhook is not an event.');
}
