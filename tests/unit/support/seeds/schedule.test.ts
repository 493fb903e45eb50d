import fc from 'fast-check';
import { createPlan, jobKinds, numbersOfPlan } from '../../../support/seeds/plan';
import { aheadMs, createSchedule, describeFault, type Fault } from '../../../support/seeds/schedule';

const size = { lengthMs: 16_000, kills: 11 };
const seeds = fc.integer({ min: 1, max: 1_000_000 });
const kindOf = <Kind extends Fault['kind']>(faults: readonly Fault[], kind: Kind) =>
  faults.filter((fault): fault is Extract<Fault, { kind: Kind }> => fault.kind === kind);

describe('the faults of a seed', () => {
  it('are the same for the same seed, and others for another one', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        expect(createSchedule(seed, size)).toEqual(createSchedule(seed, size));
        expect(createSchedule(seed + 1, size)).not.toEqual(createSchedule(seed, size));
      }),
    );
  });

  it('begin in their order and in time, with as many kills as were asked for', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 10, max: 14 }), (seed, kills) => {
        const faults = createSchedule(seed, { ...size, kills });
        const instants = faults.map(({ atMs }) => atMs);
        expect(instants).toEqual([...instants].sort((one, other) => one - other));
        expect(instants.every((atMs) => atMs >= 0 && atMs <= size.lengthMs)).toBe(true);
        expect(kindOf(faults, 'kill')).toHaveLength(kills);
      }),
    );
  });

  it('of one proxy never overlap, because the end of one ends all', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        for (const server of ['mongo', 'temporal']) {
          const own = kindOf(createSchedule(seed, size), 'network').filter(({ target }) => target === server);
          expect(own.length).toBeGreaterThan(0);
          own.forEach(({ atMs }, index) => {
            const before = own[index - 1];
            expect(before === undefined || before.atMs + before.forMs <= atMs).toBe(true);
          });
        }
      }),
    );
  });

  it('meet every process, every disk and the clock within fifty seeds', () => {
    const all = Array.from({ length: 50 }, (_, index) => createSchedule(index + 1, size)).flat();
    expect(new Set(kindOf(all, 'kill').map(({ target }) => target)).size).toBe(6);
    expect(new Set(kindOf(all, 'disk').map(({ target }) => target)).size).toBe(4);
    expect(new Set(kindOf(all, 'network').map(({ target, how }) => `${target} ${how}`)).size).toBe(9);
    expect(kindOf(all, 'clock').length).toBeGreaterThan(10);
    expect(kindOf(all, 'kill').length).toBeGreaterThanOrEqual(500);
  });

  it('are printed as lines', () => {
    expect(describeFault({ kind: 'kill', target: 'api-1', atMs: 1_500, forMs: 200 })).toBe(
      '  1.50 s  kill api-1 for 0.20 s',
    );
  });

  it('have clocks that are ahead, which calls may be early by', () => {
    expect(aheadMs([{ kind: 'clock', stepMs: -5_000, atMs: 0, forMs: 1 }])).toBe(0);
    expect(aheadMs([{ kind: 'clock', stepMs: 5_000, atMs: 0, forMs: 1 }])).toBe(5_000);
  });
});

describe('the jobs of a seed', () => {
  const options = { lengthMs: 11_000, firstNumber: 9_990, weekday: 1 };

  it('are the same for the same seed, of every kind, with names and numbers that no other job has', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const plan = createPlan(seed, options);
        expect(plan).toEqual(createPlan(seed, options));
        expect(new Set(plan.jobs.map(({ kind }) => kind))).toEqual(new Set(jobKinds));
        const all = [...plan.jobs, ...plan.imports.flatMap(({ rows }) => rows)];
        expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
        expect(new Set(all.map(({ phoneNumber }) => phoneNumber)).size).toBe(all.length);
        expect(all.length).toBeLessThanOrEqual(numbersOfPlan);
        for (const { phoneNumber } of all) expect(phoneNumber).toMatch(/^\+1415555\d{4}$/);
      }),
    );
  });

  it('are asked for something only after they were posted', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        for (const { atMs, then } of createPlan(seed, options).jobs)
          expect(then === undefined || then.atMs > atMs).toBe(true);
      }),
    );
  });
});
