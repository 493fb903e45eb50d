import { parseByteRange } from '../../../../apps/api/recordings/byte-range';

describe('a Range header', () => {
  it.each([
    [undefined, 'whole'],
    ['bytes=0-99', { start: 0, end: 99 }],
    ['bytes=900-', { start: 900, end: 999 }],
    ['bytes=900-5000', { start: 900, end: 999 }],
    ['bytes=-100', { start: 900, end: 999 }],
    ['bytes=-5000', { start: 0, end: 999 }],
    ['bytes=1000-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['lines=1-2', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=99999999999999999999-', 'whole'],
  ])('%s of 1000 bytes', (header, expected) => {
    expect(parseByteRange(header, 1_000)).toEqual(expected);
  });

  it('is unsatisfiable for an empty file', () => {
    expect(parseByteRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(parseByteRange(undefined, 0)).toBe('whole');
  });
});
