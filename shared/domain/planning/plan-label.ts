import type { GateName } from '../schedule/gate';
import type { Plan } from '../schedule/plan';

/**
 * What a call waits for, for operators: `until Mon, 23 Nov 2026, 09:00:00 Europe/Helsinki (TimeRules)`,
 * `until it is released (State)`, or `now`.
 */
export const labelPlan = (plan: Exclude<Plan, { kind: 'never' }>, timeZone?: string): string =>
  labelNextCall(
    plan.kind === 'held'
      ? { Held: true, HeldBy: plan.decidedBy }
      : { NextCallMS: plan.atMs, HeldBy: plan.decidedBy ?? undefined },
    timeZone,
  );

/** The same for a job as it is stored. */
export function labelNextCall(
  {
    NextCallMS,
    Held,
    HeldBy,
  }: { NextCallMS?: number | undefined; Held?: true | undefined; HeldBy?: GateName | undefined },
  timeZone = 'UTC',
): string {
  if (Held === true) return `until it is released (${HeldBy ?? 'State'})`;
  if (HeldBy === undefined || NextCallMS === undefined) return 'now';
  return `until ${formatOf(timeZone).format(NextCallMS)} ${timeZone} (${HeldBy})`;
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
