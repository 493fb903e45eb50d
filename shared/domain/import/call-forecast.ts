import { spacingMs } from '../campaign/pacing';
import type { FailureReason } from '../job/failure';
import type { Job } from '../job/job';
import type { GateName } from '../schedule/gate';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Limits on the pace of the planned calls; 0 means none. */
export interface Pace {
  MaxCallsPerMinute: number;
  MaxCallsPerDay: number;
}

/** What becomes of the rows of a file. Each counted row is in exactly one of `planned`, `held` and `never`. */
export interface CallForecast {
  planned: number;
  /** The planned calls of each hour, by its start in unix ms, in order of time. */
  hours: ReadonlyMap<number, number>;
  /** Planned calls by the gate that delays each. A call that may be made at once has none. */
  waitsFor: ReadonlyMap<GateName, number>;
  held: number;
  /** Calls that wait for a person, by the gate that holds them. */
  heldBy: ReadonlyMap<GateName, number>;
  never: number;
  neverBecause: ReadonlyMap<FailureReason, number>;
}

/** Counts what becomes of new jobs, as the planner made them. */
export function createCallForecast() {
  const hours = new Map<number, number>();
  const waitsFor = new Map<GateName, number>();
  const heldBy = new Map<GateName, number>();
  const neverBecause = new Map<FailureReason, number>();
  let [planned, held, never] = [0, 0, 0];
  return {
    /** @param gate the gate that delays or holds the first call, if one does */
    add: (
      { State, Held, NextCallMS = 0, FailureReason = 'invalid_configuration' }: Job,
      gate: GateName | null,
    ): void => {
      if (State !== 'scheduled') {
        never++;
        countIn(neverBecause, FailureReason);
        return;
      }
      if (Held === true) {
        held++;
        countIn(heldBy, gate ?? 'State');
        return;
      }
      planned++;
      countIn(hours, Math.floor(NextCallMS / hourMs) * hourMs);
      if (gate !== null) countIn(waitsFor, gate);
    },

    result: (): CallForecast => ({
      planned,
      hours: new Map([...hours].sort(([one], [other]) => one - other)),
      waitsFor,
      held,
      heldBy,
      never,
      neverBecause,
    }),
  };
}
export type CallForecastCounter = ReturnType<typeof createCallForecast>;

const countIn = <Key>(counts: Map<Key, number>, key: Key): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

/**
 * Estimates how many planned calls come later than their hour, or their day, because a limit allows fewer. Other calls
 * under the same limits are not known, and calls that wait are taken to go on at any hour.
 */
export function countBeyondPace({ hours }: Pick<CallForecast, 'hours'>, pace: Pace): Partial<Pace> {
  const { MaxCallsPerMinute: perMinute, MaxCallsPerDay: perDay } = pace;
  const late = {
    ...(perMinute === 0
      ? {}
      : {
          MaxCallsPerMinute: countLate(hours, { spanMs: hourMs, capacity: Math.floor(hourMs / spacingMs(perMinute)) }),
        }),
    ...(perDay === 0 ? {} : { MaxCallsPerDay: countLate(hours, { spanMs: dayMs, capacity: perDay }) }),
  };
  return Object.fromEntries(Object.entries(late).filter(([, count]) => count > 0));
}

function countLate(
  hours: ReadonlyMap<number, number>,
  { spanMs, capacity }: { spanMs: number; capacity: number },
): number {
  const spans = new Map<number, number>();
  for (const [atMs, calls] of hours) {
    const span = Math.floor(atMs / spanMs);
    spans.set(span, (spans.get(span) ?? 0) + calls);
  }
  let [late, backlog, before] = [0, 0, -Infinity];
  for (const [span, calls] of spans) {
    const waiting = Math.max(0, backlog - (span - before - 1) * capacity);
    backlog = Math.max(0, waiting + calls - capacity);
    late += Math.min(calls, backlog);
    before = span;
  }
  return late;
}
