import type { Constraints, TimeRange, TimeRule } from '../../../../shared/domain/schedule/constraints';
import { weekdays } from '../../../../shared/domain/schedule/constraints';
import { parseDurationMs } from '../../../../shared/domain/duration';
import type { PlanInput } from '../../../../shared/domain/schedule/plan';

export const minuteMs = 60_000;

/** A local time from ICU. */
export interface LocalTime {
  date: string;
  /** Index into `weekdays`. */
  weekday: number;
  minute: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Maps an instant to local time with ICU, without a cache. */
export function localTime(zone: string, atMs: number): LocalTime {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...options });
  formats.set(zone, format);
  const [, month, day, year, hour, minute] = /(\d+)\/(\d+)\/(\d+), (\d+):(\d+)/.exec(format.format(atMs))!;
  const date = `${year!}-${month!}-${day!}`;
  return { date, weekday: new Date(`${date}T12:00:00Z`).getUTCDay(), minute: Number(hour) * 60 + Number(minute) };
}

const minuteOf = (clock: string): number => Number(clock.split(':')[0]) * 60 + Number(clock.split(':')[1]);

function inRange(range: TimeRange, rule: TimeRule, local: LocalTime): boolean {
  const on = (weekday: number): boolean =>
    rule.Weekdays === undefined || rule.Weekdays.length === 0 || rule.Weekdays.includes(weekdays[(weekday + 7) % 7]!);
  const [start, end] = [minuteOf(range.Start), minuteOf(range.End)];
  if (start < end) return on(local.weekday) && local.minute >= start && local.minute < end;
  return (on(local.weekday) && local.minute >= start) || (on(local.weekday - 1) && local.minute < end);
}

const inRules = (rules: readonly TimeRule[], local: LocalTime): boolean =>
  rules.some((rule) => rule.TimeRanges.some((range) => inRange(range, rule, local)));

/** Whether windows and closed days allow a call at the instant, in every zone. */
export function calendarAllows(input: PlanInput, atMs: number): boolean {
  const own = input.constraints.TimeZone;
  const rules = input.constraints.TimeRules ?? [];
  return (input.zones ?? (own === undefined ? [] : [own])).every((zone) => {
    const local = localTime(zone, atMs);
    const blackout = (input.blackouts ?? []).some(({ From, To = From }) => From <= local.date && local.date <= To);
    return !blackout && (rules.length === 0 || inRules(rules, local));
  });
}

const ms = (duration: string | undefined): number => parseDurationMs(duration ?? '0')!;

/** How many starts lie in `(atMs - durationMs, atMs]`, including attempts at and after `atMs`. */
const startsWithin = (startsMs: readonly number[], atMs: number, durationMs: number): number =>
  startsMs.filter((start) => start > atMs - durationMs && start <= atMs).length;

function limitsAllow({ attempts, constraints, numberLimits: numberBudgets = [] }: PlanInput, atMs: number): boolean {
  const startsMs = attempts.map((attempt) => attempt.startedAtMs);
  const limit = constraints.MaxAttemptsInInterval;
  if (limit && startsWithin([...startsMs, atMs], atMs, ms(limit.Duration)) > limit.Count) return false;
  return numberBudgets.every(
    (budget) => startsWithin([...budget.attemptStartsMs, atMs], atMs, budget.durationMs) <= budget.count,
  );
}

function delaysAllow(input: PlanInput, atMs: number): boolean {
  const { MinCreationDelay, MinDurationBetweenCalls }: Constraints = input.constraints;
  const last = input.attempts.at(-1);
  if (atMs < input.createdAtMs + ms(MinCreationDelay)) return false;
  if (last && atMs < (last.endedAtMs ?? last.startedAtMs) + ms(MinDurationBetweenCalls)) return false;
  return input.retry === undefined || atMs >= input.retry.notBeforeMs;
}

/** Whether a call at the instant violates no rule. Slow and simple on purpose. */
export function allows(input: PlanInput, atMs: number): boolean {
  const maxTotal = input.constraints.MaxTotalCalls ?? input.maxTotalCallsDefault;
  if (maxTotal !== 0 && input.attempts.length >= maxTotal) return false;
  return delaysAllow(input, atMs) && limitsAllow(input, atMs) && calendarAllows(input, atMs);
}

/** The first of now and the whole minutes after it at which a call violates no rule, `undefined` if there is none before the horizon. */
export function earliestAllowed(input: PlanInput, horizonMs: number): number | undefined {
  if (allows(input, input.nowMs)) return input.nowMs;
  const first = Math.floor(input.nowMs / minuteMs) * minuteMs + minuteMs;
  for (let atMs = first; atMs < input.nowMs + horizonMs; atMs += minuteMs) if (allows(input, atMs)) return atMs;
  return undefined;
}
