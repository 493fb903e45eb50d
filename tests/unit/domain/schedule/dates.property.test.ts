import fc from 'fast-check';
import { planNextCall, type Plan, type PlanInput } from '../../../../shared/domain/schedule/plan';
import { propertyRuns } from '../../../support/sizes';
import { planInput } from './arbitraries';
import { calendarAllows } from './oracle';

const numRuns = propertyRuns(80);
const dayMs = 86_400_000;
jest.setTimeout(numRuns * 200 + 60_000);

const around = fc.option(fc.integer({ min: -3 * dayMs, max: 10 * dayMs }), { nil: undefined });
/** A job with any of the dates, a ramp, a spread, and perhaps an instant that a person chose. */
const dated = fc
  .tuple(planInput, around, around, around, around, fc.integer({ min: 0, max: 3600 }), fc.integer({ min: 0, max: 600 }))
  .map(([input, start, end, notAfter, chosen, rampSeconds, jitterSeconds]): PlanInput => {
    const at = (offset: number | undefined): number | undefined => offset && input.nowMs + offset;
    const lastMs = at(notAfter);
    return {
      ...input,
      jitterSeconds,
      startsAtMs: at(start),
      endsAtMs: at(end),
      operatorCallAtMs: at(chosen),
      ramp: { fromMs: input.nowMs, untilMs: input.nowMs + rampSeconds * 1000 },
      constraints: {
        ...input.constraints,
        ...(lastMs === undefined ? {} : { NotAfter: new Date(lastMs).toISOString() }),
      },
    };
  });

const deadlineOf = ({ endsAtMs = Infinity, constraints: { NotAfter } }: PlanInput): number =>
  Math.min(endsAtMs, NotAfter === undefined ? Infinity : Date.parse(NotAfter) + 1);
const withoutDeadline = (input: PlanInput): PlanInput => {
  const { NotAfter: _none, ...constraints } = input.constraints;
  return { ...input, endsAtMs: undefined, jitterSeconds: 0, constraints };
};
const callAt = (plan: Plan): number => (plan.kind === 'call' ? plan.atMs : Infinity);
const check = (property: fc.IProperty<unknown>): void => fc.assert(property, { numRuns });

describe('the dates of a campaign and a job', () => {
  it('bound every planned instant, one that a person chose too: in [StartAt, EndAt) and not after NotAfter', () => {
    check(
      fc.property(dated, (input) => {
        const plan = planNextCall(input);
        if (plan.kind !== 'call') return;
        expect(plan.atMs).toBeGreaterThanOrEqual(input.startsAtMs ?? -Infinity);
        expect(plan.atMs).toBeLessThan(deadlineOf(input));
        expect(plan.atMs).toBeGreaterThanOrEqual(input.nowMs);
        if (input.operatorCallAtMs === undefined) expect(calendarAllows(input, plan.atMs)).toBe(true);
      }),
    );
  });

  it('fail exactly the jobs whose rules allow no call before the deadline, with the reason of the contract', () => {
    check(
      fc.property(dated, (input) => {
        const plan = planNextCall(input);
        const earliestMs = callAt(planNextCall(withoutDeadline(input)));
        if (earliestMs < deadlineOf(input)) expect(plan.kind).toBe('call');
        else if (earliestMs < Infinity)
          expect(plan).toMatchObject({ kind: 'never', reason: 'campaign_objective_missed' });
      }),
    );
  });

  it('let no held job wait beyond its deadline for more than an hour', () => {
    check(
      fc.property(dated, (input) => {
        const plan = planNextCall({ ...input, holds: ['The campaign is paused'] });
        if (plan.kind !== 'held') return;
        expect(plan.replanMs).toBeGreaterThan(input.nowMs);
        expect(plan.replanMs).toBeLessThan(deadlineOf(input) + 3_600_000);
      }),
    );
  });

  it('leave a plan as it is while the job waits for it', () => {
    check(
      fc.property(fc.tuple(dated, fc.double({ min: 0, max: 1, noNaN: true })), ([input, fraction]) => {
        const plan = planNextCall(input);
        if (plan.kind !== 'call') return;
        const askedAtMs = input.nowMs + Math.floor((plan.atMs - input.nowMs) * fraction);
        expect(callAt(planNextCall({ ...input, nowMs: askedAtMs }))).toBe(plan.atMs);
        expect(callAt(planNextCall({ ...input, nowMs: plan.atMs }))).toBe(plan.atMs);
      }),
    );
  });
});
