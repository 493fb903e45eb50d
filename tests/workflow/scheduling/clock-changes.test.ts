import { DateTime } from 'luxon';
import { planJob } from '../../../shared/domain/planning/plan-job';
import type { Constraints } from '../../../shared/domain/schedule/constraints';
import { simulated } from '../../support/builders';
import { invariantViolations } from '../../support/invariants';
import { clockChanges } from '../../support/sizes';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** A call is never early. Skipped time also passes while a slow machine works; the next window is most of a day away. */
const lateMs = 10 * minuteMs;
const retryDelayMs = 20 * hourMs;

const offsets = new Map<string, number>();
/** In minutes. No zone changes its clock but at a quarter of an hour, and many thousand minutes are looked at. */
function offsetAt(ms: number, zone: string): number {
  const quarterMs = ms - (ms % (15 * minuteMs));
  const key = `${zone} ${quarterMs}`;
  const offset = offsets.get(key) ?? DateTime.fromMillis(quarterMs, { zone }).offset;
  offsets.set(key, offset);
  return offset;
}

/** The next instant at least three weeks after `fromMs` at which the clock is put forward or back. */
function nextChange(fromMs: number, zone: string, to: 'forward' | 'back'): number {
  const stepMs = 30 * minuteMs;
  const changed = (ms: number, sinceMs: number): boolean => {
    const change = offsetAt(ms, zone) - offsetAt(sinceMs, zone);
    return to === 'forward' ? change > 0 : change < 0;
  };
  let dayStartMs = Math.ceil((fromMs + 21 * dayMs) / minuteMs) * minuteMs;
  while (!changed(dayStartMs + dayMs, dayStartMs)) dayStartMs += dayMs;
  let ms = dayStartMs + stepMs;
  while (!changed(ms, ms - stepMs)) ms += stepMs;
  return ms;
}

/** Whether the zone's own clock shows a time in `[start, end)`. */
const inside = (ms: number, zone: string, { Start, End }: { Start: string; End: string }): boolean => {
  const time = new Date(ms + offsetAt(ms, zone) * minuteMs)
    .toISOString()
    .slice('2026-11-26T'.length, '2026-11-26T00:00'.length);
  return Start < End ? Start <= time && time < End : time >= Start || time < End;
};

/** The first open instant from `fromMs` on, minute by minute. */
function firstOpen(fromMs: number, zone: string, range: { Start: string; End: string }): number {
  if (inside(fromMs, zone, range)) return fromMs;
  let ms = Math.ceil(fromMs / minuteMs) * minuteMs;
  while (!inside(ms, zone, range)) ms += minuteMs;
  return ms;
}

describe('weeks of attempts across a clock change are made at the planned instants', () => {
  let testEnv: TimeSkippingEnv;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
  }, 30_000);
  afterAll(() => testEnv.close());

  const journeys: [zone: string, to: 'forward' | 'back', range: { Start: string; End: string }][] = [
    ['Europe/Helsinki', 'forward', { Start: '02:45', End: '04:15' }],
    ['Australia/Lord_Howe', 'back', { Start: '01:40', End: '01:50' }],
    ['Europe/Helsinki', 'back', { Start: '03:30', End: '03:45' }],
    ['America/New_York', 'forward', { Start: '23:00', End: '02:30' }],
    ['Australia/Lord_Howe', 'forward', { Start: '02:10', End: '02:20' }],
    ['America/Santiago', 'forward', { Start: '00:00', End: '01:00' }],
  ];

  it.each(journeys.slice(0, clockChanges))(
    '%s, the clock put %s',
    async (zone, to, range) => {
      const createdMs = await testEnv.nowMs();
      const changeMs = nextChange(createdMs, zone, to);
      const CampaignID = await testEnv.campaign({
        RetryRules: { contact_did_not_answer: { Then: 'retry', Delays: [`${retryDelayMs / hourMs}h`] } },
      });
      const Constraints: Constraints = {
        MinCreationDelay: `${Math.floor((changeMs - createdMs - 6 * dayMs) / minuteMs)}m`,
        MaxTotalCalls: 14,
        TimeZone: zone,
        TimeRules: [{ TimeRanges: [range] }],
      };
      const Overrides = { ...simulated({ Scenario: 'contact_did_not_answer', RingSeconds: 5 }), Constraints };
      const { ID } = await testEnv.post({ CampaignID, Overrides });
      const job = await testEnv.end(ID);
      expect(job).toMatchObject({ State: 'failed', FailureReason: 'max_attempts_exceeded', CallCount: 14 });
      const calls = await testEnv.deps.store.calls.listByJob(ID);
      let fromMs = job.CreatedMS + Math.floor((changeMs - createdMs - 6 * dayMs) / minuteMs) * minuteMs;
      for (const [index, call] of calls.entries()) {
        const plannedMs = firstOpen(fromMs, zone, range);
        const dialedMs = call.DialedMS ?? 0;
        expect({ attempt: index + 1, early: dialedMs < plannedMs }).toEqual({ attempt: index + 1, early: false });
        expect(dialedMs - plannedMs).toBeLessThan(lateMs);
        expect(inside(dialedMs, zone, range)).toBe(true);
        fromMs = (call.EndedMS ?? 0) + retryDelayMs;
      }
      const last = calls.at(-1)?.DialedMS ?? 0;
      expect(calls[0]?.DialedMS).toBeLessThan(changeMs);
      expect(last).toBeGreaterThan(changeMs);
      expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
    },
    60_000,
  );

  it('which are the instants that the explanation names beforehand, attempt by attempt', async () => {
    const Constraints: Constraints = {
      MaxTotalCalls: 4,
      TimeZone: 'Europe/Helsinki',
      TimeRules: [{ TimeRanges: [{ Start: '09:00', End: '09:30' }], Weekdays: ['Mo', 'We'] }],
    };
    const Overrides = { ...simulated({ Scenario: 'contact_busy' }), Constraints };
    const CampaignID = await testEnv.campaign({ JitterSeconds: 600 });
    const { ID } = await testEnv.post({ CampaignID, Overrides });
    const explained: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt++) {
      const job = await testEnv.reach(ID, ({ State, CallCount }) => State === 'scheduled' && CallCount === attempt - 1);
      const nowMs = await testEnv.nowMs();
      const plan = planJob(await testEnv.deps.store.jobContexts.load(job, nowMs), nowMs);
      const atMs = plan.kind === 'call' ? plan.atMs : 0;
      expect(job.NextCallMS).toBe(atMs);
      explained.push(atMs);
      await testEnv.env.sleep(atMs - nowMs + 1);
      await testEnv.reach(ID, ({ CallCount }) => CallCount === attempt);
    }
    await testEnv.end(ID);
    const dialed = (await testEnv.deps.store.calls.listByJob(ID)).map((call) => call.DialedMS ?? 0);
    for (const [index, atMs] of explained.entries()) {
      expect(dialed[index]).toBeGreaterThanOrEqual(atMs);
      expect((dialed[index] ?? 0) - atMs).toBeLessThan(lateMs);
    }
  }, 60_000);
});
