import { findFirstLocal, intersectWeeks, type WeekMap } from './week';
import type { Zone } from './zone-offsets';

/** Alternating open and closed times. */
export interface OpenTimes {
  /** The first open instant from `fromMs` on, `null` if there is none before `limitMs`. */
  opensAt(fromMs: number, limitMs: number): number | null;
  /** The first closed instant from `fromMs` on, at most `limitMs`. */
  closesAt(fromMs: number, limitMs: number): number;
}

/** A week of local time that applies until the next clock change. */
interface Stretch {
  week: WeekMap;
  offsetMs: number;
  untilMs: number;
}

/**
 * The times at which a weekly plan is open in every one of the zones.
 *
 * Between two clock changes the week repeats, so one lookup covers the whole stretch. At its end the instant is mapped
 * to local time again. Skipped and repeated hours, and skipped days, need no special case.
 */
export function createWindows(week: WeekMap, zones: readonly [Zone, ...Zone[]]): OpenTimes {
  const stretchAt = zones.length === 1 ? followOneZone(week, zones[0]) : followAllZones(week, zones);
  // Terminates: each iteration advances to a later stretch, of which a year has a few.
  const firstAt = (fromMs: number, limitMs: number, wanted: 0 | 1): number | null => {
    for (let atMs = fromMs; atMs < limitMs;) {
      const stretch = stretchAt(atMs);
      const foundMs = findFirstLocal(stretch.week, atMs + stretch.offsetMs, wanted) - stretch.offsetMs;
      if (foundMs < stretch.untilMs) return foundMs < limitMs ? foundMs : null;
      atMs = stretch.untilMs;
    }
    return null;
  };
  return {
    opensAt: (fromMs, limitMs) => firstAt(fromMs, limitMs, 1),
    closesAt: (fromMs, limitMs) => firstAt(fromMs, limitMs, 0) ?? limitMs,
  };
}

function followOneZone(week: WeekMap, zone: Zone): (atMs: number) => Stretch {
  return (atMs) => {
    const { offsetMs, untilMs } = zone.spanAt(atMs);
    return { week, offsetMs, untilMs };
  };
}

/** Uses the clock of the first zone; the others are ahead or behind by whole minutes. */
function followAllZones(week: WeekMap, zones: readonly [Zone, ...Zone[]]): (atMs: number) => Stretch {
  const overlaps = new Map<string, WeekMap>();
  return (atMs) => {
    const spans = zones.map((zone) => zone.spanAt(atMs));
    const offsetMs = zones[0].spanAt(atMs).offsetMs;
    const shifts = [...new Set(spans.map((span) => span.offsetMs - offsetMs))];
    const key = shifts.join();
    const overlap = overlaps.get(key) ?? intersectWeeks(week, shifts);
    overlaps.set(key, overlap);
    return { week: overlap, offsetMs, untilMs: Math.min(...spans.map((span) => span.untilMs)) };
  };
}
