import fc from 'fast-check';
import { latenessMs, limitsAt, spacingMs } from '../../../../shared/domain/campaign/pacing';

const minuteMs = 60_000;

describe('a limit on calls a minute', () => {
  it('is never exceeded in any minute, however late each call uses its instant', () => {
    const lateness = fc.array(fc.integer({ min: 0, max: latenessMs }), { minLength: 50, maxLength: 400 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), lateness, (rate, late) => {
        const dialed = late.map((ms, index) => index * spacingMs(rate) + ms).sort((one, other) => one - other);
        for (const [index, atMs] of dialed.entries()) {
          const inMinute = dialed.slice(index).filter((other) => other < atMs + minuteMs).length;
          expect(inMinute).toBeLessThanOrEqual(rate);
        }
      }),
    );
  });

  it('is used to 95 % by calls that wait', () => {
    for (const rate of [1, 7, 60, 600, 5_000])
      expect(minuteMs / spacingMs(rate) / rate).toBeGreaterThan(rate > 1_000 ? 0.9 : 0.94);
  });
});

describe('a ramp', () => {
  const full = { MaxConcurrentCalls: 40, MaxCallsPerMinute: 120, RampMS: 10 * minuteMs };

  it('rises in a line from a tenth of the limits to the whole, and never falls', () => {
    expect(limitsAt(full, 0, 0)).toMatchObject({ MaxConcurrentCalls: 4, MaxCallsPerMinute: 12 });
    expect(limitsAt(full, 0, 5 * minuteMs)).toMatchObject({ MaxConcurrentCalls: 22, MaxCallsPerMinute: 66 });
    expect(limitsAt(full, 0, 10 * minuteMs)).toBe(full);
    const instants = fc.tuple(fc.integer({ min: -1, max: 20 * minuteMs }), fc.integer({ min: 0, max: 20 * minuteMs }));
    fc.assert(
      fc.property(instants, ([atMs, laterMs]) => {
        const [before, after] = [limitsAt(full, 0, atMs), limitsAt(full, 0, atMs + laterMs)];
        expect(after.MaxConcurrentCalls).toBeGreaterThanOrEqual(before.MaxConcurrentCalls);
        expect(after.MaxConcurrentCalls).toBeLessThanOrEqual(full.MaxConcurrentCalls);
        expect(after.MaxCallsPerMinute).toBeLessThanOrEqual(full.MaxCallsPerMinute);
      }),
    );
  });

  it('always allows one call, and limits nothing that has no limit', () => {
    const small = { MaxConcurrentCalls: 2, MaxCallsPerMinute: 0, RampMS: minuteMs };
    expect(limitsAt(small, 0, 0)).toMatchObject({ MaxConcurrentCalls: 1, MaxCallsPerMinute: 0 });
  });
});
