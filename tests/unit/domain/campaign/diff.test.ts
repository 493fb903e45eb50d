import { diffSettings } from '../../../../shared/domain/campaign/diff';

describe('the comparison of two versions', () => {
  it('names each field that differs, down to the innermost object, and compares lists as a whole', () => {
    const before = {
      Name: 'A',
      Defaults: { Constraints: { MaxTotalCalls: 3 } },
      CallerIDs: ['+1', '+2'],
      RetentionDays: 9,
    };
    const after = { Name: 'A', Defaults: { Constraints: { MaxTotalCalls: 5 } }, CallerIDs: ['+1'], JitterSeconds: 0 };
    expect(diffSettings(before, after)).toEqual([
      { Pointer: '/CallerIDs', Before: ['+1', '+2'], After: ['+1'] },
      { Pointer: '/Defaults/Constraints/MaxTotalCalls', Before: 3, After: 5 },
      { Pointer: '/JitterSeconds', After: 0 },
      { Pointer: '/RetentionDays', Before: 9 },
    ]);
  });

  it('finds no difference in another order of the same fields', () => {
    expect(diffSettings({ a: 1, b: [{ c: 1, d: 2 }] }, { b: [{ d: 2, c: 1 }], a: 1 })).toEqual([]);
  });

  it('escapes names as JSON pointers do', () => {
    expect(diffSettings({ Agent: { 'a/b~c': 1 } }, { Agent: {} })).toEqual([{ Pointer: '/Agent/a~1b~0c', Before: 1 }]);
  });
});
