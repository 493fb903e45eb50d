import type { Plan } from '../schedule/plan';

/** `until Mon 23 Nov 2026, 09:00:00 Europe/Helsinki (TimeRules)`, `held (State)`, or `now`. */
export function labelPlan(plan: Exclude<Plan, { kind: 'never' }>, timeZone = 'UTC'): string {
  if (plan.kind === 'held') return `held (${plan.decidedBy})`;
  if (plan.decidedBy === null) return 'now';
  return `until ${formatOf(timeZone).format(plan.atMs)} ${timeZone} (${plan.decidedBy})`;
}

/** By time zone: to create a format takes longer than the rest of a plan. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** There are more spellings than zones, and a format is large. */
const maxFormats = 100;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  if (formats.size >= maxFormats) formats.clear();
  formats.set(timeZone, format);
  return format;
}
