/** What a `Range` header requests: a part of the file, the whole file, or a range beyond its end. */
export type ByteRange = { start: number; end: number } | 'whole' | 'unsatisfiable';

/**
 * Parses a `Range` header (RFC 9110, 14.2). Multiple ranges and other units select the whole file, as the RFC allows.
 */
export function parseByteRange(header: string | undefined, sizeBytes: number): ByteRange {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  // A range that ends before it starts is invalid, and the header is ignored.
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}
