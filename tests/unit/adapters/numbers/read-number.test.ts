import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { loadNumberReader } from '../../../../shared/adapters/numbers/read-number';
import type { ReadNumber } from '../../../../shared/domain/organization/numbers';

let read: ReadNumber;
beforeAll(async () => {
  read = await loadNumberReader();
});

it.each([
  ['+1 (415) 555-1909', '+14155551909'],
  ['(+1) 415.555.1909', '+14155551909'],
  [' +14155551909 ', '+14155551909'],
  ['+1\u00a0415\u2011555\u20111909', '+14155551909'],
  ['\u202a+14155551909\u202c', '+14155551909'],
  ["'+14155551909", '+14155551909'],
  ['＋１ ４１５ ５５５ １９０９', '+14155551909'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['+39 (0)6 1234567', '+39061234567'],
  // Countries without a trunk prefix.
  ['+48 (0)58 234 5678', '+48582345678'],
  ['+30 (0)695 219 5638', '+306952195638'],
  ['+420 (0)601 123 456', '+420601123456'],
  ['+57 (0)301 123 4540', '+573011234540'],
])('reads %j, which has its country code, as %s, whatever the default country is', (written, number) => {
  for (const country of [undefined, 'US', 'DE', 'IT']) expect(read(written, country)).toEqual({ number });
});

it.each([
  ['4155551002', 'US', '+14155551002'],
  ['(415) 555-1002', 'US', '+14155551002'],
  ['1-415-555-1002', 'US', '+14155551002'],
  ['011 44 20 7946 0958', 'US', '+442079460958'],
  ['011 1 415 555 1002', 'US', '+14155551002'],
  ['020 7946 0958', 'GB', '+442079460958'],
  // Spreadsheets remove the zero, or the plus sign.
  ['2079460958', 'GB', '+442079460958'],
  ['442079460958', 'GB', '+442079460958'],
  ['0044 (0)20 7946 0958', 'GB', '+442079460958'],
  ['030/1234567', 'DE', '+49301234567'],
  ['06 12345678', 'IT', '+390612345678'],
  ['8 (916) 123-45-67', 'RU', '+79161234567'],
  ['011 15 2345-6789', 'AR', '+5491123456789'],
  ['55 5555 0123', 'MX', '+525555550123'],
])('reads %j by the default country %s as %s, and without one not at all', (written, country, number) => {
  expect(read(written, country)).toEqual({ number });
  expect(read(written)).toEqual({ problem: expect.stringContaining('DefaultCountry') as string });
});

it.each([
  ['415-555-CALL', 'US'],
  ['4155551002 x12', 'US'],
  ['+1 415 555 1909 ext. 7', undefined],
  ['+14155551909;ext=7', undefined],
  ['4155551002, 4155551003', 'US'],
  ['+1 415 555 1909/1910', undefined],
  ['+14155551909 +14155551910', undefined],
  ['5551002', 'US'],
  ['911', 'US'],
  ['0044 20 7946 0958', 'US'],
  ['4.15555E+09', 'DE'],
  ['4,15555E+09', 'DE'],
  // With the zero behind the point, a valid number of Berlin.
  ['3012345678.0', 'DE'],
  ['4155551002.0', 'US'],
  ['+1 415', 'US'],
  ['+', 'US'],
  ['()', 'US'],
  ['4155551002', 'XX'],
  ['', 'US'],
  ['Ann', undefined],
  // Two numbers each: with the country code and without it, behind `00` and behind a carrier's prefix, with the zero and without.
  ['4915123456789', 'DE'],
  ['62812305278', 'ID'],
  ['38343601239', 'XK'],
  ['0057 301 123 4540', 'CO'],
  ['0055 51 92123-7540', 'BR'],
  ['+39 (0)331 1234567', undefined],
  ['+352 (0)99', undefined],
  [`+1 415 555 1909${' '.repeat(64)}.`, undefined],
])('does not read %j by %s: it says what is expected, without the number', (written, country) => {
  const { problem = '' } = read(written, country);
  expect(problem).toMatch(/^Expected an E\.164 number such as "\+14155550123"/);
  expect(problem.replaceAll(/E\.164|\+14155550123/g, '')).not.toMatch(/\d/);
});

describe('the spelling of a former numbering plan', () => {
  it.each([
    ['+52 1 55 5555 0123', undefined, '+5215555550123'],
    ['+229 97 12 34 56', undefined, '+22997123456'],
    ['+44 020 7946 0958', undefined, '+4402079460958'],
    ['4402079460958', 'GB', '+4402079460958'],
    ['0044 020 7946 0958', 'GB', '+4402079460958'],
    ['06 03 12 34', 'GA', '+24106031234'],
  ])('%j (%s) stays one, for those to refuse who take the number', (written, country, number) => {
    expect(read(written, country)).toEqual({ number });
  });

  it.each([
    ['1 55 5555 0123', 'MX'],
    ['044 55 5555 0123', 'MX'],
    ['5215555550123', 'MX'],
    ['011 52 1 55 5555 0123', 'US'],
    ['97 12 34 56', 'BJ'],
    ['11 9654-3210', 'BR'],
    ['0162 345 6789', 'VN'],
    ['612345678', 'IT'],
  ])('%j (%s) is not read as another number', (written, country) => {
    expect(read(written, country)).toEqual({ problem: expect.stringContaining('present numbering plan') as string });
  });
});

it('reads a number of every country in its national and in its international form as the same', () => {
  const wrong = getCountries().flatMap((country) => {
    const number = getExampleNumber(country, examples);
    if (number === undefined) return [];
    const forms = [number.formatInternational(), number.formatNational(), number.number];
    return forms.filter((form) => read(form, country).number !== number.number).map((form) => [country, form]);
  });
  expect(wrong).toEqual([]);
});
