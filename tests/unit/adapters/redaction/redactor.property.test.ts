import fc from 'fast-check';
import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/examples.mobile.json';
import { createRedactor } from '../../../../shared/adapters/redaction/redactor';
import { redactionEntities } from '../../../../shared/domain/job/redaction';
import { english, national } from './corpus';
import { runWithoutHang } from '../../../support/hang';
import { propertyRuns } from '../../../support/sizes';

jest.setTimeout(propertyRuns(20_000));
const redactor = createRedactor();
const contact = { name: 'Maria Lopez', phoneNumber: '+14155550123' };
const everything = redactor.forContact(contact, redactionEntities);

/** Some digits with the one that makes them a card number. */
function withCheckDigit(digits: readonly number[]): number[] {
  const sum = digits.toReversed().reduce((total, digit, place) => {
    const doubled = place % 2 === 0 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return [...digits, (10 - (sum % 10)) % 10];
}

const digit = fc.integer({ min: 0, max: 9 });
const card = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.array(digit, { minLength: 11, maxLength: 17 }))
  .map(([first, rest]) => withCheckDigit([first, ...rest]));
const separator = fc.constantFrom('', ' ', '-', '.', '\u00a0', ' - ', ', ', '\u2013', '/');

describe('redaction', () => {
  it('finds every card number, whatever stands between its digits', () => {
    fc.assert(
      fc.property(card, fc.array(separator, { minLength: 19, maxLength: 19 }), (digits, between) => {
        const written = digits.map((one, place) => (place === 0 ? String(one) : `${between[place]}${one}`)).join('');
        expect(redactor.forContact(contact, ['credit_card']).redactText(`It is ${written}.`)).toBe(
          'It is [credit_card].',
        );
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('ignores a card number with a wrong check digit', () => {
    fc.assert(
      fc.property(card, fc.integer({ min: 1, max: 9 }), (digits, wrong) => {
        const text = [...digits.slice(0, -1), ((digits.at(-1) ?? 0) + wrong) % 10].join('');
        expect(redactor.forContact(contact, ['credit_card']).redactText(text)).toBe(text);
      }),
    );
  });

  // Some islands have numbers of four or five digits, too short to be recognized: a documented limit.
  const countries = getCountries().filter(
    (country) => (getExampleNumber(country, examples)?.nationalNumber.length ?? 0) > 5,
  );
  it('covers nearly all countries', () => expect(countries.length).toBeGreaterThan(200));
  it.each(countries)('finds a mobile number of %s in national and international notation', (country) => {
    const number = getExampleNumber(country, examples);
    if (!number) throw new Error(`There is no example of ${country}.`);
    const rules = redactor.forContact({ phoneNumber: number.number }, ['phone_number']);
    for (const written of [number.formatInternational(), number.formatNational(), number.number])
      expect(rules.redactText(`Call ${written} please.`)).toBe('Call [phone_number] please.');
  });

  it('is idempotent', () => {
    const said = [...english, ...national.flatMap(([, ...rows]) => rows)].map(([text]) => text);
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc
        .array(
          fc.oneof(fc.constantFrom(...said), fc.constantFrom('one', 'at', 'dot', '+', '@', '1', 'FI21', ':', '-', '.')),
          {
            maxLength: 6,
          },
        )
        .chain((parts) => fc.constantFrom(' ', '', ', ').map((between) => parts.join(between))),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const once = everything.redactText(text);
        expect(everything.redactText(once)).toBe(once);
      }),
      { numRuns: propertyRuns(400) },
    );
  });

  it('leaves the text around an entity unchanged', () => {
    const words = fc.array(
      fc.constantFrom('well', 'please', 'thank', 'you', 'sorry', 'what?', 'hm,', 'é', '日本', '🙂'),
      { maxLength: 8 },
    );
    const entity = fc.constantFrom(
      ['4111 1111 1111 1111', '[credit_card]'],
      ['+1 212 736 5000', '[phone_number]'],
      ['jane@example.com', '[email]'],
      ['Maria', '[name]'],
    );
    fc.assert(
      fc.property(words, entity, words, (before, [said, stored], after) => {
        const around = (middle: string) => [...before, middle, ...after].join(' ');
        expect(everything.redactText(around(said))).toBe(around(stored));
      }),
    );
  });

  it.each([
    '1 ',
    '+1 ',
    'one ',
    'double ',
    'a@',
    'a.b@',
    'at dot ',
    'FI21 ',
    'F I two one ',
    'www.',
    'http://',
    '::',
    '1.',
    '(',
    'A',
    'my name is ',
    'maria ',
  ])(
    'does not hang at many times the greatest length of %j repeated',
    (part) => {
      // The library that finds telephone numbers takes long for each group of digits: they get a text of the greatest length.
      const long = part.repeat(200_000 / part.length);
      const others = redactor.forContact(
        contact,
        redactionEntities.filter((entity) => entity !== 'phone_number'),
      );
      runWithoutHang(() => (/\d/.test(part) ? others : everything).redactText(long));
      runWithoutHang(() => everything.redactText(part.repeat(4_000 / part.length)));
    },
    120_000,
  );

  it.each([
    ['Card 4111 1111 1111 1111 it is.', 'Card [credit_card] it is.'],
    ['Write to jane.doe@example.com now.', 'Write to [email] now.'],
    ['My number is four one five five five five zero one two three.', 'My number is [phone_number].'],
    ['My name is Maria, hello.', 'My name is [name], hello.'],
  ])('finds %j wherever it is in a long text', (said, stored) => {
    for (let before = 1_400; before < 2_100; before += 71) {
      const [start, end] = ['x y z w '.repeat(300).slice(-before), ' hello you'.repeat(150)];
      expect(everything.redactText(`${start} ${said}${end}`)).toBe(`${start} ${stored}${end}`);
    }
  });

  it('leaves nothing of an entity that is longer than the parts in which a text is searched', () => {
    const url = `https://example.com/${'secret/'.repeat(1_500)}end`;
    expect(everything.redactText(`See ${url} please.`)).toBe('See [url] please.');
  });

  it('redacts values in lists and objects, and leaves other values and keys unchanged', async () => {
    const found = { a: ['call 415 555 0123', 5, null, true], 'jane@example.com': { n: 4155550123 } };
    expect(await everything.redactJsonPaced(found, () => Promise.resolve())).toEqual({
      a: ['call [phone_number]', 5, null, true],
      'jane@example.com': { n: '[phone_number]' },
    });
  });

  it('redacts only the requested entities, and nothing without them', () => {
    const said = 'Maria, jane@example.com, 4111 1111 1111 1111';
    expect(redactor.forContact(contact, []).redactText(said)).toBe(said);
    expect(redactor.forContact(contact, ['email']).redactText(said)).toBe('Maria, [email], 4111 1111 1111 1111');
  });
});
