import { createHmac, hkdfSync } from 'node:crypto';

/** A keyed hash of a phone number: finds a number without storing it, and says nothing to someone who has only the database. */
export type NumberHash = (e164: string) => string;

/** @param masterKey 32 bytes in base64; the hash's own key is derived from it (HKDF, RFC 5869) */
export function createNumberHash(masterKey: string): NumberHash {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(masterKey, 'base64'), '', 'outdial/number-hash/v1', 32));
  return (e164) => createHmac('sha256', key).update(e164).digest('base64url');
}
