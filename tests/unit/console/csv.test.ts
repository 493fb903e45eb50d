import fc from 'fast-check';
import { decodeText, formatCsv, parseCsv } from '../../../apps/console/src/lib/csv';

const bytesOf = (bytes: readonly number[]): ArrayBuffer => Uint8Array.from(bytes).buffer;

describe('a CSV file that is read in the browser', () => {
  it('reads back what it writes', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', ';', '\n', '\r\n', 'é') });
    const table = fc.integer({ min: 1, max: 4 }).chain((width) => {
      const row = fc.array(cell, { minLength: width, maxLength: width });
      // A row of blank cells is a blank line, which is skipped.
      const filled = row.map(([first = '', ...others]) => [`x${first}`, ...others]);
      const header = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: width, maxLength: width });
      return fc.record({ header, rows: fc.array(filled) });
    });
    fc.assert(fc.property(table, (csv) => expect(parseCsv(formatCsv(csv))).toEqual(csv)));
  });

  it('takes the separator that the header has more of, and the one that the file declares', () => {
    expect(parseCsv('a;b\n1,5;2')).toEqual({ header: ['a', 'b'], rows: [['1,5', '2']] });
    expect(parseCsv('sep=|\na|b\r\n1|')).toEqual({ header: ['a', 'b'], rows: [['1', '']] });
  });

  it('skips blank lines and a byte order mark, and keeps doubled quotes as one', () => {
    expect(parseCsv('\uFEFFa,b\n\n"1 ""x""",2\r,,\n')).toEqual({ header: ['a', 'b'], rows: [['1 "x"', '2']] });
  });

  it('refuses an empty file, and text that is neither UTF-8 nor UTF-16', () => {
    expect(() => parseCsv('\n\n')).toThrow('The file is empty.');
    expect(() => decodeText(bytesOf([0x4a, 0xfc, 0x72, 0x67]))).toThrow('The file is not in UTF-8.');
    expect(decodeText(bytesOf([0xff, 0xfe, 0x61, 0x00]))).toBe('a');
  });
});
