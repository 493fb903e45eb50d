import fc from 'fast-check';
import { canEverOpen, createOpeningCheck } from '../../../../shared/domain/schedule/can-ever-open';
import type { TimeRule } from '../../../../shared/domain/schedule/constraints';
import { planNextCall } from '../../../../shared/domain/schedule/plan';
import { propertyRuns } from '../../../support/sizes';
import { timeRules, zones } from './arbitraries';

const nowMs = Date.UTC(2026, 10, 22, 12);
const someZones = fc.uniqueArray(fc.constantFrom(...zones), { minLength: 1, maxLength: 4 });

describe('canEverOpen', () => {
  it('agrees with the plan of a job that has no other rules', () => {
    const check = createOpeningCheck(nowMs);
    fc.assert(
      fc.property(timeRules, someZones, (TimeRules, names) => {
        const plan = planNextCall({
          jobId: '',
          createdAtMs: 0,
          nowMs,
          constraints: { TimeRules },
          attempts: [],
          jitterSeconds: 0,
          zones: names,
          maxTotalCallsDefault: 0,
        });
        expect(canEverOpen(TimeRules, names, nowMs)).toBe(plan.kind === 'call');
        expect(check(TimeRules, names)).toBe(plan.kind === 'call');
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('is computed once for equal rules and zones, and the text of the same rules is made once', () => {
    let reads = 0;
    const rules = (): TimeRule[] => [
      {
        get TimeRanges() {
          reads++;
          return [{ Start: '09:00', End: '10:00' }];
        },
      },
    ];
    const readsOf = (check: () => unknown): number => {
      reads = 0;
      check();
      return reads;
    };
    const check = createOpeningCheck(nowMs);
    const [same, zones] = [rules(), ['Europe/Helsinki']];
    const first = readsOf(() => check(same, zones));
    expect(first).toBeGreaterThan(1);
    expect(readsOf(() => check(same, zones))).toBe(0);
    // To be written as text.
    expect(readsOf(() => check(rules(), zones))).toBe(1);
    expect(readsOf(() => check(rules(), ['Europe/Riga']))).toBe(first);
  });

  it('is false for unknown zones and invalid rules', () => {
    const always = [{ TimeRanges: [{ Start: '00:00', End: '24:00' }] }];
    expect(canEverOpen(always, ['Europe/Helsinki'], nowMs)).toBe(true);
    expect(canEverOpen(always, ['Europe/Helsinki', 'Mars/Olympus'], nowMs)).toBe(false);
    expect(canEverOpen([{ TimeRanges: [{ Start: '9', End: '10' }] }], ['Europe/Helsinki'], nowMs)).toBe(false);
  });
});
