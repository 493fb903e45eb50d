/** How fast the calls of a scope are made. An absent limit, or 0, means none. */
export interface Pacing {
  /** Calls at once. */
  MaxConcurrentCalls?: number | undefined;
  /** Calls in any minute. */
  MaxCallsPerMinute?: number | undefined;
}

/** Pacing of a campaign. */
export interface CampaignPacing extends Pacing {
  /** From the first call on, the limits rise from a tenth to the whole over these minutes. */
  RampMinutes?: number | undefined;
}

export const pacingBounds = {
  concurrentCalls: 10_000,
  callsPerMinute: 60_000,
  rampMinutes: 1_440,
  priority: 100,
} as const;

const minuteMs = 60_000;
/** The part of each limit with which a ramp begins. */
const rampStart = 0.1;

/**
 * A call may be dialed this long after the instant that it got, because workflows and workers take a moment. One that is
 * later gets another instant.
 */
export const latenessMs = 3_000;

/**
 * The distance of the instants of a rate, in ms. Each is used within `latenessMs`, so the instants of a minute's calls lie
 * within a minute and that time: so many instants are in it, and no minute ever has more calls than the rate.
 */
export const spacingMs = (callsPerMinute: number): number => Math.ceil((minuteMs + latenessMs) / callsPerMinute);

/** How many instants of a rate are handed out ahead: enough for two seconds, in which waiting workflows wake up. */
export const instantsAhead = (callsPerMinute: number): number =>
  Math.max(1, Math.ceil(2_000 / spacingMs(callsPerMinute)));

/** Limits, with the ramp that leads to them. */
export interface RampedLimits {
  MaxConcurrentCalls: number;
  MaxCallsPerMinute: number;
  /** 0 for no ramp. */
  RampMS?: number | undefined;
}

/** The limits in force at an instant: with a ramp they rise in a line, and allow one call at least. @param startMs the first call */
export function limitsAt<T extends RampedLimits>(limits: T, startMs: number, nowMs: number): T {
  const { MaxConcurrentCalls, MaxCallsPerMinute, RampMS = 0 } = limits;
  const passed = RampMS === 0 ? 1 : Math.min(1, Math.max(0, (nowMs - startMs) / RampMS));
  const part = rampStart + (1 - rampStart) * passed;
  if (part >= 1) return limits;
  const ramped = (limit: number): number => (limit === 0 ? 0 : Math.max(1, limit * part));
  return {
    ...limits,
    MaxConcurrentCalls: Math.floor(ramped(MaxConcurrentCalls)),
    MaxCallsPerMinute: ramped(MaxCallsPerMinute),
  };
}
