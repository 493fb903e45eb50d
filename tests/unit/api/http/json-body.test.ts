import { isJsonType } from '../../../../apps/api/http/json-body';
import { runWithoutHang } from '../../../support/hang';

describe('isJsonType', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json ; charset=utf-8 ; ',
  ])('accepts %j', (type) => {
    expect(isJsonType(type)).toBe(true);
  });

  it.each(['', 'application/jsonp', 'text/json', 'application/json; charset=utf-16', 'application/json x', ';'])(
    'rejects %j',
    (type) => {
      expect(isJsonType(type)).toBe(false);
    },
  );

  it.each([
    ['spaces', `application/json${' '.repeat(1_000_000)}x`],
    ['semicolons', `application/json${';'.repeat(1_000_000)}x`],
    ['spaces between semicolons', `application/json${' ; '.repeat(300_000)}x`],
  ])('does not hang at a header full of %s', (_of, type) => {
    expect(runWithoutHang(() => isJsonType(type))).toBe(false);
  });
});
