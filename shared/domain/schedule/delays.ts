import { formatDuration, parseDurationMs } from '../duration';
import type { Constraints } from './constraints';
import type { GateName, GateOrigin } from './gate';
import type { PlanInput } from './plan-input';
import { brokenRule, type DelayRule } from './rule';

/** The delays and limits of a job: each opens once, at an instant that is known beforehand. */
export function delayRules(input: PlanInput): DelayRule[] {
  return [
    totalCalls(input),
    creationDelay(input),
    betweenCalls(input),
    retryDelay(input),
    attemptsInInterval(input),
    ...(input.numberBudgets ?? []).map((budget) =>
      limit({
        ...budget,
        name: 'MaxAttemptsPerNumber',
        startsMs: budget.attemptStartsMs,
        what: `At most ${calls(budget.count)} to this number in any ${formatDuration(budget.durationMs)}, over all jobs of the ${budget.origin}`,
      }),
    ),
  ].filter((rule) => rule !== undefined);
}

/** The limit on attempts ever: it alone holds against an operator too. */
function totalCalls(input: PlanInput): DelayRule | undefined {
  const own = input.constraints.MaxTotalCalls;
  const count = own ?? input.maxTotalCallsDefault;
  if (count === 0) return undefined;
  const made = input.attempts.length;
  return {
    kind: 'delay',
    name: 'MaxTotalCalls',
    origin: own === undefined ? 'system' : originOf(input, 'MaxTotalCalls'),
    text: `At most ${calls(count)} ever, ${made} made`,
    opensAtMs: made < count ? -Infinity : null,
    neverReason: 'max_attempts_exceeded',
  };
}

function creationDelay(input: PlanInput): DelayRule | undefined {
  return delay(input, 'MinCreationDelay', (durationMs) => ({
    opensAtMs: input.createdAtMs + durationMs,
    text: `At least ${formatDuration(durationMs)} after creation`,
  }));
}

function betweenCalls(input: PlanInput): DelayRule | undefined {
  const last = input.attempts.at(-1);
  return delay(input, 'MinDurationBetweenCalls', (durationMs) => ({
    // An attempt without an end counts from its start: it must not hold the job for ever.
    opensAtMs: last ? (last.endedAtMs ?? last.startedAtMs) + durationMs : -Infinity,
    text: `At least ${formatDuration(durationMs)} after the end of the previous call`,
  }));
}

function delay(
  input: PlanInput,
  name: 'MinCreationDelay' | 'MinDurationBetweenCalls',
  rule: (durationMs: number) => { opensAtMs: number; text: string },
): DelayRule | undefined {
  const duration = input.constraints[name];
  if (duration === undefined) return undefined;
  const durationMs = parseDurationMs(duration);
  const origin = originOf(input, name);
  if (durationMs === undefined) return brokenRule(name, origin, `${name} "${duration}" is no duration`);
  return { kind: 'delay', name, origin, ...rule(durationMs), neverReason: 'invalid_configuration' };
}

function retryDelay({ retry }: PlanInput): DelayRule | undefined {
  if (!retry) return undefined;
  return {
    kind: 'delay',
    name: 'RetryDelay',
    origin: retry.origin ?? 'campaign',
    text: `Retry delay (${retry.because})`,
    opensAtMs: retry.notBeforeMs,
    neverReason: 'invalid_configuration',
  };
}

function attemptsInInterval(input: PlanInput): DelayRule | undefined {
  const constraint = input.constraints.MaxAttemptsInInterval;
  if (!constraint) return undefined;
  const { Count: count, Duration: duration } = constraint;
  const durationMs = parseDurationMs(duration);
  const origin = originOf(input, 'MaxAttemptsInInterval');
  if (durationMs === undefined)
    return brokenRule('MaxAttemptsInInterval', origin, `MaxAttemptsInInterval.Duration "${duration}" is no duration`);
  return limit({
    name: 'MaxAttemptsInInterval',
    origin,
    count,
    durationMs,
    startsMs: input.attempts.map((attempt) => attempt.startedAtMs),
    what: `At most ${calls(count)} in any ${formatDuration(durationMs)}`,
  });
}

interface Limit {
  name: GateName;
  origin: GateOrigin;
  count: number;
  durationMs: number;
  startsMs: readonly number[];
  what: string;
}

/**
 * At most `count` starts in any span `(t - duration, t]`: the next start must leave the count-th latest one behind.
 * Starts that lie after the planned instant (clocks differ) count as well, so the limit is never over-drawn.
 */
function limit({ name, origin, count, durationMs, startsMs, what }: Limit): DelayRule {
  if (count < 1) return brokenRule(name, origin, `${what}: that allows none`);
  const oldestThatCounts = inOrder(startsMs).at(-count);
  const opensAtMs = oldestThatCounts === undefined ? -Infinity : oldestThatCounts + durationMs;
  return { kind: 'delay', name, origin, text: what, opensAtMs, neverReason: 'invalid_configuration' };
}

const inOrder = (instants: readonly number[]): readonly number[] =>
  instants.every((instant, index) => index === 0 || (instants[index - 1] ?? instant) <= instant)
    ? instants
    : [...instants].sort((one, other) => one - other);

const calls = (count: number): string => (count === 1 ? '1 call' : `${count} calls`);
const originOf = (input: PlanInput, field: keyof Constraints): GateOrigin => input.origins?.[field] ?? 'job';
