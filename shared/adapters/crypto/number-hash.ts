import { createHmac } from 'node:crypto';
import type { KeySource } from './key-source';

/** A keyed hash of a phone number: finds a number without storing it, and says nothing to someone who has only the database. */
export type NumberHash = (e164: string) => Promise<string>;

export function createNumberHash(keyOf: KeySource): NumberHash {
  return async (e164) =>
    createHmac('sha256', await keyOf('number-hash/v1'))
      .update(e164)
      .digest('base64url');
}
