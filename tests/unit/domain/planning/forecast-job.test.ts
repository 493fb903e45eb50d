import { outcomeNames } from '../../../../shared/domain/retry/retry-rules';
import type { CampaignConfig } from '../../../../shared/domain/campaign/campaign';
import { forecastJob } from '../../../../shared/domain/planning/forecast-job';
import {
  createJobContext,
  followsNumberZones,
  planJob,
  toPlanInput,
} from '../../../../shared/domain/planning/plan-job';
import { planNextCall } from '../../../../shared/domain/schedule/plan';
import type { Constraints } from '../../../../shared/domain/schedule/constraints';
import { aCampaign, aJob } from '../../../support/builders';

const nowMs = Date.parse('2026-11-20T10:00:00Z');
const contextWith = (Constraints: Constraints, campaign: Partial<CampaignConfig> = {}) =>
  createJobContext({
    job: aJob({ CreatedMS: nowMs, Overrides: { Constraints } }),
    calls: [],
    version: 1,
    campaign: aCampaign(campaign),
  });
const threeRangesADay = (['Mo', 'Tu', 'We', 'Th', 'Fr'] as const).map((day) => ({
  Weekdays: [day],
  TimeRanges: [
    { Start: '09:00', End: '11:00' },
    { Start: '12:00', End: '14:00' },
    { Start: '15:00', End: '17:00' },
  ],
}));

describe('a forecast', () => {
  it.each(outcomeNames)('of %s has calls if its rule retries, and otherwise explains why not', async (outcome) => {
    const { calls, endsBecause } = await forecastJob(contextWith({ MaxTotalCalls: 0 }), nowMs, { outcome, count: 3 });
    if (calls.length === 0) expect(endsBecause).toMatch(new RegExp(`${outcome} (completes|fails) the job.*\\.$`));
    else expect([calls.length, endsBecause]).toEqual([3, null]);
  });

  it('follows the campaign’s rule for the outcome', async () => {
    const ruled = contextWith(
      { MaxTotalCalls: 0 },
      { RetryRules: { user_refusal: { Then: 'retry', Delays: ['1h', '2h'] } } },
    );
    const { calls } = await forecastJob(ruled, nowMs, { outcome: 'user_refusal', count: 4 });
    const gaps = calls.slice(1).map(({ CallMS }, index) => (CallMS - (calls[index]?.CallMS ?? 0)) / 60_000);
    expect(gaps).toEqual([61, 121, 121]);
  });

  it('starts with the plan itself', async () => {
    const held = contextWith({ MinCreationDelay: '3h' });
    const plan = planJob(held, nowMs);
    expect((await forecastJob(held, nowMs, { outcome: 'contact_busy', count: 1 })).calls).toEqual([
      { CallMS: plan.kind === 'call' ? plan.atMs : 0, Gate: 'MinCreationDelay' },
    ]);
  });

  it('of fifty attempts parses its rules and dates once', async () => {
    let reads = 0;
    const BlackoutDates = [
      {
        get From() {
          reads++;
          return '2026-12-24';
        },
        To: '2026-12-26',
        Name: 'Christmas',
      },
    ];
    const busy = contextWith(
      { TimeZone: 'Europe/Helsinki', MaxTotalCalls: 0, MinDurationBetweenCalls: '2h', TimeRules: threeRangesADay },
      { BlackoutDates },
    );
    const forecast = async (count: number): Promise<number> => {
      reads = 0;
      const { calls } = await forecastJob(busy, nowMs, { outcome: 'contact_did_not_answer', count });
      expect(calls).toHaveLength(count);
      return reads;
    };
    expect(await forecast(50)).toBe(await forecast(1));
  });

  it('can be interrupted between two calls', async () => {
    let paused = 0;
    const pace = (): Promise<number> => Promise.resolve(paused++);
    await forecastJob(contextWith({ MaxTotalCalls: 0 }), nowMs, { outcome: 'contact_busy', count: 7 }, pace);
    expect(paused).toBe(7);
  });
});

describe('a job context', () => {
  it('treats the settings of a variant as the campaign’s', () => {
    const varied = contextWith(
      { MaxTotalCalls: 2 },
      { Variants: [{ ID: 'v', Weight: 1, Overrides: { Constraints: { MinCreationDelay: '1h', MaxTotalCalls: 9 } } }] },
    );
    expect(varied.origins).toEqual({ MinCreationDelay: 'campaign', MaxTotalCalls: 'job' });
    expect(varied.overrides.Constraints).toEqual({ MinCreationDelay: '1h', MaxTotalCalls: 2 });
  });

  it('closes one day for a blackout date without an end', () => {
    const closed = contextWith({ TimeZone: 'UTC' }, { BlackoutDates: [{ From: '2026-12-24', Name: 'x' }] });
    const openFrom = (atMs: number) => planNextCall({ ...toPlanInput(closed, atMs), jitterSeconds: 0 });
    const [eveMs, dayMs] = [Date.parse('2026-12-24T00:00:00Z'), 86_400_000];
    expect(openFrom(eveMs - 1)).toMatchObject({ kind: 'call', atMs: eveMs - 1 });
    expect(openFrom(eveMs)).toMatchObject({ kind: 'call', atMs: eveMs + dayMs });
  });

  it('follows the zones of its number only if they are inferred, none is set, and a rule needs one', () => {
    const windows = { TimeRules: threeRangesADay };
    const infers = { InferTimeZone: true };
    expect(followsNumberZones(contextWith(windows, infers))).toBe(true);
    expect(followsNumberZones(contextWith({}, { ...infers, BlackoutDates: [{ From: '2026-12-24', Name: 'x' }] }))).toBe(
      true,
    );
    expect(followsNumberZones(contextWith(windows))).toBe(false);
    expect(followsNumberZones(contextWith({ ...windows, TimeZone: 'UTC' }, infers))).toBe(false);
    expect(followsNumberZones(contextWith({}, infers))).toBe(false);
  });
});
