import type { BlackoutDate } from './constraints';
import type { OpenTimes } from './windows';
import type { Zone } from './zone-offsets';

const dayMs = 86_400_000;

/** Closed days as day numbers from 1970-01-01, both included. */
interface ClosedDays {
  from: number;
  to: number;
  name: string;
}

/** The ranges as day numbers in order, or a message that names the invalid range. */
export function parseClosedDays(blackouts: readonly BlackoutDate[]): ClosedDays[] | string {
  const closed: ClosedDays[] = [];
  for (const [index, { From, To = From, Name }] of blackouts.entries()) {
    const days = { from: dayNumber(From), to: dayNumber(To), name: Name };
    // The comparison is negated to catch invalid dates (NaN), too.
    if (!(days.from <= days.to)) return `BlackoutDates[${index}] "${From}" to "${To}" is not a range of dates`;
    closed.push(days);
  }
  return closed.sort((one, other) => one.from - other.from);
}

const dayNumber = (date: string): number => (/^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) / dayMs : NaN);

type Span = Pick<ClosedDays, 'from' | 'to'>;

/** Merges overlapping and adjacent days. A campaign may have 366 single days: they are passed in one step. */
function mergeClosedDays(closed: readonly ClosedDays[]): Span[] {
  const merged: Span[] = [];
  for (const { from, to } of closed) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to + 1) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** The span that contains the day, or else the next one; by binary search. */
function findSpanFrom(spans: readonly Span[], day: number): Span | undefined {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.to ?? Infinity) < day) low = middle + 1;
    else high = middle;
  }
  return spans[low];
}

/** The instants whose local date is open in every zone. */
export function createOpenDays(days: readonly ClosedDays[], zones: readonly Zone[]): OpenTimes {
  const closed = mergeClosedDays(days);
  return {
    opensAt(fromMs, limitMs) {
      // Terminates: each iteration advances to a later day or a later span of a zone, and stops at the limit.
      for (let atMs = fromMs; atMs < limitMs;) {
        const laterMs = Math.max(...zones.map((zone) => endOfClosure(closed, zone, atMs)));
        if (laterMs === atMs) return atMs;
        atMs = laterMs;
      }
      return null;
    },
    closesAt: (fromMs, limitMs) => Math.min(...zones.map((zone) => startOfClosure(closed, zone, { fromMs, limitMs }))),
  };
}

/** The name of the closed days that contain the instant in any of the zones. */
export const findClosureName = (
  closed: readonly ClosedDays[],
  zones: readonly Zone[],
  atMs: number,
): string | undefined =>
  zones.map((zone) => findClosure(closed, localDay(zone, atMs))?.name).find((name) => name !== undefined);

const localDay = (zone: Zone, atMs: number): number => Math.floor((atMs + zone.spanAt(atMs).offsetMs) / dayMs);

const findClosure = (closed: readonly ClosedDays[], day: number): ClosedDays | undefined =>
  closed.find((days) => days.from <= day && day <= days.to);

/** The instant itself if the day is open, else the end of the closed days or the next clock change of the zone. */
function endOfClosure(closed: readonly Span[], zone: Zone, atMs: number): number {
  const { offsetMs, untilMs } = zone.spanAt(atMs);
  const day = localDay(zone, atMs);
  const span = findSpanFrom(closed, day);
  return span !== undefined && span.from <= day ? Math.min((span.to + 1) * dayMs - offsetMs, untilMs) : atMs;
}

function startOfClosure(closed: readonly Span[], zone: Zone, span: { fromMs: number; limitMs: number }): number {
  for (let atMs = span.fromMs; atMs < span.limitMs;) {
    const { offsetMs, untilMs } = zone.spanAt(atMs);
    const day = localDay(zone, atMs);
    const next = findSpanFrom(closed, day);
    if (!next) return span.limitMs;
    const startMs = Math.max(atMs, next.from * dayMs - offsetMs);
    if (startMs < untilMs) return Math.min(startMs, span.limitMs);
    atMs = untilMs;
  }
  return span.limitMs;
}
