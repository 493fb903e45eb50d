import fc from 'fast-check';
import { countRows } from '../../../../shared/domain/import/read-rows';
import { fieldsOf, open, rowsOf } from './files';

describe('an NDJSON file', () => {
  it('is read back as written, with any line end, blank lines and no final newline', () => {
    const line = fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1 }),
        fc.constantFrom('\n', '\r\n', '\n\n', '\n \r\n'),
        fc.boolean(),
        (lines, end, last) => {
          const written = lines.map((one) => JSON.stringify(one));
          const back: unknown[] = written.map((one) => JSON.parse(one) as unknown);
          expect(fieldsOf('ndjson', written.join(end) + (last ? end : ''))).toEqual(back);
        },
      ),
    );
  });

  it('has an invalid row where a value would not be what was written, which keeps its other fields', () => {
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
    const rows = rowsOf(
      'ndjson',
      [
        '{"ContactPhoneNumber":"+1","Metadata":{"ID":1546130668394913822},"Data":{"a":1}}',
        String.raw`{"ContactPhoneNumber":"+2","ContactName":"\udc00","Data":{"a":1}}`,
        '{"ContactPhoneNumber":"+3","ContactName":"Ann","ContactName":"Bo"}',
        `{"ContactPhoneNumber":"+4","Metadata":{"a":${deep}}}`,
      ].join('\n'),
    );
    expect(
      rows.map(({ fields, problems }) => [fields, problems.map(({ column, code }) => `${column} ${code}`)]),
    ).toEqual([
      [{ ContactPhoneNumber: '+1', Data: { a: 1 } }, ['Metadata/ID invalid_value']],
      [{ ContactPhoneNumber: '+2', Data: { a: 1 } }, ['ContactName invalid_value']],
      [{ ContactPhoneNumber: '+3' }, ['ContactName invalid_value']],
      [{ ContactPhoneNumber: '+4' }, ['Metadata invalid_value']],
    ]);
  });

  it('numbers its rows by lines that are not blank, and a broken one does not stop the rest', () => {
    const rows = rowsOf('ndjson', '\n{"a":1}\n{broken\n\n[1]\nnull\n{"a":2}');
    expect(rows.map(({ number, fields, problems }) => [number, fields['a'], problems[0]?.code])).toEqual([
      [1, 1, undefined],
      [2, undefined, 'invalid_json'],
      [3, undefined, 'invalid_value'],
      [4, undefined, 'invalid_value'],
      [5, 2, undefined],
    ]);
  });

  it('is counted without reading a row, in steps, whatever its lines are', async () => {
    const text = `{}\n${',\n'.repeat(20_000)}\n \n{`;
    const file = open('ndjson', text);
    const parse = jest.spyOn(JSON, 'parse');
    let pauses = 0;
    const counted = await countRows(file, () => Promise.resolve(++pauses));
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
    expect(counted).toBe(rowsOf('ndjson', text).length);
    expect(counted).toBe(20_002);
    expect(pauses).toBeGreaterThanOrEqual(20);
  });
});
