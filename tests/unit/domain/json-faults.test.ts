import fc from 'fast-check';
import { findJsonFaults, maxJsonLevels } from '../../../shared/domain/json-faults';
import { runWithoutHang } from '../../support/hang';

const kindsOf = (text: string): string[] => findJsonFaults(text).map(({ kind, path }) => `${kind} /${path.join('/')}`);

describe('JSON text', () => {
  it('that is written from a value has no faults', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), fc.constantFrom(0, 2), (text, indent) => {
        expect(findJsonFaults(JSON.stringify(JSON.parse(text), null, indent))).toEqual([]);
      }),
    );
  });

  it.each([
    ...['0', '-0', '0.0', '1.10', '1E5', '1e21', '100000000000000000000000', '0.1', '1e-7', '5e-324', '0e999'],
    ...['9007199254740992', '-9007199254740993.0e0'.replace('3.0', '2.0'), '1.7976931348623157e308', '123456789012345'],
    '18446744073709552000',
  ])('keeps the number %s', (number) => {
    expect(kindsOf(`[${number}]`)).toEqual([]);
  });

  it.each([
    ...['1546130668394913822', '-1546130668394913822', '9007199254740993', '18446744073709551616', '1e400', '-1E+400'],
    ...['1e-400', '0.1234567890123456789', '4.9e-324', '10000000000000000.1', '1e99999999999999999999'],
  ])('does not keep the number %s', (number) => {
    expect(kindsOf(`{"a":[true,{"b":${number}}]}`)).toEqual(['number /a/1/b']);
  });

  it('names every fault of its place, with what was written there', () => {
    const text = String.raw`{"a": "\ud83d", "b": ["ok \ud83d\ude00", "\ude00\ud83d"], "c\udc00": 1, "a": {"n": 1e999}, "\u0061": 2}`;
    expect(kindsOf(text)).toEqual(['text /a', 'text /b/1', 'text /c\udc00', 'key /a', 'number /a/n', 'key /a']);
    expect(
      findJsonFaults(text)
        .map(({ written }) => written)
        .slice(0, 2),
    ).toEqual([String.raw`"\ud83d"`, String.raw`"\ude00\ud83d"`]);
  });

  it('may hold quotes, brackets and digits in its strings', () => {
    expect(kindsOf(String.raw`{"\"}{[,:":"1e999,\\","]":"\\\"[","x":{"x":[{"x":1},{"x":1}]}}`)).toEqual([]);
  });

  it('nested too deeply is named by its first member, however deep it is', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(kindsOf(nested(maxJsonLevels))).toEqual([]);
    expect(kindsOf(`{"a":1,"b":{"c":${nested(200_000)}}}`)).toEqual(['depth /b']);
  });

  it.each(['{"a":1},', '"\\\\",', '1,', '[[],{}],', '"\\ud83d\\ude00",'])(
    'of only %j repeated does not hang',
    (part) => {
      expect(runWithoutHang(() => findJsonFaults(`[${part.repeat(200_000)}0]`))).toEqual([]);
      expect(runWithoutHang(() => findJsonFaults(`["${'x\\n'.repeat(500_000)}"]`))).toEqual([]);
    },
  );

  it('with a number of very many digits does not hang', () => {
    const zeros = '0'.repeat(2_000_000);
    for (const number of [`1${zeros}1`, `0.${zeros}1`, `1${zeros}`])
      expect(runWithoutHang(() => kindsOf(`[${number}]`))).toEqual(['number /0']);
    expect(runWithoutHang(() => kindsOf(`[1.${zeros}]`))).toEqual([]);
  });
});
