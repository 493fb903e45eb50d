import { isJsonType } from '../../../../apps/api/http/json-body';
import { measureCpuMs } from '../../../support/cpu-time';

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
    ['spaces', `application/json${' '.repeat(15_800)}x`],
    ['semicolons', `application/json${';'.repeat(15_800)}x`],
    ['spaces between semicolons', `application/json${' ; '.repeat(5_000)}x`],
  ])('takes no longer for a header full of %s', (_of, type) => {
    expect(measureCpuMs(() => expect(isJsonType(type)).toBe(false))).toBeLessThan(50);
  });
});
