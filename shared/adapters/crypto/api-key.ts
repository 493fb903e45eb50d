import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { newId } from '../ids';

/**
 * An API key as its holder has it: `od_<id>_<secret><checksum>`. The prefix lets secret scanners find a leaked key, the
 * id identifies the key, and the checksum (CRC-32, as in GitHub's tokens) detects a mistyped key without a query.
 */
export interface MintedKey {
  id: string;
  key: string;
  hash: string;
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 32;
const checksumLength = 6;
const mintedPattern = /^od_([0-9a-f]{32}_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;
/** A key that an operator chose: too long to guess. */
const chosenPattern = /^[A-Za-z0-9_-]{24,256}$/;

export const apiKeyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

/** A CRC-32 as text of a fixed length in base 62. */
function checksum(text: string): string {
  let remainder = crc32(text);
  let digits = '';
  for (let place = 0; place < checksumLength; place++) {
    digits = alphabet.charAt(remainder % alphabet.length) + digits;
    remainder = Math.floor(remainder / alphabet.length);
  }
  return digits;
}

/** Creates a key. @param id a new one by default */
export function mintApiKey(id: string = newId('key')): MintedKey {
  const secret = Array.from({ length: secretLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  const body = `${id.slice(id.indexOf('_') + 1)}_${secret}`;
  const key = `od_${body}${checksum(body)}`;
  return { id, key, hash: apiKeyHash(key) };
}

/** Whether a text has the form of a key. Anything else needs no query. */
export function canBeApiKey(text: string): boolean {
  const parts = mintedPattern.exec(text);
  return parts ? checksum(parts[1] ?? '') === parts[2] : chosenPattern.test(text);
}
