import { isIP } from 'node:net';
import {
  findPhoneNumbersInText,
  parsePhoneNumberFromString,
  type CountryCode,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import type { Run, Span } from './reading';
import type { Contact, RedactionText, Rule } from './rule';

/** The digits that ITU-T E.164 allows after the plus sign. */
const international = /^[1-9]\d{6,14}$/;
const withPlus = /[+\uff0b]\s?[1-9](?:[\s\-\u2010-\u2015.()/]{0,2}\d){6,14}(?!\d)/gu;
const fewestDigits = 7;
/** International prefixes of most of the world, North America, Japan and Australia, used instead of the plus sign. */
const internationalPrefixes = /^(?:00|011|010|0011)(?=[1-9])/;

/**
 * Creates a rule that finds phone numbers: numbers that libphonenumber accepts in the format of the contact's country or with an
 * international prefix; a plus sign with 7 to 15 digits, valid or not; the contact's number in any grouping, national or international; and
 * spelled digits that may be a number.
 */
export function createPhoneNumberRule(contact: Contact): Rule {
  const own = parsePhoneNumberFromString(contact.phoneNumber);
  const ownForms = own ? formsOf(own) : [];
  return (text) => findPhoneNumbers(text, own?.country, ownForms);
}

function* findPhoneNumbers(
  { text, readings }: RedactionText,
  defaultCountry: CountryCode | undefined,
  ownForms: readonly string[],
): Iterable<Span> {
  for (const [place, { runs }] of readings.entries()) {
    for (const run of runs) {
      if (run.digits.length < fewestDigits || (place > 0 && !run.spoken)) continue;
      yield* findOwnNumber(run, ownForms);
      if (place > 0 && canBeSpelled(run, defaultCountry)) yield run;
    }
  }
  const known = new Set<number>();
  if (readings[0]?.runs.some(({ digits }) => digits.length >= fewestDigits - 1)) {
    const options = defaultCountry === undefined ? { v2: true as const } : { v2: true as const, defaultCountry };
    for (const { startsAt: start, endsAt: end } of findPhoneNumbersInText(text, options)) {
      // Some IP addresses look like phone numbers of some countries.
      if (isIP(text.slice(start, end)) > 0) continue;
      known.add(start);
      yield { start, end };
    }
  }
  for (const { index, 0: number } of text.matchAll(withPlus)) {
    if (!known.has(index)) yield { start: index, end: index + number.length };
  }
}

function canBeSpelled({ digits, plus }: Run, defaultCountry: CountryCode | undefined): boolean {
  const abroad = digits.replace(internationalPrefixes, '');
  if (plus) return international.test(digits);
  if (abroad !== digits && parsePhoneNumberFromString(`+${abroad}`)?.isPossible()) return true;
  return parsePhoneNumberFromString(digits, defaultCountry)?.isPossible() === true;
}

/** The digits in which people state one number, longest first. */
function formsOf({ countryCallingCode: code, nationalNumber: national }: PhoneNumber): string[] {
  const forms = [`${code}${national}`, `${code}0${national}`, `0${national}`, national];
  // People in North America omit the area code in local calls.
  return code === '1' ? [...forms, national.slice(3)] : forms;
}

/** Finds the groups of digits that contain the contact's number. */
function* findOwnNumber({ digits, pieces }: Run, forms: readonly string[]): Iterable<Span> {
  for (const form of forms) {
    const at = digits.indexOf(form);
    if (at < 0 || form.length < fewestDigits) continue;
    let passed = 0;
    const within = pieces.filter(({ value }) => {
      const begins = passed;
      passed += value.length;
      return begins < at + form.length && passed > at;
    });
    const [first, last] = [within[0], within.at(-1)];
    if (first && last) yield { start: first.start, end: last.end };
    return;
  }
}
