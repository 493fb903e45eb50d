/** The days of a week as the API names them, Monday first. */
export const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const;
export type Weekday = (typeof weekdays)[number];

/** A row of the editor: windows on some days, `HH:MM` each. */
export interface Window {
  days: readonly Weekday[];
  start: string;
  end: string;
}

interface TimeRule {
  TimeRanges: { Start: string; End: string }[];
  Weekdays?: Weekday[];
}

const minutesADay = 24 * 60;
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Every range of the rules as a row of its own. */
export const toWindows = (
  rules: readonly { TimeRanges: TimeRule['TimeRanges']; Weekdays?: readonly string[] }[],
): Window[] =>
  rules.flatMap(({ TimeRanges, Weekdays }) =>
    TimeRanges.map(({ Start, End }) => ({
      days:
        Weekdays === undefined || Weekdays.length === 0 ? weekdays : weekdays.filter((day) => Weekdays.includes(day)),
      start: Start,
      end: End,
    })),
  );

/** The rules of rows; those of the same days become one. */
export function toRules(windows: readonly Window[]): TimeRule[] {
  const byDays = new Map<string, TimeRule>();
  for (const { days, start, end } of windows) {
    const key = days.join();
    const rule = byDays.get(key) ?? { TimeRanges: [], Weekdays: [...days] };
    rule.TimeRanges.push({ Start: start, End: end });
    byDays.set(key, rule);
  }
  return [...byDays.values()];
}

/** Minutes of each hour of the week in which calls are allowed: 7 rows, Monday first, of 24. No windows allow all. */
export function openMinutes(windows: readonly Window[]): number[][] {
  const open = new Uint8Array(7 * minutesADay);
  for (const { days, start, end } of windows) {
    const from = minutesOf(start);
    const length = (minutesOf(end) - from + minutesADay) % minutesADay || minutesADay;
    for (const day of days) {
      const first = weekdays.indexOf(day) * minutesADay + from;
      for (let minute = first; minute < first + length; minute++) open[minute % open.length] = 1;
    }
  }
  if (windows.length === 0) open.fill(1);
  return weekdays.map((_, day) =>
    Array.from({ length: 24 }, (_hour, hour) => {
      const first = day * minutesADay + hour * 60;
      return open.subarray(first, first + 60).reduce((sum, minute) => sum + minute, 0);
    }),
  );
}

const clock = /^([01]\d|2[0-3]):[0-5]\d$/;

/** What is wrong with a row; `undefined` if nothing is. */
export function windowProblem({ days, start, end }: Window): string | undefined {
  if (days.length === 0) return 'Choose a day for each window.';
  if (!clock.test(start)) return 'A window starts at a time such as 09:00.';
  if (!clock.test(end) && end !== '24:00') return 'A window ends at a time such as 17:00, or 24:00.';
  return start === end ? 'A window must not start when it ends.' : undefined;
}
