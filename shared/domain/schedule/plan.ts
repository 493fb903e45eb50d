import { createCalendars, type Calendars } from './calendars';
import { createDelayGates } from './delays';
import type { GateReport, GateName } from './gate';
import { reportGate, reportJitter, explainNever, reportReschedule, type ReportContext } from './explain';
import { jitterFraction } from './jitter';
import { findCallTime, type CallTime, type Jitter } from './opening';
import type { Plan, PlanInput } from './plan-input';
import type { Rule } from './rule';

export type { GateReport as Gate, GateName, GateOrigin } from './gate';
export type { AttemptTimes, ConstraintOrigins, NumberLimitUse as NumberBudget, Plan, PlanInput } from './plan-input';

/**
 * When a job's next call is, and why. Pure: the same input gives the same plan.
 *
 * The instant stands still while the job waits: planned again at any moment before it, it is the same; planned again
 * at the instant or later, while the window is open, it is `nowMs`. Only what a plan is made from moves it.
 * @param calendars what `calendarsOf(input)` gives, read once by a caller who plans the same job many times
 */
export function planNextCall(input: PlanInput, calendars: Calendars = createCalendars(input)): Plan {
  const rules: Rule[] = [...createDelayGates(input), ...calendars.gates];
  if (input.operatorCallAtMs !== undefined)
    return planOperatorCall(input, { rules, calendars, callAtMs: input.operatorCallAtMs });
  const jitter = jitterOf(input);
  const found = findCallTime(input, rules, jitter);
  const view: ReportContext = { nowMs: input.nowMs, zone: calendars.zone, last: findLastToOpen(found) };
  const gates = rules.map((rule) => reportGate(rule, view));
  if (found.kind === 'never') return toNeverPlan(found.rule, gates);
  if (jitter.spreadMs > 0) {
    gates.push(reportJitter({ opensAtMs: found.opening.atMs, callAtMs: found.atMs, spreadMs: jitter.spreadMs }, view));
  }
  return { kind: 'call', atMs: found.atMs, gates, decidedBy: findDecidingGate(found, input.nowMs) };
}

const findLastToOpen = (found: CallTime): ReportContext['last'] =>
  found.kind === 'call' && found.opening.by ? { rule: found.opening.by, opensAtMs: found.opening.atMs } : undefined;

function findDecidingGate(found: CallTime & { kind: 'call' }, nowMs: number): GateName | null {
  if (found.opening.atMs > nowMs) return found.opening.by?.name ?? null;
  return found.atMs > nowMs ? 'Jitter' : null;
}

function jitterOf({ jobId, attempts, constraints, jitterSeconds }: PlanInput): Jitter {
  if (constraints.DisableJitter === true || jitterSeconds <= 0) return { fraction: 0, spreadMs: 0 };
  return { fraction: jitterFraction(jobId, attempts.length + 1), spreadMs: jitterSeconds * 1000 };
}

function toNeverPlan(rule: Rule, gates: GateReport[]): Plan {
  const reason = rule.kind === 'delay' ? rule.neverReason : 'invalid_configuration';
  return { kind: 'never', reason, message: explainNever(rule), gates };
}

/** An operator's instant overrides every rule but the limit on attempts ever. */
function planOperatorCall(
  input: PlanInput,
  plan: { rules: readonly Rule[]; calendars: Calendars; callAtMs: number },
): Plan {
  const view: ReportContext = { nowMs: input.nowMs, zone: plan.calendars.zone };
  const limit = plan.rules.find((rule) => rule.name === 'MaxTotalCalls');
  const gates = limit ? [reportGate(limit, view)] : [];
  if (limit?.kind === 'delay' && limit.opensAtMs === null) return toNeverPlan(limit, gates);
  const setAside = new Set(plan.rules.filter((rule) => rule !== limit).map((rule) => rule.name));
  if (jitterOf(input).spreadMs > 0) setAside.add('Jitter');
  gates.push(reportReschedule(plan.callAtMs, [...setAside], view));
  const atMs = Math.max(input.nowMs, plan.callAtMs);
  return { kind: 'call', atMs, gates, decidedBy: atMs > input.nowMs ? 'Reschedule' : null };
}
