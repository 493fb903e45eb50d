import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { createCsvScanner, type Delimiter } from '../../../../shared/domain/import/csv-records';
import { openRows } from '../../../../shared/domain/import/read-rows';
import { runWithoutHang } from '../../../support/hang';
import { fieldsOf, open, rowsOf } from './files';

const phone = '+14155550123';
const text = fc.string({
  unit: fc.constantFrom('a', 'ü', '"', ',', ';', '\n', '\r', ' ', '😀', '{', '}'),
  maxLength: 12,
});
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const ends = fc.constantFrom('\n', '\r\n', '\r');
const delimiters = fc.constantFrom<Delimiter>(',', ';');

/** A job as stored in a spreadsheet. */
const job = fc.record(
  {
    ContactPhoneNumber: fc.constant(phone),
    ContactName: text.filter((name) => name.trim() !== ''),
    Metadata: fc.dictionary(
      text.filter((key) => key !== '__proto__'),
      fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)),
    ),
    CampaignVariants: fc.array(text, { maxLength: 3 }),
    TestJob: fc.boolean(),
  },
  { requiredKeys: ['ContactPhoneNumber'] },
);
const columns = ['ContactName', 'Metadata', 'ContactPhoneNumber', 'CampaignVariants', 'TestJob'] as const;

/** Writes like spreadsheets: with quotes where required, or everywhere. */
function written(value: unknown, always: boolean, delimiter: string): string {
  if (value === undefined) return '';
  const cell = typeof value === 'string' ? value : JSON.stringify(value);
  return always || /["\r\n]/.test(cell) || cell.includes(delimiter) || /^\s|\s$/.test(cell) ? quoted(cell) : cell;
}

describe('a CSV file', () => {
  it('is read back as spreadsheets write it', () => {
    fc.assert(
      fc.property(
        fc.array(job, { minLength: 1, maxLength: 20 }),
        delimiters,
        ends,
        fc.boolean(),
        fc.boolean(),
        (...[jobs, delimiter, end, always, last]) => {
          const lines = [
            columns.join(delimiter),
            ...jobs.map((one) => columns.map((name) => written(one[name], always, delimiter)).join(delimiter)),
          ];
          const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
          expect(fieldsOf('csv', lines.join(end) + (last ? end : '')).map(plain)).toEqual(jobs.map(plain));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is read as by csv-parse, if csv-parse accepts it', () => {
    const record = fc.array(text, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 8 }), delimiters, ends, (records, delimiter, end) => {
        const content = records.map((cells) => cells.map(quoted).join(delimiter)).join(end) + end;
        const theirs: string[][] = parse(content, { delimiter, record_delimiter: end, relax_column_count: true });
        const scanner = createCsvScanner(content, delimiter);
        const ours: string[][] = [];
        for (let offset = 0; offset < content.length;) {
          const read = scanner.at(offset);
          if (read.kind === 'cells') ours.push(read.cells);
          offset = read.next;
        }
        // A line of blank cells is a blank line.
        const isBlank = (cells: string[]): boolean => cells.every((cell) => cell.trim() === '' && !/[\r\n]/.test(cell));
        expect(ours).toEqual(theirs.filter((cells) => !isBlank(cells)));
      }),
      { numRuns: 300 },
    );
  });

  it('is read the same in batches of any size and from any cursor', () => {
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        (names, batchRows) => {
          const content = ['ContactPhoneNumber,ContactName', ...names.map((name) => `${phone},${name}`)].join('\n');
          expect(rowsOf('csv', content, batchRows)).toEqual(rowsOf('csv', content, 1_000));
        },
      ),
    );
  });

  it('never loses the rows after a broken row', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ',', 'a', ' '), minLength: 1, maxLength: 10 }), (broken) => {
        const content = [
          'ContactPhoneNumber,ContactName',
          '+14155550001,A',
          broken,
          '+14155550002,"B"',
          '+14155550003,"C, D"',
        ].join('\n');
        const numbers = fieldsOf('csv', content).map(({ ContactPhoneNumber }) => ContactPhoneNumber);
        expect(numbers.slice(-2)).toEqual(['+14155550002', '+14155550003']);
      }),
      { numRuns: 500 },
    );
  });

  it('with an unclosed quote has one invalid row there, and the next line is the next row', () => {
    const rows = rowsOf(
      'csv',
      ['ContactPhoneNumber,ContactName', `"${phone},Ann`, `${phone},Bo`, `${phone},"Cy`, `${phone},Di`].join('\n'),
    );
    expect(rows.map(({ number, problems, fields }) => [number, problems[0]?.code ?? fields['ContactName']])).toEqual([
      [1, 'unbalanced_quote'],
      [2, 'Bo'],
      [3, 'unbalanced_quote'],
      [4, 'Di'],
    ]);
  });

  it('does not let an unclosed quote swallow the rows before a later quote', () => {
    const lines = [`${phone},"Ann`, ...Array.from({ length: 50 }, () => `${phone},Bo`), `${phone},Cy"`, `${phone},Di`];
    const rows = rowsOf('csv', ['ContactPhoneNumber,ContactName', ...lines].join('\n'));
    expect(rows).toHaveLength(53);
    expect(rows.filter(({ problems }) => problems.length > 0).map(({ number }) => number)).toEqual([1]);
    const few = rowsOf('csv', `ContactPhoneNumber,ContactName\n${phone},"Ann\n${phone},Bo"\n${phone},Cy`);
    expect(few.map(({ problems, fields }) => problems[0]?.code ?? fields['ContactName'])).toEqual([
      'unbalanced_quote',
      'Bo"',
      'Cy',
    ]);
  });

  it('may have blank lines, missing trailing cells and extra empty cells', () => {
    const content = [
      '',
      'ContactPhoneNumber;ContactName;TestJob',
      '',
      phone,
      '',
      `${phone};;TRUE;;;`,
      `${phone};x;false;more`,
      '',
    ].join('\r\n');
    expect(rowsOf('csv', content)).toEqual([
      { number: 1, fields: { ContactPhoneNumber: phone }, problems: [] },
      { number: 2, fields: { ContactPhoneNumber: phone, TestJob: true }, problems: [] },
      expect.objectContaining({
        number: 3,
        problems: [expect.objectContaining({ code: 'too_many_cells', value: 'more' })],
      }),
    ]);
  });

  it.each([',', ';'])(
    'skips rows of the separator %j, above the header too, and blank cells behind its names',
    (comma) => {
      const content = [
        comma.repeat(3),
        ` ${comma}"  "${comma}`,
        ['ContactPhoneNumber', 'ContactName', '', ' '].join(comma),
        comma.repeat(3),
        [phone, '"two\nlines"', '', ''].join(comma),
        `""${comma}" "${comma}\u00a0`,
        comma,
        [phone, 'Bo', '', 'more'].join(comma),
        comma.repeat(3),
      ].join('\r\n');
      expect(rowsOf('csv', content)).toEqual([
        { number: 1, fields: { ContactPhoneNumber: phone, ContactName: 'two\nlines' }, problems: [] },
        expect.objectContaining({
          number: 2,
          problems: [expect.objectContaining({ code: 'too_many_cells', value: 'more' })],
        }),
      ]);
    },
  );

  it.each(['\n', '\r', '\r\n', ' \n', ',,\n', '"",""\n'])(
    'of any number of lines %j above its header does not hang',
    (line) => {
      const content = `${line.repeat(5_000_000 / line.length)}sep=;\n${line}ContactPhoneNumber\n${phone}`;
      expect(runWithoutHang(() => open('csv', content)).start).toEqual({
        row: 0,
        offset: content.length - phone.length,
      });
      for (const lines of [line, 'sep=;\n'])
        expect(runWithoutHang(() => openRows('csv', lines.repeat(1_000_000)))).toHaveProperty('problems');
    },
  );

  it('does not read JSON whose value would not be what was written, and says where', () => {
    const cell = String.raw`{"ID":1546130668394913822,"List":[{"a b":1e400}],"Text":"\ud800","Twice":1,"Twice":2}`;
    const deep = `{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}`;
    const content = `ContactPhoneNumber,Metadata,Data\n${phone},${quoted(cell)},${quoted('{"Share":0.5}')}\n${phone},,${quoted(deep)}`;
    const [faulty, tooDeep] = rowsOf('csv', content);
    expect(faulty?.fields).toEqual({ ContactPhoneNumber: phone, Data: { Share: 0.5 } });
    expect(faulty?.problems.map(({ column, code, value }) => [column, code, value])).toEqual([
      ['Metadata/ID', 'invalid_value', '1546130668394913822'],
      ['Metadata/List/0/…', 'invalid_value', '1e400'],
      ['Metadata/Text', 'invalid_value', String.raw`"\ud800"`],
      ['Metadata/Twice', 'invalid_value', '"Twice"'],
    ]);
    expect(tooDeep?.problems.map(({ column, value }) => [column, value.length])).toEqual([['Data/a', 100]]);
  });

  it('has a whole number as its priority', () => {
    const content = ['ContactPhoneNumber,Priority', ...['-5', ' +7 ', '', '1.5'].map((cell) => `${phone},${cell}`)];
    const read = rowsOf('csv', content.join('\n'));
    expect(read.map(({ fields }) => fields['Priority'])).toEqual([-5, 7, undefined, undefined]);
    const problem = { code: 'invalid_value', column: 'Priority', detail: 'Expected a whole number.', value: '1.5' };
    expect(read.flatMap(({ problems }) => problems)).toEqual([problem]);
  });

  it('may declare its delimiter in a first line, as one spreadsheet does', () => {
    expect(fieldsOf('csv', `sep=;\r\nContactPhoneNumber;ContactName\r\n${phone};Ann`)).toEqual([
      { ContactPhoneNumber: phone, ContactName: 'Ann' },
    ]);
  });

  it('rejects a row longer than 256 kB', () => {
    const rows = rowsOf(
      'csv',
      ['ContactPhoneNumber,ContactName', `${phone},${'x'.repeat(270_000)}`, `${phone},Bo`].join('\n'),
    );
    expect(rows.map(({ problems }) => problems[0]?.code)).toEqual(['row_too_large', undefined]);
  });

  it.each(['"\n', '"a""\n', '"","\n', 'x,"\n', '"\r\n"",', '"x""y\n'])(
    'of only %j repeated is read, and does not hang',
    (line) => {
      const content = `ContactPhoneNumber,ContactName\n${line.repeat(200_000)}`;
      expect(runWithoutHang(() => rowsOf('csv', content, 10_000)).length).toBeGreaterThan(0);
    },
  );

  it('with an invalid header reports each column by name', () => {
    expect(openRows('csv', 'ContactPhoneNumber,ContactPhoneNumber,Foo\n1')).toEqual({
      problems: [
        { column: 'ContactPhoneNumber', detail: 'The column occurs in the header more than once.' },
        { column: 'Foo', detail: expect.stringContaining('Unknown column') as string },
      ],
    });
  });
});
