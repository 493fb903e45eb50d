import type { PhoneNumberType } from 'libphonenumber-js/max';
import type { DeniableNumberType, LookUpNumber, NumberFacts } from '../../domain/organization/numbers';
import { loadOnce } from '../load-once';
import { findPresentSpelling } from './former-spellings';

const types: Partial<Record<NonNullable<PhoneNumberType>, DeniableNumberType>> = {
  PREMIUM_RATE: 'premium_rate',
  SHARED_COST: 'shared_cost',
  PERSONAL_NUMBER: 'personal_number',
  TOLL_FREE: 'toll_free',
  VOIP: 'voip',
  PAGER: 'pager',
  UAN: 'uan',
  VOICEMAIL: 'voicemail',
};

/** Calling codes of satellite systems and of networks that span countries (ITU-T E.164, annex A). */
const internationalNetworks = new Set(['870', '878', '881', '882', '883', '888']);

/** Emergency codes that many countries share. A number that begins with one and is in no numbering plan may reach them. */
const emergencyCodes = /^(112|911|999)/;

/** Loads Google's metadata of phone numbers (about 30 ms, once). */
export const loadNumberFacts = loadOnce(load);

async function load(): Promise<LookUpNumber> {
  const { parsePhoneNumberFromString, validatePhoneNumberLength } = await import('libphonenumber-js/max');
  const isAssigned = (e164: string): boolean =>
    parsePhoneNumberFromString(e164, { extract: false })?.getType() !== undefined;
  const toSpelling = (e164: string, read: string): Pick<NumberFacts, 'presentSpelling'> => {
    const presentSpelling = findPresentSpelling(read, isAssigned) ?? read;
    return presentSpelling === e164 ? {} : { presentSpelling };
  };
  return (e164): NumberFacts => {
    const number = parsePhoneNumberFromString(e164, { extract: false });
    if (number !== undefined && internationalNetworks.has(number.countryCallingCode))
      return { type: 'international_network' };
    const type = number?.getType();
    const spelling = number === undefined ? {} : toSpelling(e164, number.number);
    if (type !== undefined) return { type: types[type] ?? 'subscriber', country: number?.country, ...spelling };
    const isShort = validatePhoneNumberLength(e164) === 'TOO_SHORT';
    // A number of a former plan may be too short for the present one.
    const isFormer = spelling.presentSpelling !== undefined;
    const isSpecial = !isFormer && (isShort || emergencyCodes.test(number?.nationalNumber ?? ''));
    return { type: isSpecial ? 'special' : 'unassigned', country: number?.country, ...spelling };
  };
}
