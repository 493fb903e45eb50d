import { guessTargets, isUnmapped, mapColumns, mappingProblem } from '../../../apps/console/src/lib/column-mapping';

describe('the columns of a file', () => {
  it('are guessed by their names, each field once; the rest becomes entries of Data', () => {
    expect(guessTargets(['Phone number', 'Full name', 'City', 'mobile', 'Priority'])).toEqual([
      'ContactPhoneNumber',
      'ContactName',
      'in Data',
      'in Data',
      'Priority',
    ]);
  });

  it('are kept as they are if the import knows them all', () => {
    const header = ['ContactPhoneNumber', 'Data'];
    expect(isUnmapped(header, guessTargets(header))).toBe(true);
    expect(isUnmapped(['Phone'], guessTargets(['Phone']))).toBe(false);
  });

  it('become the columns of an import; blank cells are left out, and so are columns without a field', () => {
    const csv = {
      header: ['City', 'tel', 'Plan', 'x'],
      rows: [
        ['Paris', '+33123456789', '', 'y'],
        ['', '+33123456780'],
      ],
    };
    expect(mapColumns(csv, ['in Data', 'ContactPhoneNumber', 'in Metadata', ''])).toEqual({
      header: ['ContactPhoneNumber', 'Metadata', 'Data'],
      rows: [
        ['+33123456789', '', '{"City":"Paris"}'],
        ['+33123456780', '', ''],
      ],
    });
  });

  it.each([
    [['a'], [''], 'Choose the column of the phone numbers.'],
    [['a', 'b'], ['ContactPhoneNumber', 'ContactPhoneNumber'], 'Two columns are ContactPhoneNumber.'],
    [
      ['a', 'b', 'c'],
      ['ContactPhoneNumber', 'Data', 'in Data'],
      'A column is Data, so no other can be an entry of it.',
    ],
    [['a', 'b', 'b'], ['ContactPhoneNumber', 'in Data', 'in Data'], 'The columns of Data need different names.'],
    [['a', 'b'], ['ContactPhoneNumber', 'in Data'], undefined],
  ] as const)('%j as %j: %s', (header, targets, problem) => {
    expect(mappingProblem(header, targets)).toBe(problem);
  });
});
