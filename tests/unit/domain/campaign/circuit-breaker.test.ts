import fc from 'fast-check';
import {
  breakerLimitsOf,
  breakerSettingsOf,
  breakerStateOf,
  closeBreaker,
  decideBreaker,
  findFreeProbe,
  maxResults,
  resultsToRead,
  withBreakerLimits,
  type CallResult,
  type CircuitBreaker,
} from '../../../../shared/domain/campaign/circuit-breaker';

const minuteMs = 60_000;
const settings = breakerSettingsOf();
const ok = (endedMs = 0): CallResult => ({ endedMs });
const failed = (endedMs = 0): CallResult => ({ endedMs, failure: 'provider_refused' });
const many = (count: number, make: () => CallResult): CallResult[] => Array.from({ length: count }, make);
const decide = (breaker: CircuitBreaker | undefined, results: readonly CallResult[], nowMs: number) =>
  decideBreaker(breaker, { settings, results, nowMs });
const opened = (nowMs = 0): CircuitBreaker => decide(undefined, many(20, failed), nowMs)!;

describe('a closed circuit breaker', () => {
  it('opens if and only if there are enough calls, and enough of them failed', () => {
    const anyResults = fc.array(fc.boolean(), { maxLength: maxResults });
    const anySettings = fc.record({
      MinCalls: fc.integer({ min: 2, max: 60 }),
      FailureRatio: fc.double({ min: 0.05, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(anyResults, anySettings, fc.boolean(), (failures, own, wasClosed) => {
        const results = failures.map((isFailed) => (isFailed ? failed() : ok()));
        const share = failures.filter(Boolean).length / failures.length;
        const expected = failures.length >= own.MinCalls && share >= own.FailureRatio;
        const before = wasClosed ? closeBreaker(opened(), 1) : undefined;
        const after = decideBreaker(before, { settings: breakerSettingsOf(own), results, nowMs: minuteMs });
        expect(after !== undefined).toBe(expected);
        if (after === undefined) return;
        expect(after).toMatchObject({ OpenedMS: minuteMs, HalfOpenMS: 2 * minuteMs, Calls: results.length });
        expect(after.Revision).toBe((before?.Revision ?? 0) + 1);
        expect([minuteMs, 2 * minuteMs].map((atMs) => breakerStateOf(after, atMs))).toEqual(['open', 'half_open']);
      }),
    );
  });

  it('looks at the calls of its window, but at none from before it was closed', () => {
    expect(resultsToRead(undefined, settings, 10 * minuteMs)).toEqual({ endedFromMs: 5 * minuteMs });
    const closed = closeBreaker(opened(), 8 * minuteMs);
    expect(resultsToRead(closed, settings, 10 * minuteMs)).toEqual({ endedFromMs: 8 * minuteMs });
  });

  it('limits nothing, once the calls that waited are spread', () => {
    const closed = closeBreaker(opened(), minuteMs, 2 * minuteMs);
    expect(breakerLimitsOf(undefined, 0)).toBeUndefined();
    expect(breakerLimitsOf(closed, 2 * minuteMs)).toBeUndefined();
    const spread = breakerLimitsOf(closed, 2 * minuteMs - 1);
    expect([0, 60, 900].map((own) => withBreakerLimits({ MaxCallsPerMinute: own }, spread))).toEqual([
      { MaxCallsPerMinute: 300 },
      { MaxCallsPerMinute: 60 },
      { MaxCallsPerMinute: 300 },
    ]);
  });
});

describe('an open circuit breaker', () => {
  it('reads and changes nothing before its cool-down is over: calls from before do not prolong it', () => {
    const breaker = opened();
    expect(resultsToRead(breaker, settings, minuteMs - 1)).toBeUndefined();
    expect(decide(breaker, many(50, failed), minuteMs - 1)).toBeUndefined();
    expect(breakerLimitsOf(breaker, minuteMs - 1)).toEqual({ Probes: 0 });
  });
});

describe('a half-open circuit breaker', () => {
  it('reads the results of the calls that were dialed since then, and of no other', () => {
    expect(resultsToRead(opened(), settings, minuteMs)).toEqual({ endedFromMs: minuteMs, dialedFromMs: minuteMs });
  });

  it('closes if and only if enough probes succeeded and none failed, and opens if one failed', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 8 }), (failures) => {
        const breaker = opened();
        const results = failures.map((isFailed) => (isFailed ? failed() : ok()));
        const after = decide(breaker, results, 2 * minuteMs);
        if (failures.includes(true)) {
          expect(breakerStateOf(after, 2 * minuteMs)).toBe('open');
          expect(after).toMatchObject({ OpenedMS: 0, HalfOpenMS: 4 * minuteMs });
        } else if (failures.length >= settings.ProbeCalls) expect(after).toMatchObject({ ClosedMS: 2 * minuteMs });
        else expect(after).toBeUndefined();
      }),
    );
  });

  it('doubles its cool-down with each failure, up to half an hour or its own if that is longer', () => {
    const waits = (CooldownSeconds: number): number[] => {
      const own = breakerSettingsOf({ CooldownSeconds });
      let breaker = decideBreaker(undefined, { settings: own, results: many(20, failed), nowMs: 0 });
      return Array.from({ length: 7 }, () => {
        const { CooldownMS, HalfOpenMS } = breaker!;
        breaker = decideBreaker(breaker, { settings: own, results: [failed()], nowMs: HalfOpenMS });
        return CooldownMS / minuteMs;
      });
    };
    expect(waits(60)).toEqual([1, 2, 4, 8, 16, 30, 30]);
    expect(waits(7_200)).toEqual([120, 120, 120, 120, 120, 120, 120]);
  });

  it('has as many probes as it may have, each with a number of its own', () => {
    expect(breakerLimitsOf(opened(), minuteMs)).toEqual({ Probes: 3 });
    expect(findFreeProbe([{ Probe: 1 }, {}, { Probe: 3 }], 3)).toBe(2);
    expect(findFreeProbe([{ Probe: 1 }, { Probe: 2 }, { Probe: 3 }], 3)).toBeUndefined();
    expect(findFreeProbe([], 0)).toBeUndefined();
  });
});
