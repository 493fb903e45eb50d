import type { TechnicalFailure } from '../call/call';

/** When a campaign's circuit breaker opens. Those of the current version apply to every job; absent ones have defaults. */
export interface CircuitBreakerSettings {
  Enabled?: boolean | undefined;
  /** It opens when at least this part of the calls in the window failed technically. */
  FailureRatio?: number | undefined;
  /** With fewer calls in the window it does not open. */
  MinCalls?: number | undefined;
  WindowSeconds?: number | undefined;
  /** How long no call is made; doubled each time a probe fails. */
  CooldownSeconds?: number | undefined;
  /** Calls at once while it is half-open, and how many of them close it. */
  ProbeCalls?: number | undefined;
}

export const breakerDefaults = {
  Enabled: true,
  FailureRatio: 0.5,
  MinCalls: 20,
  WindowSeconds: 300,
  CooldownSeconds: 60,
  ProbeCalls: 3,
} as const;

/** A look reads so many results at most: the latest ones decide. */
export const maxResults = 200;
export const breakerBounds = {
  FailureRatio: { min: 0.05, max: 1 },
  MinCalls: { min: 2, max: maxResults },
  WindowSeconds: { min: 10, max: 3_600 },
  CooldownSeconds: { min: 1, max: 86_400 },
  ProbeCalls: { min: 1, max: 20 },
} as const;

/** Repeated failures of the probes double the cool-down up to this length. */
const maxCooldownMs = 30 * 60_000;

/** Every setting, with its default if the campaign does not set it. */
export const breakerSettingsOf = (settings: CircuitBreakerSettings = {}): BreakerSettings => ({
  Enabled: settings.Enabled ?? breakerDefaults.Enabled,
  FailureRatio: settings.FailureRatio ?? breakerDefaults.FailureRatio,
  MinCalls: settings.MinCalls ?? breakerDefaults.MinCalls,
  WindowSeconds: settings.WindowSeconds ?? breakerDefaults.WindowSeconds,
  CooldownSeconds: settings.CooldownSeconds ?? breakerDefaults.CooldownSeconds,
  ProbeCalls: settings.ProbeCalls ?? breakerDefaults.ProbeCalls,
});
export type BreakerSettings = { [name in keyof CircuitBreakerSettings]-?: NonNullable<CircuitBreakerSettings[name]> };

/**
 * The circuit breaker of a campaign, from when it first opened. It is half-open from `HalfOpenMS` on until it is closed:
 * no write is needed for that, so no process can miss it.
 */
export interface CircuitBreaker {
  /** Counts its transitions. */
  Revision: number;
  /** When it opened, after it was closed. */
  OpenedMS: number;
  /** No call is made before it. */
  HalfOpenMS: number;
  /** The length of the current cool-down. */
  CooldownMS: number;
  /** Calls at once while it is half-open. */
  Probes: number;
  /** The calls that were looked at when it opened last, and how many of them had failed. */
  Calls: number;
  Failures: number;
  LastFailure: TechnicalFailure;
  /** Absent until it is closed. */
  ClosedMS?: number | undefined;
  /** The calls that waited are spread until then. */
  RampUntilMS?: number | undefined;
}

export const breakerStates = ['closed', 'open', 'half_open'] as const;
export type BreakerState = (typeof breakerStates)[number];

export function breakerStateOf(breaker: CircuitBreaker | undefined, nowMs: number): BreakerState {
  if (breaker === undefined || breaker.ClosedMS !== undefined) return 'closed';
  return nowMs < breaker.HalfOpenMS ? 'open' : 'half_open';
}

/** The result of a call that was made, or would have been but for a technical failure. */
export interface CallResult {
  endedMs: number;
  /** Absent if the call succeeded technically, whatever the contact did. */
  failure?: TechnicalFailure | undefined;
}

/** Which results a look at the breaker needs. */
export interface ResultsQuery {
  endedFromMs: number;
  /** Only calls that were dialed since then, which are the probes. */
  dialedFromMs?: number;
}

/** @returns `undefined` while the breaker is open: no result closes it, nor opens it again */
export function resultsToRead(
  breaker: CircuitBreaker | undefined,
  { WindowSeconds }: Pick<BreakerSettings, 'WindowSeconds'>,
  nowMs: number,
): ResultsQuery | undefined {
  const state = breakerStateOf(breaker, nowMs);
  if (state === 'open') return undefined;
  if (breaker !== undefined && state === 'half_open')
    return { endedFromMs: breaker.HalfOpenMS, dialedFromMs: breaker.HalfOpenMS };
  // What failed before it closed has been answered by its probes.
  return { endedFromMs: Math.max(nowMs - WindowSeconds * 1000, breaker?.ClosedMS ?? 0) };
}

/**
 * Decides by the results of the calls, newest first, whether the breaker changes its state. Pure, and the results are read
 * from the records of the calls: each counts once, however often and by whichever worker the decision is made.
 * @returns the breaker after it, or `undefined` if it stays as it is
 */
export function decideBreaker(
  breaker: CircuitBreaker | undefined,
  { settings, results, nowMs }: { settings: BreakerSettings; results: readonly CallResult[]; nowMs: number },
): CircuitBreaker | undefined {
  const failures = results.filter(({ failure }) => failure !== undefined);
  const LastFailure = failures[0]?.failure;
  const state = breakerStateOf(breaker, nowMs);
  const opened = (CooldownMS: number, OpenedMS: number): CircuitBreaker => ({
    Revision: (breaker?.Revision ?? 0) + 1,
    OpenedMS,
    HalfOpenMS: nowMs + CooldownMS,
    CooldownMS,
    Probes: settings.ProbeCalls,
    Calls: results.length,
    Failures: failures.length,
    LastFailure: LastFailure ?? 'provider_failed',
  });
  const cooldownMs = settings.CooldownSeconds * 1000;
  if (state === 'open') return undefined;
  if (breaker !== undefined && state === 'half_open') {
    const longestMs = Math.max(maxCooldownMs, cooldownMs);
    if (LastFailure !== undefined) return opened(Math.min(longestMs, 2 * breaker.CooldownMS), breaker.OpenedMS);
    return results.length >= breaker.Probes ? closeBreaker(breaker, nowMs) : undefined;
  }
  if (LastFailure === undefined || results.length < settings.MinCalls) return undefined;
  return failures.length >= settings.FailureRatio * results.length ? opened(cooldownMs, nowMs) : undefined;
}

/** The breaker once it is closed, by its probes or by a person. @param rampUntilMs until when the calls that waited are spread */
export const closeBreaker = (breaker: CircuitBreaker, nowMs: number, rampUntilMs?: number): CircuitBreaker => ({
  ...breaker,
  Revision: breaker.Revision + 1,
  ClosedMS: nowMs,
  RampUntilMS: rampUntilMs,
});

/** What a breaker adds to the limits of its campaign. */
export interface BreakerLimits {
  /** Probes at once; 0 while it is open. */
  Probes?: number;
  /** The pace of the calls that waited, after it has closed. */
  MaxCallsPerMinute?: number;
}

/** After a breaker has closed, the calls that waited are made at this rate: as after a pause. */
export const recoveryCallsPerMinute = 300;

/** @returns `undefined` if the breaker limits nothing now */
export function breakerLimitsOf(breaker: CircuitBreaker | undefined, nowMs: number): BreakerLimits | undefined {
  switch (breakerStateOf(breaker, nowMs)) {
    case 'open':
      return { Probes: 0 };
    case 'half_open':
      return { Probes: breaker?.Probes ?? 0 };
    case 'closed':
      return (breaker?.RampUntilMS ?? 0) > nowMs ? { MaxCallsPerMinute: recoveryCallsPerMinute } : undefined;
  }
}

/** The limits of a campaign with those of its breaker; the stricter ones apply. */
export function withBreakerLimits<T extends { MaxCallsPerMinute: number }>(
  limits: T,
  breaker: BreakerLimits | undefined,
): T & Pick<BreakerLimits, 'Probes'> {
  const { Probes, MaxCallsPerMinute } = breaker ?? {};
  return {
    ...limits,
    ...(Probes === undefined ? {} : { Probes }),
    ...(MaxCallsPerMinute === undefined
      ? {}
      : { MaxCallsPerMinute: Math.min(limits.MaxCallsPerMinute || Infinity, MaxCallsPerMinute) }),
  };
}

/** The lowest number of a probe that none of these calls has; `undefined` if all are taken. */
export function findFreeProbe(calls: readonly { Probe?: number | undefined }[], probes: number): number | undefined {
  const taken = new Set(calls.map(({ Probe }) => Probe));
  for (let probe = 1; probe <= probes; probe++) if (!taken.has(probe)) return probe;
  return undefined;
}

/** Why calls wait, in one clause. */
export const describeBreaker = ({ Calls, Failures, LastFailure }: CircuitBreaker): string =>
  `The circuit breaker of the campaign is open: ${Failures} of the last ${Calls} calls failed technically, the latest one with ${LastFailure}; the jobs wait until probes succeed`;
