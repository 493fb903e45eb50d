import { parseObject } from '../../../apps/console/src/lib/json';

it.each([
  ['{"a":{"ID":1546130668394913822}}', 'a/ID: Expected a number that a double (IEEE 754) holds exactly'],
  ['{"a":1,"a":2}', 'a: The key occurs more than once'],
  ['[1]', 'Enter a JSON object.'],
  ['{', 'The JSON is invalid'],
])('says why it does not take %s', (text, says) => {
  expect(parseObject(text)).toContain(says);
});

it('takes an object as it was typed, and nothing for an empty one', () => {
  expect([parseObject('{"a":[1.5]}'), parseObject(' ')]).toEqual([{ a: [1.5] }, {}]);
});
