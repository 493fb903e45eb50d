import { parseJsonObject, readBody } from '../../../apps/cli/arguments';

describe('JSON that is given to the command line', () => {
  it.each([
    ['{"Data":{"ID":1546130668394913822}}', /^\/Data\/ID: Expected a number/],
    ['{"a":[1e400]}', /^\/a\/0: Expected a number/],
    [String.raw`{"a":"\ud800"}`, /^\/a: Expected well-formed/],
    ['{"a":1,"a":2}', /^\/a: The key occurs more than once/],
    ['[1]', /^Expected a JSON object/],
    ['{', /^Expected a JSON object/],
  ])('is refused if it would not be sent as it was written: %s', async (text, says) => {
    expect(() => parseJsonObject(text)).toThrow(says);
    const stdin = () => Promise.resolve(Buffer.from(text));
    await expect(readBody('-', { stdin })).rejects.toThrow(new RegExp(`^In standard input: ${says.source.slice(1)}`));
  });

  it('is refused in another encoding', async () => {
    const stdin = () => Promise.resolve(Buffer.from('{"Name":"J\xfcrgen"}', 'latin1'));
    await expect(readBody('-', { stdin })).rejects.toThrow('Expected text in UTF-8 in standard input.');
  });

  it('is sent as it was written otherwise', () => {
    expect(parseJsonObject('{"a":[0.1,{"b":"ü"}]}')).toEqual({ a: [0.1, { b: 'ü' }] });
  });
});
