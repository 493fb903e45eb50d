import { loadNumberFacts } from '../../../../shared/adapters/numbers/facts-of-number';
import type { LookUpNumber } from '../../../../shared/domain/organization/numbers';
import {
  defaultPolicy,
  findPolicyProblems,
  openPolicy,
  type Policy,
} from '../../../../shared/domain/organization/policy';

let lookUp: LookUpNumber;
beforeAll(async () => {
  lookUp = await loadNumberFacts();
});
const isAllowed = (number: string, policy: Policy): boolean =>
  findPolicyProblems({ ContactPhoneNumber: number }, policy, lookUp(number)).length === 0;

const numbers: [number: string, type: string, country: string | undefined][] = [
  ['+14155550123', 'subscriber', 'US'],
  ['+358401234567', 'subscriber', 'FI'],
  ['+442079460123', 'subscriber', 'GB'],
  ['+18095551234', 'subscriber', 'DO'],
  ['+61412345678', 'subscriber', 'AU'],
  ['+19005551234', 'premium_rate', 'US'],
  ['+358600123456', 'premium_rate', 'FI'],
  ['+979123456789', 'premium_rate', undefined],
  ['+80812345678', 'shared_cost', undefined],
  ['+491801234567', 'shared_cost', 'DE'],
  ['+870773123456', 'international_network', undefined],
  ['+881612345678', 'international_network', undefined],
  ['+88213123456', 'international_network', undefined],
  ['+883510012345', 'international_network', undefined],
  ['+447012345678', 'personal_number', 'GB'],
  ['+18005551234', 'toll_free', 'US'],
  ['+80012345678', 'toll_free', undefined],
  ['+1911555', 'special', 'US'],
  ['+19115550', 'special', 'US'],
  ['+19115550123', 'special', 'US'],
  ['+44999123456', 'special', 'GB'],
  ['+21012345678', 'unassigned', undefined],
];

it.each(numbers)('%s is %s of %s', (number, type, country) => {
  const found = lookUp(number);
  // Ambiguous numbers of a calling code that countries share have no country.
  expect(found.type).toBe(type);
  if (type !== 'special') expect(found.country).toBe(country);
});

it('is called by default if it is a landline, a mobile or toll-free, and never if it is special', () => {
  const denied = ['premium_rate', 'shared_cost', 'international_network', 'unassigned', 'special'];
  for (const [number, type] of numbers) {
    expect([number, isAllowed(number, defaultPolicy)]).toEqual([number, !denied.includes(type)]);
    expect([number, isAllowed(number, openPolicy)]).toEqual([number, type !== 'special']);
  }
});

it('is called in the listed countries only, also where countries share a calling code', () => {
  const policy: Policy = { ...openPolicy, Countries: ['US', 'FI'] };
  const allowed = numbers.filter(([number]) => isAllowed(number, policy)).map(([number]) => number);
  expect(allowed).toEqual(['+14155550123', '+358401234567', '+19005551234', '+358600123456', '+18005551234']);
});

it.each([
  ['+190055501230', 'a digit behind a premium number'],
  ['+4490612345670', 'a digit behind a premium number'],
  ['+4487012345670', 'a digit behind a shared-cost number'],
  ['+141555501770', 'a digit behind a landline'],
  ['+5215512345678', 'a former mobile prefix'],
  ['+86110123456', 'an emergency number'],
])('%s is not called by default: %s', (number) => {
  expect(isAllowed(number, defaultPolicy)).toBe(false);
});

it.each(['+4402079460002', '+44002079460002', '+114155550177', '+49030123456', '+358035860012345'])(
  '%s is another spelling of a number, so no policy allows it',
  (number) => {
    expect(lookUp(number).presentSpelling).toEqual(expect.any(String));
    expect(isAllowed(number, openPolicy)).toBe(false);
  },
);

/** A number as it was written before its numbering plan changed, and as it is written now. */
const formerNumbers = [
  ['Mexico, mobile', '+5215555550123', '+525555550123'],
  ['Mexico, mobile with a national prefix', '+520445555550123', '+525555550123'],
  ['Brazil, mobile', '+551187654321', '+5511987654321'],
  ['Argentina, mobile', '+54111523456789', '+5491123456789'],
  ['Benin', '+22997123456', '+2290197123456'],
  ["Côte d'Ivoire, mobile", '+22507123456', '+2250707123456'],
  ["Côte d'Ivoire, landline", '+22520312345', '+2252720312345'],
  ['Vietnam, mobile', '+841681234567', '+84381234567'],
  ['Vietnam, Hanoi', '+84438251234', '+842438251234'],
  ['Colombia, Bogota', '+5713456789', '+576013456789'],
  ['Gabon, mobile', '+24107123456', '+24177123456'],
  ['Cameroon, mobile', '+23775123456', '+237675123456'],
  ['Chile, Santiago', '+5622345678', '+56222345678'],
  ['Italy, landline without its 0', '+39612345678', '+390612345678'],
];

it.each(formerNumbers)('%s: %s is read as %s, and no policy allows the former one', (_what, former, present) => {
  expect(lookUp(former).presentSpelling).toBe(present);
  // Short as it may be for the present plan, it is no short code.
  expect(lookUp(former).type).not.toBe('special');
  expect(isAllowed(former, openPolicy)).toBe(false);
  expect(lookUp(present).presentSpelling).toBeUndefined();
  expect(isAllowed(present, openPolicy)).toBe(true);
});

it.each(numbers.map(([number]) => number))('%s has no other spelling', (number) => {
  expect(lookUp(number).presentSpelling).toBeUndefined();
});
