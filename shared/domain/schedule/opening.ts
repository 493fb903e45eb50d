import type { PlanInput } from './plan-input';
import type { CalendarGate, DelayGate, Rule } from './rule';

/** Windows that stay closed for two years after the delays are over never open: "never" is said at once. */
export const horizonMs = 2 * 366 * 86_400_000;
/** Jitter stays clear of the last second of a window: dialing takes a moment too. */
const lastSecondMs = 1000;

/** An instant at which every rule is open, and the rule that opened last; or the rule that never opens. */
export type Opening = { kind: 'open'; atMs: number; by: Rule | undefined } | { kind: 'never'; rule: Rule };

/** A call's instant in the opening it lies in. */
export type CallTime =
  { kind: 'call'; atMs: number; opening: Opening & { kind: 'open' } } | { kind: 'never'; rule: Rule };

/** A job's share of the campaign's spread: it waits `fraction` of what there is room for, `spreadMs` at the most. */
export interface Jitter {
  fraction: number;
  spreadMs: number;
}

/**
 * The first instant from now on at which every rule is open and the job's jitter is over.
 *
 * Jitter belongs to openings, not to plans: each stretch of open time `[opens, closes)` is one that begins a little
 * later for this job, `[opens + jitter, closes)`. These stretches do not depend on `nowMs`, so a plan made again while
 * a job waits finds the same instant, and one made at that instant finds "now". Stretches that began more than the
 * spread before now are past their jitter, so the search looks back that far and no further.
 */
export function findCallTime(input: PlanInput, rules: readonly Rule[], jitter: Jitter): CallTime {
  const floorMs = floorOf(input);
  const startMs = Math.max(input.nowMs, floorMs);
  let opening = findOpening(rules, Math.max(floorMs, startMs - jitter.spreadMs));
  // Ends: each turn but the last leaves behind a window that closed before `startMs`, within the spread.
  while (opening.kind === 'open') {
    const opensMs = opening.atMs;
    const closesMs = closingOf(rules, opensMs, Math.max(startMs, opensMs) + jitter.spreadMs + 2 * lastSecondMs);
    const roomMs = Math.max(0, Math.min(jitter.spreadMs, closesMs - lastSecondMs - opensMs));
    const atMs = Math.max(startMs, opensMs + Math.floor(jitter.fraction * roomMs));
    if (atMs < closesMs) return { kind: 'call', atMs, opening };
    opening = findOpening(rules, closesMs);
  }
  return opening;
}

/** No opening is older than the job, its last attempt, or the constraints in force. */
function floorOf({ createdAtMs, attempts, plannedFromMs = -Infinity }: PlanInput): number {
  const last = attempts.at(-1);
  return Math.max(createdAtMs, plannedFromMs, last ? (last.endedAtMs ?? last.startedAtMs) : -Infinity);
}

/** The first instant from `fromMs` on at which every rule is open. */
function findOpening(rules: readonly Rule[], fromMs: number): Opening {
  let atMs = fromMs;
  let by: Rule | undefined;
  for (const rule of rules.filter(isDelay)) {
    if (rule.opensAtMs === null) return { kind: 'never', rule };
    if (rule.opensAtMs > atMs) [atMs, by] = [rule.opensAtMs, rule];
  }
  const limitMs = atMs + horizonMs;
  const calendars = rules.filter(isCalendar);
  // Ends: a turn that is not the last moves on to the next edge of a window or a closed day, and these are finitely many before the limit.
  for (let agreed = false; !agreed;) {
    agreed = true;
    for (const rule of calendars) {
      const opensMs = rule.times.opensAt(atMs, limitMs);
      if (opensMs === null) return { kind: 'never', rule };
      if (opensMs === atMs) continue;
      [atMs, agreed] = [opensMs, false];
      // Closed days that take a window away hold the call until the next one: they are the cause, not the window.
      if (by?.name !== 'BlackoutDates') by = rule;
    }
  }
  return { kind: 'open', atMs, by };
}

/** When the first rule closes again. Delays stay open. */
const closingOf = (rules: readonly Rule[], fromMs: number, limitMs: number): number =>
  Math.min(limitMs, ...rules.filter(isCalendar).map((rule) => rule.times.closesAt(fromMs, limitMs)));

const isDelay = (rule: Rule): rule is DelayGate => rule.kind === 'delay';
const isCalendar = (rule: Rule): rule is CalendarGate => rule.kind === 'calendar';
