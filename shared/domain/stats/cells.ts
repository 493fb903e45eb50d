import { readVariantKey } from '../campaign/choose-variants';
import type { JobFacts } from './job-facts';

/** The dimensions by which calls are counted. */
export const dimensions = ['outcome', 'variant', 'caller_id', 'attempt'] as const;
export type Dimension = (typeof dimensions)[number];

/** Stands for a value that is absent. No name of a variant, a gate or a reason contains it. */
export const absent = '~';

/** Quarters of an hour in a day. */
export const quartersPerDay = 96;

/** The documents of one campaign that hold counts, by the end of their ids. */
export const documents = {
  /** The present: states, plans, and the funnel of all jobs. */
  present: 'present',
  /** The outcomes by variant of all versions of the campaign, or of one. */
  variants: (version: number | 'all') => `variants/${version}`,
  /** A day in UTC, in days since 1970: jobs that were created, and calls that were dialed. */
  day: (day: number) => `day/${day}`,
  /** The calls of a day by one dimension. */
  dayBy: (day: number, by: Dimension) => `day/${day}/${by}`,
} as const;

/** What to add to each field of each document: the ends of ids, then paths of fields. */
export type Deltas = Map<string, Map<string, number>>;

const dayOf = (quarter: number): number => Math.floor(quarter / quartersPerDay);
const inDay = (quarter: number): number => quarter - dayOf(quarter) * quartersPerDay;

type Add = (document: string, path: string, amount?: number) => void;
type Call = NonNullable<JobFacts['Calls']>[number];

function addStates({ State, Test, Planned, HeldBy }: JobFacts, add: Add): void {
  add(documents.present, `${Test === true ? 'Tests' : 'Jobs'}.${State}`);
  if (Test === true || State !== 'scheduled') return;
  const gate = HeldBy ?? absent;
  add(documents.present, Planned === undefined ? `Held.${gate}` : `Planned.${Planned}.${gate}`);
}

/** How far a job has come. */
function addFunnel({ Created, Attempts = 0, Answered = 0, Calls = [] }: JobFacts, add: Add): void {
  const steps = [
    ['In', true],
    ['Attempted', Attempts > 0],
    ['Answered', Answered > 0 || Calls.some((call) => call.Answered)],
    ['Talked', Calls.some((call) => call.Talked)],
    ['Objective', Calls.some((call) => call.Objective)],
  ] as const;
  for (const [step, reached] of steps) {
    if (!reached) continue;
    add(documents.present, `Funnel.${step}`);
    add(documents.day(dayOf(Created)), `Jobs.${inDay(Created)}.${step}`);
  }
}

function variantsOf(variantKey: string): string[] {
  const variants = readVariantKey(variantKey);
  return variants.length === 0 ? [absent] : variants;
}

function addVariants({ VariantKey, Version, State, FailureReason, Attempts = 0, Answered = 0 }: JobFacts, add: Add) {
  if (VariantKey === undefined) return;
  const versions = ['all' as const, ...(Version === undefined ? [] : [Version])];
  // Each variant alone: there are 50 of them, but so many combinations that no document holds them.
  for (const variant of variantsOf(VariantKey)) {
    const path = `Outcomes.${variant}.${State}.${FailureReason ?? absent}`;
    for (const version of versions) {
      add(documents.variants(version), `${path}.Jobs`);
      add(documents.variants(version), `${path}.Attempts`, Attempts);
      add(documents.variants(version), `${path}.Answered`, Answered);
    }
  }
}

/** The values of a call in each dimension; a job with several variants has several. */
function valuesOf({ Outcome, CallerID, Attempt }: Call, variantKey: string): Record<Dimension, string[]> {
  return {
    outcome: [Outcome],
    variant: variantsOf(variantKey),
    caller_id: [CallerID ?? absent],
    attempt: [String(Attempt)],
  };
}

function addCall(call: Call, variantKey: string, add: Add): void {
  const [day, quarter] = [dayOf(call.Quarter), inDay(call.Quarter)];
  const values = valuesOf(call, variantKey);
  const steps = ['Attempted', ...(['Answered', 'Talked', 'Objective'] as const).filter((step) => call[step])];
  for (const step of steps) {
    add(documents.day(day), `Calls.${quarter}.${step}`);
    for (const by of dimensions)
      for (const value of values[by]) add(documents.dayBy(day, by), `Calls.${quarter}.${value}.${step}`);
  }
}

function addJob(facts: JobFacts, add: Add): void {
  addStates(facts, add);
  if (facts.Test === true) return;
  addFunnel(facts, add);
  addVariants(facts, add);
  for (const call of facts.Calls ?? []) addCall(call, facts.VariantKey ?? '', add);
}

/** Adds to the deltas what a job counts now, less what it counted before. */
export function addDeltas(deltas: Deltas, before: JobFacts | undefined, after: JobFacts): void {
  const adder =
    (sign: 1 | -1): Add =>
    (document, path, amount = 1) => {
      const cells = deltas.get(document) ?? new Map<string, number>();
      deltas.set(document, cells.set(path, (cells.get(path) ?? 0) + sign * amount));
    };
  if (before !== undefined) addJob(before, adder(-1));
  addJob(after, adder(1));
}

/** Leaves out what does not change. */
export function withoutZeros(deltas: Deltas): Deltas {
  const kept = [...deltas].map(
    ([document, cells]) => [document, new Map([...cells].filter(([, n]) => n !== 0))] as const,
  );
  return new Map(kept.filter(([, cells]) => cells.size > 0));
}
