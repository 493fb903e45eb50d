import fc from 'fast-check';
import { rowShape } from '../../../../shared/contracts/import-row';
import { loadNumberFacts } from '../../../../shared/adapters/numbers/facts-of-number';
import { loadNumberReader } from '../../../../shared/adapters/numbers/read-number';
import { loadZones } from '../../../../shared/adapters/numbers/zones-of-number';
import type { CampaignConfig } from '../../../../shared/domain/campaign/campaign';
import { findLooserFields } from '../../../../shared/domain/campaign/ceilings';
import { createRowValidator } from '../../../../shared/domain/import/validate-row';
import type { JobOverrides } from '../../../../shared/domain/job/overrides';
import { openPolicy } from '../../../../shared/domain/organization/policy';
import type { Constraints, TimeRule } from '../../../../shared/domain/schedule/constraints';
import { mergeConstraints } from '../../../../shared/domain/schedule/merge';
import { planNextCall } from '../../../../shared/domain/schedule/plan';
import { aCampaign } from '../../../support/builders';

const window = (Start: string, End: string, Weekdays?: TimeRule['Weekdays']): TimeRule => ({
  TimeRanges: [{ Start, End }],
  Weekdays,
});
const office = [window('09:00', '17:00', ['Mo', 'Tu', 'We', 'Th', 'Fr'])];
const pointers = (campaign: Partial<CampaignConfig>, Overrides: JobOverrides, CampaignVariants?: string[]): string[] =>
  findLooserFields({ Overrides, CampaignVariants }, aCampaign(campaign)).map(({ pointer }) =>
    pointer.replace('/Overrides/', ''),
  );
const constrained = (ceiling: Constraints, job: Constraints, campaign: Partial<CampaignConfig> = {}): string[] =>
  pointers({ ...campaign, Defaults: { Constraints: ceiling } }, { Constraints: job });

const looser: [ceiling: Constraints, job: Constraints][] = [
  [{ MinCreationDelay: '1h' }, { MinCreationDelay: '59m' }],
  [{ MinDurationBetweenCalls: '1h' }, { MinDurationBetweenCalls: '0' }],
  [{ MaxTotalCalls: 3 }, { MaxTotalCalls: 4 }],
  [{ MaxTotalCalls: 3 }, { MaxTotalCalls: 0 }],
  [{ MaxAttemptsInInterval: { Count: 2, Duration: '24h' } }, { MaxAttemptsInInterval: { Count: 3, Duration: '24h' } }],
  [{ MaxAttemptsInInterval: { Count: 2, Duration: '24h' } }, { MaxAttemptsInInterval: { Count: 1, Duration: '1h' } }],
  [{ TimeZone: 'Europe/Helsinki' }, { TimeZone: 'Asia/Tokyo' }],
  [{ TimeRules: office }, { TimeRules: [] }],
  [{ TimeRules: office }, { TimeRules: [window('09:00', '17:01')] }],
  [{ TimeRules: office }, { TimeRules: [window('22:00', '02:00', ['Mo'])] }],
  [{ NotAfter: '2026-11-27T15:00:00Z' }, { NotAfter: '2026-11-27T17:00:01+02:00' }],
];
const stricter: [ceiling: Constraints, job: Constraints][] = [
  [{ NotAfter: '2026-11-27T15:00:00Z' }, { NotAfter: '2026-11-27T17:00:00+02:00' }],
  [{ MinCreationDelay: '1h' }, { MinCreationDelay: '1h' }],
  [{}, { MinCreationDelay: '1h', MaxTotalCalls: 0, TimeZone: 'Asia/Tokyo', TimeRules: [] }],
  [{ MinDurationBetweenCalls: '60m' }, { MinDurationBetweenCalls: '1h' }],
  [{ MaxTotalCalls: 3 }, { MaxTotalCalls: 1 }],
  [{ MaxTotalCalls: 0 }, { MaxTotalCalls: 0 }],
  [{ MaxAttemptsInInterval: { Count: 2, Duration: '24h' } }, { MaxAttemptsInInterval: { Count: 1, Duration: '48h' } }],
  [{ TimeZone: 'Europe/Helsinki' }, { TimeZone: 'Europe/Helsinki' }],
  [{ TimeRules: office }, { TimeZone: 'Asia/Tokyo', TimeRules: [window('10:00', '12:00', ['Mo', 'Fr'])] }],
  [{ TimeRules: [window('22:00', '02:00')] }, { TimeRules: [window('23:00', '24:00'), window('00:00', '01:00')] }],
  [{ MinCreationDelay: '1h' }, {}],
];

describe('a setting of a campaign is a ceiling for its jobs', () => {
  it.each(looser)('which under %j refuses %j', (ceiling, job) => {
    expect(constrained(ceiling, job)).toEqual(Object.keys(job).map((field) => `Constraints/${field}`));
  });

  it.each(stricter)('which under %j allows %j', (ceiling, job) => {
    expect(constrained(ceiling, job)).toEqual([]);
  });

  it('for the seconds of a call, for jitter and for inferred time zones', () => {
    const Defaults: JobOverrides = { MaxCallSeconds: 600, MaxRingSeconds: 30 };
    expect(pointers({ Defaults }, { MaxCallSeconds: 601, MaxRingSeconds: 31 })).toEqual([
      'MaxCallSeconds',
      'MaxRingSeconds',
    ]);
    expect(pointers({ Defaults }, { MaxCallSeconds: 600, MaxRingSeconds: 5 })).toEqual([]);
    expect(pointers({}, { MaxCallSeconds: 86_400 })).toEqual([]);
    const quiet: JobOverrides = { Constraints: { DisableJitter: true } };
    expect(pointers({ JitterSeconds: 30 }, quiet)).toEqual(['Constraints/DisableJitter']);
    expect(pointers({ JitterSeconds: 0 }, quiet)).toEqual([]);
    expect(pointers({ JitterSeconds: 30, Defaults: quiet }, quiet)).toEqual([]);
    const inferred = { InferTimeZone: true, Defaults: { Constraints: { TimeRules: office } } };
    expect(pointers(inferred, { Constraints: { TimeZone: 'UTC' } })).toEqual(['Constraints/TimeZone']);
  });

  it('for the trunk of its calls', () => {
    const campaign = { Defaults: { Trunk: 'sip/main' } };
    expect(['sip/main', 'sip/other', 'sip'].map((Trunk) => pointers(campaign, { Trunk }))).toEqual([
      [],
      ['Trunk'],
      ['Trunk'],
    ]);
    expect(pointers({}, { Trunk: 'sip/other' })).toEqual([]);
  });

  it('whatever variant is drawn; a job that names its variants has their ceilings', () => {
    const limited = (ID: string, MaxTotalCalls: number, Weight = 1) => ({
      ID,
      Weight,
      Overrides: { Constraints: { MaxTotalCalls } },
    });
    const Variants = [limited('few', 2), limited('many', 5), limited('never', 1, 0)];
    const three = { Constraints: { MaxTotalCalls: 3 } };
    expect(pointers({ Variants }, three)).toEqual(['Constraints/MaxTotalCalls']);
    expect(pointers({ Variants }, { Constraints: { MaxTotalCalls: 2 } })).toEqual([]);
    expect(pointers({ Variants }, three, ['many'])).toEqual([]);
    expect(pointers({ Variants }, three, ['few'])).toEqual(['Constraints/MaxTotalCalls']);
  });

  it('also for the rows of an import', async () => {
    const Overrides = { Constraints: { MaxTotalCalls: 4 } };
    const rowOf = async (hasCeilings: boolean) =>
      (
        await createRowValidator({
          shape: rowShape,
          campaign: aCampaign({ Defaults: { Constraints: { MaxTotalCalls: 3 } } }),
          policy: openPolicy,
          hasCeilings,
          validateOverrides: () => [],
          loadZones,
          loadNumberFacts,
          loadNumberReader,
          nowMs: 0,
        })
      )({ number: 1, fields: { ContactPhoneNumber: '+14155550123', Overrides }, problems: [] });
    expect((await rowOf(false)).kind).toBe('valid');
    expect(await rowOf(true)).toMatchObject({
      kind: 'invalid',
      problems: [{ code: 'not_allowed_in_campaign', column: 'Overrides/Constraints/MaxTotalCalls' }],
    });
  });
});

const hours = fc.integer({ min: 0, max: 30 }).map((count) => `${count}h`);
const clock = fc.constantFrom('00:00', '06:00', '09:00', '12:00', '17:00', '23:00');
const range = fc
  .record({ Start: clock, End: fc.oneof(clock, fc.constant('24:00')) })
  .filter(({ Start, End }) => Start !== End);
const rules = fc.array(
  fc.record({
    TimeRanges: fc.array(range, { minLength: 1, maxLength: 2 }),
    Weekdays: fc.option(
      fc.subarray(['Mo', 'We', 'Su'] as const).map((days) => [...days]),
      { nil: undefined },
    ),
  }),
  { maxLength: 2 },
);
const constraints: fc.Arbitrary<Constraints> = fc.record(
  {
    MinCreationDelay: hours,
    MinDurationBetweenCalls: hours,
    MaxTotalCalls: fc.integer({ min: 0, max: 4 }),
    MaxAttemptsInInterval: fc.record({
      Count: fc.integer({ min: 1, max: 3 }),
      Duration: fc.integer({ min: 1, max: 48 }).map((count) => `${count}h`),
    }),
    TimeZone: fc.constantFrom('Europe/Helsinki', 'America/Sao_Paulo'),
    TimeRules: rules,
  },
  { requiredKeys: ['TimeZone'] },
);
const hourMs = 3_600_000;
const startMs = Date.parse('2026-10-23T07:00:00Z');

it('lets no accepted job be called at an instant at which its campaign allows no call', () => {
  let calls = 0;
  fc.assert(
    fc.property(
      constraints,
      constraints,
      fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 4 }),
      fc.integer({ min: 0, max: 200 }),
      (ceiling, job, attemptHours, afterHours) => {
        fc.pre(constrained(ceiling, job).length === 0);
        const attempts = [...attemptHours]
          .sort((a, b) => a - b)
          .map((hour) => ({ startedAtMs: startMs + hour * hourMs, endedAtMs: startMs + hour * hourMs + 60_000 }));
        const planOf = (own: Constraints, nowMs: number) =>
          planNextCall({
            jobId: 'job_1',
            createdAtMs: startMs,
            nowMs,
            constraints: mergeConstraints(ceiling, own).constraints,
            attempts,
            jitterSeconds: 0,
            maxTotalCallsDefault: 0,
          });
        const plan = planOf(job, (attempts.at(-1)?.endedAtMs ?? startMs) + afterHours * hourMs);
        if (plan.kind !== 'call') return;
        calls++;
        expect(planOf({}, plan.atMs)).toMatchObject({ kind: 'call', atMs: plan.atMs });
      },
    ),
    { numRuns: 100 },
  );
  expect(calls).toBeGreaterThan(10);
});
