import type { TimeRule, Weekday } from '../../../../shared/domain/schedule/constraints';
import {
  planNextCall,
  type GateReport,
  type GateName,
  type Plan,
  type PlanInput,
} from '../../../../shared/domain/schedule/plan';

export const instant = (iso: string): number => Date.parse(iso);
export const iso = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');

/** Fri 2026-11-20 12:00 in Helsinki. */
export const noon = instant('2026-11-20T10:00:00Z');
export const weekdaysOnly: Weekday[] = ['Mo', 'Tu', 'We', 'Th', 'Fr'];

/** A rule with one window per day. */
export const window = (start: string, end: string, days?: Weekday[]): TimeRule => ({
  TimeRanges: [{ Start: start, End: end }],
  Weekdays: days,
});

/** A job without rules, created and planned at noon. */
export const job = (input: Partial<PlanInput> = {}): PlanInput => ({
  jobId: 'job-1',
  createdAtMs: noon,
  nowMs: noon,
  constraints: {},
  attempts: [],
  jitterSeconds: 0,
  maxTotalCallsDefault: 0,
  ...input,
});

/** An attempt that started so many minutes before noon and took one minute. */
export const attemptBefore = (minutes: number): { startedAtMs: number; endedAtMs: number } => ({
  startedAtMs: noon - minutes * 60_000,
  endedAtMs: noon - (minutes - 1) * 60_000,
});

/** The instant of the next call, or why no call is possible. */
export function callAt(input: PlanInput): string {
  const plan = planNextCall(input);
  return plan.kind === 'call' ? iso(plan.atMs) : plan.message;
}

/** The next call of a job whose only rule is a window in a zone. */
export const opens = (at: { now: string; zone: string; rules: TimeRule[] }): string =>
  callAt(
    job({
      createdAtMs: instant(at.now),
      nowMs: instant(at.now),
      constraints: { TimeZone: at.zone, TimeRules: at.rules },
    }),
  );

export const findGate = (plan: Plan, name: GateName): GateReport | undefined =>
  plan.gates.find((gate) => gate.Name === name);
