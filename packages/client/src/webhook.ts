import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AnyWebhookEvent, WebhookEvent } from './types.ts';

export type { WebhookEvent } from './types.ts';
export type WebhookVerificationErrorCode =
  'missing_header' | 'invalid_timestamp' | 'too_old' | 'too_new' | 'wrong_signature' | 'invalid_body';

/** The request is not from Outdial, was modified in transit or is too old: respond with 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
  readonly code: WebhookVerificationErrorCode;

  constructor(code: WebhookVerificationErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Headers as provided by `fetch` or by Node's servers. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyWebhookOptions {
  /** The signing secret (`whsec_…`). */
  secret?: string;
  /** Several secrets during a rotation; any of them is accepted. */
  secrets?: readonly string[];
  headers: WebhookHeaders;
  /** The raw body, before parsing. */
  body: string | Uint8Array;
  /** Maximum difference between the sending time and now, in either direction. Defaults to 300. */
  toleranceSeconds?: number;
  /** Now, in unix milliseconds. Defaults to the system clock. */
  nowMs?: number;
}

/** @typeParam Received `AnyWebhookEvent` for webhooks that ask for other kinds of events */
export interface VerifiedWebhook<Received extends AnyWebhookEvent = WebhookEvent> {
  /** Identifies the event; the same on every retry and redelivery. Store it and drop duplicates. */
  id: string;
  sentAt: Date;
  event: Received;
}

const prefix = 'whsec_';
/** Standard Webhooks recommends at least 24; anything shorter than this is not a secret. */
const minKeyBytes = 16;

/**
 * Verifies a webhook by Standard Webhooks 1.0 and returns its event.
 * @throws {WebhookVerificationError} if it is not from Outdial
 * @throws {TypeError} if a secret is invalid
 */
export function verifyWebhook<Received extends AnyWebhookEvent = WebhookEvent>(
  options: VerifyWebhookOptions,
): VerifiedWebhook<Received> {
  const { headers, body, toleranceSeconds = 300, nowMs = Date.now() } = options;
  const keys = decodeSecrets(options);
  const id = requireHeader(headers, 'webhook-id');
  const timestamp = requireHeader(headers, 'webhook-timestamp');
  const signatures = requireHeader(headers, 'webhook-signature');
  const sentAtMs = parseTimestamp(timestamp);
  const ageMs = nowMs - sentAtMs;
  if (ageMs > toleranceSeconds * 1000) throw new WebhookVerificationError('too_old', 'The webhook is too old.');
  if (ageMs < -toleranceSeconds * 1000)
    throw new WebhookVerificationError('too_new', 'The timestamp of the webhook is in the future: check the clock.');
  if (!hasValidSignature({ signedPrefix: `${id}.${timestamp}.`, body, signatures, keys }))
    throw new WebhookVerificationError('wrong_signature', 'No signature of the webhook matches.');
  return { id, sentAt: new Date(sentAtMs), event: parseEvent(body) as Received };
}

/**
 * The headers with which Outdial signs a request, to send events of your own to a receiver, such as in its tests.
 * @param secret the signing secret (`whsec_…`)
 * @throws {TypeError} if it is invalid
 */
export function signWebhook(
  message: { id: string; body: string; nowMs?: number },
  secret: string,
): Record<string, string> {
  const timestamp = Math.floor((message.nowMs ?? Date.now()) / 1000).toString();
  const signed = `${message.id}.${timestamp}.${message.body}`;
  const signatures = decodeSecrets({ secret }).map(
    (key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  );
  return { 'webhook-id': message.id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

function decodeSecrets({ secret, secrets = [] }: Pick<VerifyWebhookOptions, 'secret' | 'secrets'>): Buffer[] {
  const given = secret === undefined ? secrets : [secret, ...secrets];
  if (given.length === 0) throw new TypeError('Expected a secret.');
  return given.map((text) => {
    const base64 = text.startsWith(prefix) ? text.slice(prefix.length) : text;
    const key = Buffer.from(base64, 'base64');
    if (key.length < minKeyBytes) throw new TypeError('Expected a signing secret: "whsec_" followed by base64.');
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
  // If a header is repeated, it is unclear which value was signed.
  return values.length === 1 ? (values[0] ?? null) : null;
}

function parseTimestamp(timestamp: string): number {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('invalid_timestamp', 'The header webhook-timestamp is not a time.');
  return Number(timestamp) * 1000;
}

/** Compares every signature with every key, even after a match, so that the duration reveals nothing. */
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

function parseEvent(body: string | Uint8Array): AnyWebhookEvent {
  try {
    const event: unknown = JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8'));
    if (typeof event === 'object' && event !== null && 'Event' in event) return event as AnyWebhookEvent;
  } catch {
    // Reported below.
  }
  throw new WebhookVerificationError('invalid_body', 'The body of the webhook is not an event.');
}
