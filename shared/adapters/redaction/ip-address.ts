import { isIP } from 'node:net';
import type { RedactionText } from './rule';
import type { Span } from './span';

const candidate = /(?<![\p{L}\p{N}.:_])[\da-f:][\da-f:.]{1,44}(?![\p{L}\p{N}_])/giu;

/**
 * IP addresses as Node takes them (`node:net` isIP): four decimal numbers to 255, or version 6 in any of its shorter forms. A version
 * number of four parts looks the same and goes too.
 */
export function* findIpAddresses({ text }: RedactionText): Iterable<Span> {
  for (const { 0: found, index } of text.matchAll(candidate)) {
    const address = addressOf(found);
    if (address !== undefined) yield { start: index, end: index + address.length };
  }
}

/** The address without the punctuation, or the port, that follows it. */
function addressOf(found: string): string | undefined {
  const trimmed = found.replace(/[.:]{1,2}$/, '');
  const tries = [found, trimmed, trimmed.replace(/:\d{1,5}$/, '')];
  return tries.find((text) => text !== '::' && isIP(text) > 0);
}
