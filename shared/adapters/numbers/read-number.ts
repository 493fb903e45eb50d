import type { CountryCode } from 'libphonenumber-js/max';
import type { LookUpNumber, ReadNumber } from '../../domain/organization/numbers';
import { loadOnce } from '../load-once';
import { loadNumberFacts } from './facts-of-number';

/** Loads what reads numbers as people and spreadsheets write them: Google's metadata (about 30 ms, once). */
export const loadNumberReader = loadOnce(load);

const e164 = /^\+[1-9]\d{6,14}$/;
const expected = 'Expected an E.164 number such as "+14155550123"';
const ambiguous = `${expected}: this one may be either of two, with and without its prefix.`;

/** Format characters, which copied numbers carry unseen, and the apostrophe with which spreadsheets mark text. */
const unseen = /\p{Cf}|^\s*'/gu;
/** One plus sign at most, digits as libphonenumber reads them, and the punctuation of ITU-T E.123 and of common habit. */
const punctuated = /^[\s([]*\+?[-\s()[\].~/‐-―−ー－\d０-９٠-٩۰-۹]+$/u;
/** What spreadsheets make of a number that is no text: `4.15555E+09` has lost digits, `4155551002.0` would gain one. */
const spreadsheetNumber = /^\+?\d+(?:[.,]\d+)?e[+-]?\d+$|^\+?\d{5,}[.,]0+$/i;
/** The trunk prefix that is not dialed from abroad, as Britons and Germans write it: +44 (0)20 7946 0958. */
const bracketedZero = /\(\s*[0０]\s*\)/u;
/** Far longer than any number with its punctuation. */
const longestText = 64;
/** The lengths of international prefixes: `00`, `011` and the like. */
const [shortestPrefix, longestPrefix] = [2, 5];

async function load(): Promise<ReadNumber> {
  const [{ parsePhoneNumberFromString, parseIncompletePhoneNumber, isSupportedCountry }, lookUp] = await Promise.all([
    import('libphonenumber-js/max'),
    loadNumberFacts(),
  ]);

  /** @returns the number that E.164 digits are, if it is one of the present plan in exactly this spelling */
  const findAssigned = (e164Digits: string): string | undefined => {
    const number = parsePhoneNumberFromString(e164Digits, { extract: false });
    return number?.isValid() === true && number.number === e164Digits ? e164Digits : undefined;
  };

  /** Of a number with a zero in brackets: most countries do not dial it from abroad, in Italy it is part of landlines. */
  const readBracketed = (text: string, digits: string): ReturnType<ReadNumber> => {
    const without = findAssigned(parseIncompletePhoneNumber(text.replace(bracketedZero, '')));
    const withZero = findAssigned(digits);
    if (without !== undefined && withZero !== undefined) return { problem: ambiguous };
    const number = without ?? withZero;
    return number === undefined ? { problem: `${expected}.` } : { number };
  };

  const readInternational = (text: string, digits: string): ReturnType<ReadNumber> => {
    if (bracketedZero.test(text)) return readBracketed(text, digits);
    const number = parsePhoneNumberFromString(digits, { extract: false });
    if (number === undefined) return { problem: `${expected}.` };
    // The spelling of a former plan stays as it is: it is refused later, as in E.164.
    return e164.test(digits) && (number.isPossible() || lookUp(digits).presentSpelling !== undefined)
      ? { number: digits }
      : { problem: `${expected}.` };
  };

  const readNational = (text: string, digits: string, defaultCountry: CountryCode): ReturnType<ReadNumber> => {
    const number = parsePhoneNumberFromString(text, { defaultCountry, extract: false });
    if (number?.isValid() !== true)
      return { problem: `${expected}, or one of the present numbering plan of ${defaultCountry}.` };
    // With its country code but no plus sign, as spreadsheets leave it, or behind the prefix that nearly all countries have.
    const others = [
      `+${digits.startsWith(number.countryCallingCode) ? digits : ''}`,
      `+${/^00(.*)/.exec(digits)?.[1] ?? ''}`,
    ];
    if (others.some((other) => other !== number.number && findAssigned(other) !== undefined))
      return { problem: ambiguous };
    const abroad = findAbroad(digits, number, lookUp);
    return { number: abroad === undefined || isBracketed(text, abroad, number) ? number.number : abroad };
  };

  return (written, defaultCountry) => {
    if (e164.test(written)) return { number: written };
    if (written.length > longestText) return { problem: `${expected}.` };
    const text = written.replace(unseen, '').replace('＋', '+').trim();
    if (spreadsheetNumber.test(text))
      return { problem: `${expected}. A spreadsheet has changed this one: format the column as text.` };
    if (!punctuated.test(text)) return { problem: `${expected}, without letters and extensions.` };
    const digits = parseIncompletePhoneNumber(text);
    if (digits.startsWith('+')) return readInternational(text, digits);
    if (defaultCountry === undefined || !isSupportedCountry(defaultCountry))
      return { problem: `${expected}. A number without its country code needs a DefaultCountry.` };
    return readNational(text, digits, defaultCountry);
  };
}

interface Parsed {
  /** E.164. */
  number: string;
  countryCallingCode: string;
  nationalNumber: string;
}

/** True if the written number is the parsed one with a trunk prefix in brackets. @param abroad `+` and the digits from the country code on */
const isBracketed = (text: string, abroad: string, { countryCallingCode, nationalNumber }: Parsed): boolean =>
  bracketedZero.test(text) && abroad === `+${countryCallingCode}0${nationalNumber}`;

/**
 * A number that was written with its country code, without the plus sign or behind an international prefix, in another spelling than the
 * present one. In E.164 such a spelling is refused, so it must not be changed here either.
 * @returns `+` and the digits from the country code on
 */
function findAbroad(digits: string, { number, countryCallingCode }: Parsed, lookUp: LookUpNumber): string | undefined {
  const prefixLength = digits.length - (number.length - 1);
  if (digits.endsWith(number.slice(1)) && prefixLength >= shortestPrefix && prefixLength <= longestPrefix)
    return undefined;
  for (let at = 0; at <= longestPrefix; at++) {
    const abroad = `+${digits.slice(at)}`;
    if (!digits.startsWith(countryCallingCode, at) || abroad === number) continue;
    if (e164.test(abroad) && lookUp(abroad).presentSpelling === number) return abroad;
  }
  return undefined;
}
