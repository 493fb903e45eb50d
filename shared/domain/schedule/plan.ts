import { calendarsOf, type Calendars } from './calendars';
import { delayRules } from './delays';
import type { Gate, GateName } from './gate';
import { gateOf, jitterGate, neverMessage, rescheduleGate, type View } from './gates-in-words';
import { jitterFraction } from './jitter';
import { findCallTime, type CallTime, type Jitter } from './opening';
import type { Plan, PlanInput } from './plan-input';
import type { Rule } from './rule';

export type { Gate, GateName, GateOrigin } from './gate';
export type { AttemptTimes, ConstraintOrigins, NumberBudget, Plan, PlanInput } from './plan-input';

/**
 * When a job's next call is, and why. Pure: the same input gives the same plan.
 *
 * The instant stands still while the job waits: planned again at any moment before it, it is the same; planned again
 * at the instant or later, while the window is open, it is `nowMs`. Only what a plan is made from moves it.
 * @param calendars what `calendarsOf(input)` gives, read once by a caller who plans the same job many times
 */
export function planNextCall(input: PlanInput, calendars: Calendars = calendarsOf(input)): Plan {
  const rules: Rule[] = [...delayRules(input), ...calendars.rules];
  if (input.operatorCallAtMs !== undefined)
    return operatorPlan(input, { rules, calendars, callAtMs: input.operatorCallAtMs });
  const jitter = jitterOf(input);
  const found = findCallTime(input, rules, jitter);
  const view: View = { nowMs: input.nowMs, zone: calendars.zone, last: lastToOpen(found) };
  const gates = rules.map((rule) => gateOf(rule, view));
  if (found.kind === 'never') return neverPlan(found.rule, gates);
  if (jitter.spreadMs > 0) {
    gates.push(jitterGate({ opensAtMs: found.opening.atMs, callAtMs: found.atMs, spreadMs: jitter.spreadMs }, view));
  }
  return { kind: 'call', atMs: found.atMs, gates, decidedBy: decidingGate(found, input.nowMs) };
}

const lastToOpen = (found: CallTime): View['last'] =>
  found.kind === 'call' && found.opening.by ? { rule: found.opening.by, opensAtMs: found.opening.atMs } : undefined;

function decidingGate(found: CallTime & { kind: 'call' }, nowMs: number): GateName | null {
  if (found.opening.atMs > nowMs) return found.opening.by?.name ?? null;
  return found.atMs > nowMs ? 'Jitter' : null;
}

function jitterOf({ jobId, attempts, constraints, jitterSeconds }: PlanInput): Jitter {
  if (constraints.DisableJitter === true || jitterSeconds <= 0) return { fraction: 0, spreadMs: 0 };
  return { fraction: jitterFraction(jobId, attempts.length + 1), spreadMs: jitterSeconds * 1000 };
}

function neverPlan(rule: Rule, gates: Gate[]): Plan {
  const reason = rule.kind === 'delay' ? rule.neverReason : 'invalid_configuration';
  return { kind: 'never', reason, message: neverMessage(rule), gates };
}

/** An operator's instant overrides every rule but the limit on attempts ever. */
function operatorPlan(
  input: PlanInput,
  plan: { rules: readonly Rule[]; calendars: Calendars; callAtMs: number },
): Plan {
  const view: View = { nowMs: input.nowMs, zone: plan.calendars.zone };
  const limit = plan.rules.find((rule) => rule.name === 'MaxTotalCalls');
  const gates = limit ? [gateOf(limit, view)] : [];
  if (limit?.kind === 'delay' && limit.opensAtMs === null) return neverPlan(limit, gates);
  const setAside = new Set(plan.rules.filter((rule) => rule !== limit).map((rule) => rule.name));
  if (jitterOf(input).spreadMs > 0) setAside.add('Jitter');
  gates.push(rescheduleGate(plan.callAtMs, [...setAside], view));
  const atMs = Math.max(input.nowMs, plan.callAtMs);
  return { kind: 'call', atMs, gates, decidedBy: atMs > input.nowMs ? 'Reschedule' : null };
}
