import type { TimeRule, Weekday } from './constraints';
import type { Zone } from './zone-offsets';

const minuteMs = 60_000;
const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
/** Messages list a week from Monday. */
const weekFromMonday: readonly Weekday[] = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
/** How many items a message lists before "and 3 more". */
const maxListed = { rules: 7, ranges: 4, zones: 8 } as const;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** `Mon 2026-11-23 09:00 (+02:00)`: local time of the zone; seconds only if they are not 00. */
export function formatInstant(atMs: number, zone: Zone | undefined): string {
  const offsetMs = zone?.spanAt(atMs).offsetMs ?? 0;
  const local = new Date(atMs + offsetMs);
  const text = local.toISOString();
  const time = text.slice(11, text.slice(17, 19) === '00' ? 16 : 19);
  return `${dayNames[local.getUTCDay()] ?? ''} ${text.slice(0, 10)} ${time} (${zone ? formatOffset(offsetMs) : 'UTC'})`;
}

function formatOffset(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / minuteMs);
  return `${offsetMs < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** `Mo-Fr 09:00-12:00, 13:00-17:00; Sa 10:00-14:00`. */
export function formatTimeRules(rules: readonly TimeRule[]): string {
  return formatList(rules, { max: maxListed.rules, separator: '; ' }, (rule) => {
    const ranges = formatList(
      rule.TimeRanges,
      { max: maxListed.ranges, separator: ', ' },
      (range) => `${range.Start}-${range.End}`,
    );
    return `${formatDays(rule.Weekdays ?? [])} ${ranges}`;
  });
}

/** `Mo-Fr`, `Mo-We, Sa`, or `daily`. */
function formatDays(days: readonly Weekday[]): string {
  const runs: Weekday[][] = [];
  let previous: Weekday | undefined;
  for (const day of weekFromMonday) {
    if (days.includes(day)) {
      const run = runs.at(-1);
      if (run && previous && run.at(-1) === previous) run.push(day);
      else runs.push([day]);
    }
    previous = day;
  }
  if (runs.length === 0 || runs[0]?.length === weekFromMonday.length) return 'daily';
  return runs.map(formatRun).join(', ');
}

const formatRun = (run: readonly Weekday[]): string =>
  run.length > 2 ? `${run[0] ?? ''}-${run.at(-1) ?? ''}` : run.join(', ');

/** `Europe/Helsinki`, or `each of Europe/London, Europe/Jersey`. */
export function formatZones(names: readonly string[]): string {
  const list = formatList(names, { max: maxListed.zones, separator: ', ' }, (name) => name);
  return names.length > 1 ? `each of ${list}` : list;
}

function formatList<T>(
  items: readonly T[],
  style: { max: number; separator: string },
  format: (item: T) => string,
): string {
  const list = items.slice(0, style.max).map(format).join(style.separator);
  return items.length > style.max ? `${list} and ${items.length - style.max} more` : list;
}
