/** Types of phone numbers that a policy may deny. */
export const deniableNumberTypes = [
  'premium_rate',
  'shared_cost',
  'international_network',
  'personal_number',
  'toll_free',
  'voip',
  'pager',
  'uan',
  'voicemail',
  'unassigned',
] as const;
export type DeniableNumberType = (typeof deniableNumberTypes)[number];

/** What the numbering plans say about a phone number. */
export interface NumberFacts {
  /** `subscriber` is a landline or a mobile; `special` is what no call may reach: emergency numbers and short codes. */
  type: DeniableNumberType | 'subscriber' | 'special';
  /** ISO 3166-1 alpha-2; absent if the number belongs to no single country. */
  country?: string | undefined;
  /**
   * The number as it is written now, E.164, if that is another one: a trunk or mobile prefix follows the country code, or the numbering
   * plan has changed. Two spellings of one number would be limited, and suppressed, apart.
   */
  presentSpelling?: string | undefined;
}

/** @returns what is known of an E.164 number */
export type LookUpNumber = (e164: string) => NumberFacts;

/**
 * Reads a number as people and spreadsheets write it. Punctuation is removed, and a national number gets its country code; a number is never
 * turned into another, and the spelling of a former numbering plan stays as it is.
 * @param defaultCountry ISO 3166-1 alpha-2: the country of numbers without a country code. Without it, none is guessed.
 * @returns the number, E.164, or what was expected, in a sentence without the number
 */
export type ReadNumber = (
  written: string,
  defaultCountry?: string,
) => { number: string; problem?: undefined } | { number?: undefined; problem: string };

const texts: Record<DeniableNumberType, string> = {
  premium_rate: 'premium-rate numbers',
  shared_cost: 'shared-cost numbers',
  international_network: 'satellite phones and international networks',
  personal_number: 'personal numbers',
  toll_free: 'toll-free numbers',
  voip: 'internet telephony numbers',
  pager: 'pagers',
  uan: 'company numbers',
  voicemail: 'voicemail numbers',
  unassigned: 'numbers outside every numbering plan',
};

/** The numbers of a type, for people. */
export const describeNumberType = (type: DeniableNumberType): string => texts[type];
