import { isIP } from 'node:net';
import type { Span } from './reading';
import type { RedactionText } from './rule';

const candidate = /(?<![\p{L}\p{N}.:_])[\da-f:][\da-f:.]{1,44}(?![\p{L}\p{N}_])/giu;

/**
 * Finds IP addresses (`node:net` isIP): four decimal numbers up to 255, or IPv6 in any notation. Version numbers of four parts look the
 * same and are redacted, too.
 */
export function* findIpAddresses({ text }: RedactionText): Iterable<Span> {
  for (const { 0: found, index } of text.matchAll(candidate)) {
    const address = addressOf(found);
    if (address !== undefined) yield { start: index, end: index + address.length };
  }
}

/** Returns the address without trailing punctuation and port. */
function addressOf(found: string): string | undefined {
  const trimmed = found.replace(/[.:]{1,2}$/, '');
  const tries = [found, trimmed, trimmed.replace(/:\d{1,5}$/, '')];
  return tries.find((text) => text !== '::' && isIP(text) > 0);
}
