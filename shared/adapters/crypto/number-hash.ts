import { createHmac } from 'node:crypto';
import type { KeySource } from './master-keys';

/** A keyed hash of a phone number: finds a number without storing it. The database alone does not reveal the number. */
export type NumberHash = (e164: string) => Promise<string>;

export function createNumberHash(deriveKey: KeySource): NumberHash {
  return async (e164) =>
    createHmac('sha256', await deriveKey('number-hash/v1'))
      .update(e164)
      .digest('base64url');
}
