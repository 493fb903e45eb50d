import type { Zone } from '../schedule/zone-offsets';
import { hourOfWeek, type Interval } from './buckets';
import { absent, quartersPerDay } from './cells';
import { quarterMs } from './job-facts';

/** What calls have come to. */
export const callSteps = ['Attempted', 'Answered', 'Talked', 'Objective'] as const;
export type CallSteps = Record<(typeof callSteps)[number], number>;
/** How far jobs have come. */
export type JobSteps = { In: number } & CallSteps;

/** Counts by quarter of an hour: of calls, of jobs, or of calls by value. */
type Cells = Record<string, unknown>;
/** Documents of counts by day in UTC, in days since 1970. */
export type Days = ReadonlyMap<number, Cells>;

const noCalls = (): CallSteps => ({ Attempted: 0, Answered: 0, Talked: 0, Objective: 0 });
const noJobs = (): JobSteps => ({ In: 0, ...noCalls() });

/** Counts of one stretch of time. */
export interface Totals {
  /** Jobs that were created in it, and how far they have come by now. */
  jobs: JobSteps;
  /** Calls that were dialed in it. */
  calls: CallSteps;
  /** The same calls by value; `null` for none. */
  groups: Map<string | null, CallSteps>;
}
const noTotals = (): Totals => ({ jobs: noJobs(), calls: noCalls(), groups: new Map() });

function addSteps(total: Record<string, number>, cells: unknown): void {
  for (const [step, amount] of Object.entries((cells ?? {}) as Record<string, number>))
    if (step in total) total[step] = (total[step] ?? 0) + amount;
}

function addGroup(totals: Totals, value: string | null, cells: unknown): void {
  const group = totals.groups.get(value) ?? noCalls();
  addSteps(group, cells);
  totals.groups.set(value, group);
}

/** Every quarter of an hour of some days that has counts of a kind. */
function* quartersOf(days: Days, kind: 'Jobs' | 'Calls'): Generator<[atMs: number, cells: Cells], undefined> {
  for (const [day, document] of days)
    for (const [quarter, cells] of Object.entries((document[kind] ?? {}) as Record<string, Cells>))
      yield [(day * quartersPerDay + Number(quarter)) * quarterMs, cells];
}

/** What a series is made of. */
export interface SeriesInput {
  days: Days;
  /** The calls by value; empty without a dimension. */
  daysBy: Days;
  /** Groups the calls by the hour of the week in this zone instead. */
  hoursOfWeekIn?: Zone | undefined;
}

/** @returns the totals of the bucket that an instant is in; they must be in order, without gaps */
function finder(buckets: readonly (Interval & { totals: Totals })[]): (atMs: number) => Totals | undefined {
  return (atMs) => {
    let [low, high] = [0, buckets.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((buckets[middle]?.toMs ?? 0) <= atMs) low = middle + 1;
      else high = middle;
    }
    const found = buckets[low];
    return found !== undefined && found.fromMs <= atMs ? found.totals : undefined;
  };
}

/** Sums the counts of each bucket. @param buckets in order, without gaps */
export function sumBuckets(buckets: readonly Interval[], { days, daysBy, hoursOfWeekIn }: SeriesInput): Totals[] {
  const summed = buckets.map((bucket) => ({ ...bucket, totals: noTotals() }));
  const find = finder(summed);
  for (const [atMs, cells] of quartersOf(days, 'Jobs')) {
    const totals = find(atMs);
    if (totals !== undefined) addSteps(totals.jobs, cells);
  }
  for (const [atMs, cells] of quartersOf(days, 'Calls')) {
    const totals = find(atMs);
    if (totals === undefined) continue;
    addSteps(totals.calls, cells);
    if (hoursOfWeekIn !== undefined) addGroup(totals, hourOfWeek(atMs, hoursOfWeekIn), cells);
  }
  for (const [atMs, cells] of quartersOf(daysBy, 'Calls')) {
    const totals = find(atMs);
    if (totals === undefined) continue;
    for (const [value, steps] of Object.entries(cells)) addGroup(totals, value === absent ? null : value, steps);
  }
  return summed.map(({ totals }) => ({ ...totals, groups: withoutEmpty(totals.groups) }));
}

/** A call that was corrected leaves zeros behind. */
const withoutEmpty = (groups: Totals['groups']): Totals['groups'] =>
  new Map([...groups].filter(([, steps]) => callSteps.some((step) => steps[step] !== 0)));

/** The sum of several stretches. */
export function sumTotals(all: readonly Totals[]): Totals {
  const sum = noTotals();
  for (const { jobs, calls, groups } of all) {
    addSteps(sum.jobs, jobs);
    addSteps(sum.calls, calls);
    for (const [value, steps] of groups) addGroup(sum, value, steps);
  }
  return sum;
}

/** The funnel of all jobs of a campaign. @param present the document of the present */
export function funnelOf(present: Cells): JobSteps {
  const funnel = noJobs();
  addSteps(funnel, present['Funnel']);
  return funnel;
}
