import { readFirstRows } from '../../../../apps/api/imports/create-import';
import { countLines } from '../../../../apps/api/imports/check-quota';
import { open } from '../../domain/import/files';

describe('the first rows of a file', () => {
  it('are read in turns, however many blank lines come before them', async () => {
    const blank = '\n'.repeat(3_000_000);
    let turns = 0;
    const pace = () => Promise.resolve(++turns);
    const rows = await readFirstRows(open('csv', `ContactPhoneNumber\n${blank}+1\n\n+2`), pace);
    expect(rows.map(({ number, fields }) => [number, fields['ContactPhoneNumber']])).toEqual([
      [1, '+1'],
      [2, '+2'],
    ]);
    expect(turns).toBeGreaterThan(10);
  });

  it('are twenty', async () => {
    const file = open('ndjson', '{}\n\n'.repeat(50));
    expect((await readFirstRows(file, () => Promise.resolve(0))).map(({ number }) => number)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });
});

it.each([
  ['', 1],
  ['a', 1],
  ['a\nb\r\nc\rd', 4],
  ['\n\r\n\r', 4],
  ['\r\r\n\n', 4],
])('%j has %d lines', (text, lines) => {
  expect(countLines(text)).toBe(lines);
});
