import { weekdays, type TimeRange, type TimeRule } from './constraints';

const minuteMs = 60_000;
const minutesPerDay = 1440;
const minutesPerWeek = 7 * minutesPerDay;
/** 1970-01-01 was a Thursday, and a week here begins on Sunday at 00:00. */
const epochMinuteOfWeek = weekdays.indexOf('Th') * minutesPerDay;

/** A week of local time, one byte per minute from Sunday 00:00: 1 where a call is allowed. */
export type WeekMap = Uint8Array;

/** The rules as a week of minutes, or a message that names the invalid rule. */
export function createWeekMap(rules: readonly TimeRule[]): WeekMap | string {
  const week = new Uint8Array(minutesPerWeek);
  for (const [index, rule] of rules.entries()) {
    const days = (rule.Weekdays?.length ? rule.Weekdays : weekdays).map((day) => weekdays.indexOf(day));
    if (days.includes(-1)) return `TimeRules[${index}] has a day that is not one of ${weekdays.join(', ')}`;
    for (const range of rule.TimeRanges) {
      const span = parseRange(range);
      if (!span)
        return `TimeRules[${index}] has the range "${range.Start}"-"${range.End}", which is not a range of times`;
      for (const day of days) fillSpan(week, day * minutesPerDay + span.from, span.length);
    }
  }
  return week;
}

function fillSpan(week: WeekMap, from: number, length: number): void {
  week.fill(1, from, from + length);
  // A range past midnight on Saturday wraps to Sunday, the start of the map.
  if (from + length > minutesPerWeek) week.fill(1, 0, from + length - minutesPerWeek);
}

function parseRange(range: TimeRange): { from: number; length: number } | undefined {
  const from = parseMinuteOfDay(range.Start);
  const until = parseMinuteOfDay(range.End);
  if (from === undefined || until === undefined || from === until || from === minutesPerDay) return undefined;
  return { from, length: until > from ? until - from : until + minutesPerDay - from };
}

const clock = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;
const parseMinuteOfDay = (text: string): number | undefined =>
  clock.test(text) ? Number(text.slice(0, 2)) * 60 + Number(text.slice(3)) : undefined;

/**
 * The minutes of the week that are open in several zones at once, by the clock of the first.
 * @param shiftsMs how far the other zones are ahead of the first; whole minutes, as all offsets are since 1972
 */
export function intersectWeeks(week: WeekMap, shiftsMs: readonly number[]): WeekMap {
  const overlap = week.slice();
  for (const shiftMs of shiftsMs) {
    let other = remainder(Math.round(shiftMs / minuteMs), minutesPerWeek);
    for (let minute = 0; minute < minutesPerWeek; minute++) {
      if (week[other] === 0) overlap[minute] = 0;
      if (++other === minutesPerWeek) other = 0;
    }
  }
  return overlap;
}

/**
 * The first local instant from `localMs` on that is open (1) or closed (0).
 * @returns `Infinity` if no minute of the week is
 */
export function findFirstLocal(week: WeekMap, localMs: number, wanted: 0 | 1): number {
  const minute = Math.floor(localMs / minuteMs);
  const minuteOfWeek = remainder(minute + epochMinuteOfWeek, minutesPerWeek);
  if (week[minuteOfWeek] === wanted) return localMs;
  const thisWeek = week.indexOf(wanted, minuteOfWeek);
  if (thisWeek !== -1) return (minute + thisWeek - minuteOfWeek) * minuteMs;
  const nextWeek = week.indexOf(wanted);
  return nextWeek === -1 ? Infinity : (minute + minutesPerWeek + nextWeek - minuteOfWeek) * minuteMs;
}

const remainder = (value: number, by: number): number => ((value % by) + by) % by;
