import fc from 'fast-check';
import { planNextCall, type Plan, type PlanInput } from '../../../../shared/domain/schedule/plan';
import { propertyRuns } from '../../../support/sizes';
import { planInput } from './arbitraries';
import { allows, calendarAllows, earliestAllowed, minuteMs } from './oracle';

const numRuns = propertyRuns(80);
const oracleHorizonMs = 10 * 86_400_000;
const withJitter = planInput.chain((input) =>
  fc.oneof(fc.constant(30), fc.integer({ min: 1, max: 7200 })).map((jitterSeconds) => ({ ...input, jitterSeconds })),
);
jest.setTimeout(numRuns * 200 + 60_000);

const check = (property: fc.IProperty<unknown>): void => fc.assert(property, { numRuns });
const callAt = (plan: Plan): number => (plan.kind === 'call' ? plan.atMs : Infinity);

describe('planNextCall, compared with a minute-by-minute search', () => {
  it('never calls at an instant that violates a rule, and never before now', () => {
    check(
      fc.property(withJitter, (input) => {
        const plan = planNextCall(input);
        if (plan.kind !== 'call') return;
        expect(plan.atMs).toBeGreaterThanOrEqual(input.nowMs);
        expect(allows(input, plan.atMs)).toBe(true);
      }),
    );
  });

  it('never calls later than the first minute that violates no rule', () => {
    check(
      fc.property(planInput, (input) => {
        const earliestMs = earliestAllowed(input, oracleHorizonMs);
        const plannedMs = callAt(planNextCall(input));
        if (earliestMs === undefined) expect(plannedMs).toBeGreaterThan(input.nowMs + oracleHorizonMs - minuteMs);
        else expect(plannedMs).toBeLessThanOrEqual(earliestMs);
      }),
    );
  });

  it('applies jitter inside the window: less than the spread, and not in the last second', () => {
    check(
      fc.property(withJitter, (input) => {
        const opensMs = callAt(planNextCall({ ...input, jitterSeconds: 0 }));
        const atMs = callAt(planNextCall(input));
        if (opensMs === Infinity) {
          expect(atMs).toBe(Infinity);
          return;
        }
        expect(atMs).toBeGreaterThanOrEqual(opensMs);
        expect(atMs === opensMs || atMs - opensMs < input.jitterSeconds * 1000).toBe(true);
        for (let ms = opensMs; ms <= atMs; ms += minuteMs) expect(calendarAllows(input, ms)).toBe(true);
        if (atMs > opensMs) expect(calendarAllows(input, atMs + 999)).toBe(true);
      }),
    );
  });

  it('gives the same instant whenever it runs while the job waits, and "now" from then on', () => {
    const moments = fc.tuple(withJitter, fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 5000 }));
    check(
      fc.property(moments, ([input, fraction, lateMs]) => {
        const plan = planNextCall(input);
        if (plan.kind !== 'call') return;
        const askedAtMs = input.nowMs + Math.floor((plan.atMs - input.nowMs) * fraction);
        expect(callAt(planNextCall({ ...input, nowMs: askedAtMs }))).toBe(plan.atMs);
        expect(callAt(planNextCall({ ...input, nowMs: plan.atMs }))).toBe(plan.atMs);
        const wokenAtMs = plan.atMs + lateMs;
        const stillOpen =
          calendarAllows(input, wokenAtMs) && Math.floor(wokenAtMs / minuteMs) === Math.floor(plan.atMs / minuteMs);
        if (stillOpen) expect(callAt(planNextCall({ ...input, nowMs: wokenAtMs }))).toBe(wokenAtMs);
      }),
    );
  });

  it('names a listed gate as the cause of a wait, and each gate’s own opening', () => {
    check(
      fc.property(withJitter, (input: PlanInput) => {
        const plan = planNextCall(input);
        if (plan.kind !== 'call') {
          expect(plan.gates.some((gate) => gate.OpensAtMS === null)).toBe(true);
          return;
        }
        expect(plan.decidedBy === null).toBe(plan.atMs === input.nowMs);
        if (plan.decidedBy !== null) expect(plan.gates.map((gate) => gate.Name)).toContain(plan.decidedBy);
        for (const gate of plan.gates) {
          expect(gate.Satisfied).toBe(gate.OpensAtMS === input.nowMs);
          expect(gate.OpensAtMS).toBeLessThanOrEqual(plan.atMs);
        }
      }),
    );
  });
});
