import fc from 'fast-check';
import { failureReasons } from '../../../../shared/domain/job/failure';
import { jobStates } from '../../../../shared/domain/job/state';
import { addDeltas, withoutZeros, type Deltas } from '../../../../shared/domain/stats/cells';
import { factsOf, quarterMs, sameFacts, type CountedFields } from '../../../../shared/domain/stats/job-facts';
import { funnelOf, sumBuckets, sumTotals } from '../../../../shared/domain/stats/series';
import { plannedCallsOf, stateCountsOf, variantCountsOf, waitingOf } from '../../../../shared/domain/stats/present';

const dayMs = 86_400_000;
const nowMs = 20_000 * dayMs;
const atMs = fc.integer({ min: nowMs - 3 * dayMs, max: nowMs });
const flag = fc.option(fc.constant(true as const), { nil: undefined });

const calls = fc.array(
  fc.record({
    Attempt: fc.integer({ min: 1, max: 5 }),
    AtMS: atMs,
    CallerID: fc.constantFrom('+14155550100', '+14155550101', undefined),
    Outcome: fc.constantFrom('contact_busy' as const, 'conversation_complete' as const, 'worker_lost' as const),
    Answered: flag,
    Talked: flag,
    Objective: flag,
  }),
  { maxLength: 4 },
);

const jobs: fc.Arbitrary<CountedFields> = fc
  .record({
    State: fc.constantFrom(...jobStates),
    TestJob: flag,
    CreatedMS: atMs,
    NextCallMS: fc.option(fc.integer({ min: nowMs - dayMs, max: nowMs + 9 * dayMs }), { nil: undefined }),
    Held: flag,
    HeldBy: fc.constantFrom('TimeRules' as const, 'MaxConcurrentCalls' as const, undefined),
    VariantKey: fc.constantFrom('', 'a', 'a,b', undefined),
    CampaignVersion: fc.constantFrom(1, 2, null),
    FailureReason: fc.constantFrom(...failureReasons, undefined),
    CallFacts: calls,
  })
  .map(({ CallFacts, ...job }) => ({
    ...job,
    CallFacts,
    Metrics: { TotalCallAttempts: CallFacts.length, TotalCallSeconds: 0, TotalCallConversationalSeconds: 0 },
    AnsweredCalls: CallFacts.filter(({ Answered }) => Answered).length,
  }));

/** The documents that the deltas make, as the database would. */
function apply(deltas: Deltas): Map<string, Record<string, unknown>> {
  const documents = new Map<string, Record<string, unknown>>();
  for (const [document, cells] of deltas) {
    const root: Record<string, unknown> = {};
    documents.set(document, root);
    for (const [path, amount] of cells) {
      const names = path.split('.');
      let at = root;
      for (const name of names.slice(0, -1)) at = (at[name] ??= {}) as Record<string, unknown>;
      at[names.at(-1)!] = ((at[names.at(-1)!] as number | undefined) ?? 0) + amount;
    }
  }
  return documents;
}

const countAll = (all: readonly CountedFields[]): Deltas => {
  const deltas: Deltas = new Map();
  for (const job of all) addDeltas(deltas, undefined, factsOf(job));
  return withoutZeros(deltas);
};
const daysIn = (documents: ReturnType<typeof apply>, suffix = '') =>
  new Map(
    [...documents].flatMap(([name, cells]) => {
      const [, day] = new RegExp(`^day/(\\d+)${suffix}$`).exec(name) ?? [];
      return day === undefined ? [] : [[Number(day), cells] as const];
    }),
  );
const everything = [{ fromMs: nowMs - 4 * dayMs, toMs: nowMs + dayMs }];

describe('counts that follow the changes of jobs', () => {
  it('are what counting the last versions of the jobs gives, whatever happened before', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(jobs, fc.array(jobs, { maxLength: 3 })), { maxLength: 8 }), (histories) => {
        const deltas: Deltas = new Map();
        for (const [first, later] of histories) {
          let before = factsOf(first);
          addDeltas(deltas, undefined, before);
          for (const job of later) {
            const after = factsOf(job);
            addDeltas(deltas, before, after);
            before = after;
          }
        }
        expect(withoutZeros(deltas)).toEqual(countAll(histories.map(([first, later]) => later.at(-1) ?? first)));
      }),
      { numRuns: 60 },
    );
  });

  it('change nothing for a job that is counted as it is, and facts are the same for the same job', () => {
    fc.assert(
      fc.property(jobs, (job) => {
        const deltas: Deltas = new Map();
        addDeltas(deltas, factsOf(job), factsOf({ ...job }));
        expect(withoutZeros(deltas).size).toBe(0);
        expect(sameFacts(JSON.parse(JSON.stringify(factsOf(job))) as never, factsOf(job))).toBe(true);
      }),
    );
  });
});

describe('what is read from counts', () => {
  it('adds up to the jobs: by state, by what holds them, by planned hour, and by variant', () => {
    fc.assert(
      fc.property(fc.array(jobs, { maxLength: 12 }), fc.boolean(), fc.boolean(), (all, held, breaker) => {
        const documents = apply(countAll(all));
        const present = documents.get('present') ?? {};
        const real = all.filter(({ TestJob }) => TestJob !== true);
        const waitingJobs = real.filter(({ State }) => State === 'created' || State === 'scheduled');
        expect(stateCountsOf(present).reduce((sum, { jobs: n }) => sum + n, 0)).toBe(all.length);
        const { notPlanned, due, heldBy } = waitingOf(present, { held, breaker }, nowMs);
        expect(notPlanned + due + [...heldBy.values()].reduce((a, b) => a + b, 0)).toBe(waitingJobs.length);
        if (held) expect([...heldBy.keys()].filter((gate) => gate !== 'State')).toEqual([]);
        const { overdue, hours, later } = plannedCallsOf(present, nowMs, 168);
        const planned = real.filter(
          ({ State, Held, NextCallMS }) => State === 'scheduled' && Held !== true && NextCallMS !== undefined,
        );
        expect(overdue + later + hours.reduce((sum, { calls: n }) => sum + n, 0)).toBe(planned.length);
        const firstHour = planned.filter(({ NextCallMS = 0 }) => NextCallMS >= nowMs && NextCallMS < nowMs + 3_600_000);
        expect(hours[0]).toEqual({ fromMs: nowMs, calls: firstHour.length });
        const variants = variantCountsOf(documents.get('variants/all') ?? {});
        expect(variants.reduce((sum, count) => sum + count.jobs, 0)).toBe(
          real.reduce((sum, { VariantKey: key }) => sum + (key === undefined ? 0 : key.split(',').length), 0),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('sums calls and jobs over any division of the interval, and the groups of a dimension to the calls', () => {
    fc.assert(
      fc.property(fc.array(jobs, { maxLength: 10 }), fc.array(atMs, { maxLength: 5 }), (all, cuts) => {
        const documents = apply(countAll(all));
        const real = all.filter(({ TestJob }) => TestJob !== true);
        const edges = [
          everything[0]!.fromMs,
          ...cuts.map((at) => Math.floor(at / quarterMs) * quarterMs).sort(),
          everything[0]!.toMs,
        ];
        const buckets = edges.slice(1).map((toMs, index) => ({ fromMs: edges[index]!, toMs }));
        const input = { days: daysIn(documents), daysBy: daysIn(documents, '/outcome') };
        const total = sumTotals(sumBuckets(buckets, input));
        const made = real.flatMap(({ CallFacts = [] }) => CallFacts);
        expect(total.calls).toEqual({
          Attempted: made.length,
          Answered: made.filter(({ Answered }) => Answered).length,
          Talked: made.filter(({ Talked }) => Talked).length,
          Objective: made.filter(({ Objective }) => Objective).length,
        });
        expect(total.jobs).toEqual(funnelOf(documents.get('present') ?? {}));
        expect(total.jobs.In).toBe(real.length);
        for (const step of ['Attempted', 'Objective'] as const)
          expect([...total.groups.values()].reduce((sum, steps) => sum + steps[step], 0)).toBe(total.calls[step]);
        // Each bucket has the calls that were dialed in it.
        for (const [index, { calls: counted }] of sumBuckets(buckets, input).entries()) {
          const { fromMs, toMs } = buckets[index]!;
          expect(counted.Attempted).toBe(made.filter(({ AtMS }) => AtMS >= fromMs && AtMS < toMs).length);
        }
      }),
      { numRuns: 60 },
    );
  });
});
