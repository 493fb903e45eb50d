/** A numbering plan that has changed: how its former numbers are written now. */
interface PlanChange {
  /** The former number, E.164. */
  former: RegExp;
  toPresent: (digits: string) => string;
}

const change = (former: RegExp, toPresent: PlanChange['toPresent']): PlanChange => ({ former, toPresent });

/** Vietnam's mobile prefixes until 2018, and those in their place. */
const vietnam: Readonly<Record<string, string>> = {
  ...{ 120: '70', 121: '79', 122: '77', 126: '76', 128: '78', 123: '83', 124: '84', 125: '85', 127: '81', 129: '82' },
  ...{ 162: '32', 163: '33', 164: '34', 165: '35', 166: '36', 167: '37', 168: '38', 169: '39' },
  ...{ 186: '56', 188: '58', 199: '59' },
};

/** Gabon's prefixes until 2019, and those in their place. */
const gabon: Readonly<Record<string, string>> = { 1: '11', 2: '62', 4: '74', 5: '65', 6: '66', 7: '77' };

/** Côte d'Ivoire's operators have two more digits since 2021: by the third digit of a landline, and the second of a mobile. */
function toIvorian(digits: string): string {
  const [, second = '', third = ''] = digits;
  if (/^(2[0-4]|3[0-6])/.test(digits)) return `+225${third === '8' ? '21' : third === '0' ? '25' : '27'}${digits}`;
  return `+225${second < '4' ? '01' : second < '7' ? '05' : '07'}${digits}`;
}

/**
 * Changes of national numbering plans that many lists have not followed, by ITU's notifications of changes of national numbering plans
 * (ITU-T E.129) and libphonenumber's metadata. A number that is not in the present plan is read by them.
 */
const changes: readonly PlanChange[] = [
  // Mexico, 2019: no prefix before mobiles, nor before national numbers.
  change(/^\+52(?:1|01|04[45])(\d{10})$/, (digits) => `+52${digits}`),
  // Brazil, 2016: a 9 before the mobiles of all areas.
  change(/^\+55(\d\d[6-9]\d{7})$/, (digits) => `+55${digits.slice(0, 2)}9${digits.slice(2)}`),
  // Benin, 2024.
  change(/^\+229(\d{8})$/, (digits) => `+22901${digits}`),
  change(/^\+225(\d{8})$/, toIvorian),
  change(/^\+84(1[26]\d{8}|18[68]\d{7}|199\d{7})$/, (digits) => `+84${vietnam[digits.slice(0, 3)]}${digits.slice(3)}`),
  // Vietnam, 2017: Hanoi and Saigon.
  change(/^\+84([48]\d{7,8})$/, (digits) => `+842${digits}`),
  // Colombia, 2021: landlines.
  change(/^\+57([124-8]\d{7})$/, (digits) => `+5760${digits}`),
  // Gabon, 2019. Google's metadata has the former numbers too.
  change(/^\+2410?([124-7]\d{6})$/, (digits) => `+241${gabon[digits.charAt(0)]}${digits.slice(1)}`),
  // Cameroon, 2014: mobiles, and landlines.
  change(/^\+237([5-9]\d{7})$/, (digits) => `+2376${digits}`),
  change(/^\+237([23]\d{7})$/, (digits) => `+2372${digits}`),
  // Mauritius, 2013: mobiles.
  change(/^\+230([79]\d{6})$/, (digits) => `+2305${digits}`),
  // Chile, 2012: Santiago.
  change(/^\+562(\d{7})$/, (digits) => `+5622${digits}`),
  // Italy, 1998: the 0 of a landline is part of its number. Spreadsheets remove it.
  change(/^\+39([1-9]\d{5,9})$/, (digits) => `+390${digits}`),
];

/** Former numbers that Google's metadata takes for present ones. */
const stillListed = /^\+2410/;

/**
 * The present spelling of a number that a numbering plan has changed.
 * @param isAssigned whether a number is in the present plan of its country, as far as the metadata knows
 * @returns `undefined` if the number is in the plan, or if no known change leads from it to one that is
 */
export function findPresentSpelling(e164: string, isAssigned: (e164: string) => boolean): string | undefined {
  if (isAssigned(e164) && !stillListed.test(e164)) return undefined;
  for (const { former, toPresent } of changes) {
    const digits = former.exec(e164)?.[1];
    const present = digits === undefined ? undefined : toPresent(digits);
    if (present !== undefined && isAssigned(present)) return present;
  }
  return undefined;
}
