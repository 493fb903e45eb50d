import fc from 'fast-check';
import { openSuppressions, type SuppressionRow } from '../../../../shared/domain/suppression/read-suppressions';

function rowsOf(text: string): SuppressionRow[] {
  const file = openSuppressions(text);
  if ('problems' in file) throw new Error(JSON.stringify(file.problems));
  return [...file.rows()];
}
const problemsOf = (text: string) => {
  const file = openSuppressions(text);
  return 'problems' in file ? file.problems.map(({ column, detail }) => `${column}: ${detail}`) : [];
};

describe('a file of suppressions', () => {
  it('has the columns that its header names, in any order, separated by commas or semicolons', () => {
    const cells = { PhoneNumber: '+14155550123', Reason: 'legal' };
    expect(rowsOf('PhoneNumber,Reason\n+14155550123,legal\n')).toEqual([{ number: 1, cells }]);
    expect(rowsOf('sep=;\r\nReason;PhoneNumber\r\nlegal; +14155550123 \r\n')).toEqual([{ number: 1, cells }]);
  });

  it('counts data rows without blank lines, and leaves empty cells out', () => {
    expect(rowsOf('PhoneNumber,Note\n\n+14155550123,\n\n,"a, ""b"""\n')).toEqual([
      { number: 1, cells: { PhoneNumber: '+14155550123' } },
      { number: 2, cells: { Note: 'a, "b"' } },
    ]);
  });

  it('names what is wrong with a header', () => {
    expect(problemsOf('')).toEqual([': The file is empty.']);
    expect(problemsOf('Reason\n')).toEqual([
      'PhoneNumber: The column is missing from the header, which must be the first row.',
    ]);
    expect(problemsOf('PhoneNumber,Phone,PhoneNumber\n')).toEqual([
      'Phone: Unknown column. The columns are PhoneNumber, Reason, Note, Until.',
      'PhoneNumber: The column occurs in the header more than once.',
    ]);
  });

  it('refuses a row with too many cells, and one that is too long', () => {
    const [many, long] = rowsOf(`PhoneNumber\n+14155550123,+14155550124\n${'1'.repeat(300_000)}\n`);
    expect(many).toMatchObject({ number: 1, refusal: { code: 'too_many_cells', value: '+14155550124' } });
    expect(long).toMatchObject({ number: 2, refusal: { code: 'row_too_large' } });
  });

  it('never lets an unclosed quote swallow the rows after it', () => {
    const rows = rowsOf('PhoneNumber,Note\n+14155550123,"open\n+14155550124,x\n+14155550125,"closed"\n');
    expect(rows).toMatchObject([
      { number: 1, refusal: { code: 'unbalanced_quote' } },
      { number: 2, cells: { PhoneNumber: '+14155550124' } },
      { number: 3, cells: { PhoneNumber: '+14155550125', Note: 'closed' } },
    ]);
  });

  it('skips rows of blank cells, above the header too, and blank cells behind its names', () => {
    const text =
      ',,,\r\n\r\n" ",,,\r\nPhoneNumber,Note,,\r\n,,,\r\n+14155550123,x,,\r\n"",,\r\n \r\n+14155550124,y,,z\r\n,,,';
    expect(rowsOf(text)).toEqual([
      { number: 1, cells: { PhoneNumber: '+14155550123', Note: 'x' } },
      { number: 2, refusal: expect.objectContaining({ code: 'too_many_cells', value: 'z' }) as unknown },
    ]);
  });

  it('accounts for every line that is not blank, whatever the lines hold', () => {
    const line = fc.string({ unit: fc.constantFrom('"', ',', ';', '+', '1', 'a', ' '), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), fc.constantFrom('\n', '\r\n', '\r'), (lines, end) => {
        const rows = rowsOf(['PhoneNumber,Reason,Note', ...lines].join(end));
        const expected = lines.filter((text) => !/^(" *"| *)(,(" *"| *))*$/.test(text)).length;
        expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: expected }, (_, index) => index + 1));
      }),
    );
  });
});
