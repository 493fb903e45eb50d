import { stableFraction } from '../stable-hash';
import type { CalendarGate, DelayGate, Gate } from './gate';
import type { PlanInput } from './plan-input';

/** Windows that stay closed for two years after the last delay count as never open, so that the search ends. */
export const horizonMs = 2 * 366 * 86_400_000;
/** Jitter avoids the last second of a window, because dialing takes a moment. */
const lastSecondMs = 1000;

/** An instant at which every gate is open, with the gate that opened last; or a gate that never opens. */
export type Opening = { kind: 'open'; atMs: number; by: Gate | undefined } | { kind: 'never'; gate: Gate };

/** A call's instant, and the opening that contains it. */
export type CallTime =
  { kind: 'call'; atMs: number; opening: Opening & { kind: 'open' } } | { kind: 'never'; gate: Gate };

/** A job's delay within the campaign's spread: `fraction` of the room in the window, at most of `spreadMs`. */
export interface Jitter {
  fraction: number;
  spreadMs: number;
}

/**
 * A job's position in the spread of one attempt: uniform in [0, 1) over jobs and attempts, and stable for the same two.
 */
export const jitterFraction = (jobId: string, attemptNumber: number): number =>
  stableFraction(`${jobId}/${attemptNumber}`);

/**
 * The first instant from now on at which every gate is open and the job's jitter is over.
 *
 * Jitter belongs to openings, not to plans: each span of open time `[opens, closes)` starts a little later for this
 * job, at `opens + jitter`. These spans do not depend on `nowMs`. So planning again while the job waits gives the same
 * instant, and planning at that instant gives "now". In spans that opened earlier than the spread before now, the
 * jitter is over, so the search starts there.
 */
export function findCallTime(input: PlanInput, gates: readonly Gate[], jitter: Jitter): CallTime {
  const floorMs = floorOf(input);
  const startMs = Math.max(input.nowMs, floorMs);
  let opening = findOpening(gates, Math.max(floorMs, startMs - jitter.spreadMs));
  // Terminates: each iteration but the last skips a window that closed before `startMs`, within the spread.
  while (opening.kind === 'open') {
    const opensMs = opening.atMs;
    const closesMs = findClosing(gates, opensMs, Math.max(startMs, opensMs) + jitter.spreadMs + 2 * lastSecondMs);
    const roomMs = Math.max(0, Math.min(jitter.spreadMs, closesMs - lastSecondMs - opensMs));
    const atMs = Math.max(startMs, opensMs + Math.floor(jitter.fraction * roomMs));
    if (atMs < closesMs) return { kind: 'call', atMs, opening };
    opening = findOpening(gates, closesMs);
  }
  return opening;
}

/** No opening is earlier than the job, its last attempt, or the constraints in force. */
function floorOf({ createdAtMs, attempts, plannedFromMs = -Infinity }: PlanInput): number {
  const last = attempts.at(-1);
  return Math.max(createdAtMs, plannedFromMs, last ? (last.endedAtMs ?? last.startedAtMs) : -Infinity);
}

/** The first instant from `fromMs` on at which every gate is open. */
function findOpening(gates: readonly Gate[], fromMs: number): Opening {
  let atMs = fromMs;
  let by: Gate | undefined;
  for (const gate of gates.filter(isDelay)) {
    if (gate.opensAtMs === null) return { kind: 'never', gate };
    if (gate.opensAtMs > atMs) [atMs, by] = [gate.opensAtMs, gate];
  }
  const limitMs = atMs + horizonMs;
  const calendars = gates.filter(isCalendar);
  // Terminates: each iteration but the last advances to the next edge of a window or a closed day, of which the horizon
  // has finitely many.
  for (let agreed = false; !agreed;) {
    agreed = true;
    for (const gate of calendars) {
      const opensMs = gate.times.opensAt(atMs, limitMs);
      if (opensMs === null) return { kind: 'never', gate };
      if (opensMs === atMs) continue;
      [atMs, agreed] = [opensMs, false];
      // If closed days cover a window, they are what delays the call, not the window.
      if (by?.name !== 'BlackoutDates') by = gate;
    }
  }
  return { kind: 'open', atMs, by };
}

/** When the first gate closes again. Delays stay open. */
const findClosing = (gates: readonly Gate[], fromMs: number, limitMs: number): number =>
  Math.min(limitMs, ...gates.filter(isCalendar).map((gate) => gate.times.closesAt(fromMs, limitMs)));

const isDelay = (gate: Gate): gate is DelayGate => gate.kind === 'delay';
const isCalendar = (gate: Gate): gate is CalendarGate => gate.kind === 'calendar';
