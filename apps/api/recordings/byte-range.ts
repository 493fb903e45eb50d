/** What a `Range` header asks of a file: a part, all of it, or what it does not have. */
export type ByteRange = { start: number; end: number } | 'whole' | 'unsatisfiable';

/** Reads a `Range` header (RFC 9110, 14.2). More than one range, or another unit, is answered with the whole, as it may be. */
export function byteRange(header: string | undefined, sizeBytes: number): ByteRange {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  // A range that ends before it starts is not a range.
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}
