import { createCalendars, type Calendars } from './calendars';
import { findDeadlineMs } from './deadlines';
import { createBreakerGate, createDelayGates, createQueueGate } from './delays';
import { explainNever, reportGate, reportHold, reportJitter, reportReschedule, type ReportContext } from './explain';
import type { DelayGate, Gate, GateName, GateReport } from './gate';
import { queueReasons } from '../job/queued-call';
import { stableFraction } from '../stable-hash';
import { findCallTime, jitterFraction, type CallTime, type Jitter } from './opening';
import type { Plan, PlanInput } from './plan-input';

export type { GateName, GateOrigin, GateReport } from './gate';
export type { AttemptTimes, ConstraintOrigins, NumberLimitUse, Plan, PlanInput } from './plan-input';

/**
 * When a job's next call is, and why. Pure: the same input gives the same plan.
 *
 * The instant is stable while the job waits: planning again before it gives the same instant, and planning at it or
 * later, while the window is open, gives `nowMs`. Only a change of the input moves it.
 * @param calendars the result of `createCalendars(input)`, for callers that plan the same job many times
 */
export const planNextCall = (input: PlanInput, calendars: Calendars = createCalendars(input)): Plan =>
  planEnd(input) ?? holdBack(planByGates(input, calendars), input);

/** No call is made any more, whatever the gates say. */
const planEnd = ({ ended }: PlanInput): Plan | undefined =>
  ended === undefined
    ? undefined
    : { kind: 'never', reason: 'canceled', message: `${ended}: no further call is made.`, gates: [reportHold(ended)] };

const hourMs = 3_600_000;
const weekMs = 168 * hourMs;

/**
 * Holds a call back. A release plans the job again at once. The long and different waits are for a release that was lost,
 * so that many held jobs cost next to nothing. A deadline is not waited for: it fails the job, each at another instant.
 */
function holdBack(plan: Plan, input: PlanInput): Plan {
  const { holds = [], jobId, nowMs } = input;
  const reports = holds.map(reportHold);
  const [first] = reports;
  if (first === undefined || plan.kind !== 'call') return plan;
  const fraction = stableFraction(`hold/${jobId}`);
  const lookAgainMs = Math.max(plan.atMs, nowMs + weekMs + Math.floor(fraction * weekMs));
  return {
    kind: 'held',
    replanMs: Math.min(lookAgainMs, findDeadlineMs(input) + Math.floor(fraction * hourMs)),
    message: first.Message,
    gates: [...reports, ...plan.gates],
    decidedBy: first.Name,
  };
}

function planByGates(input: PlanInput, calendars: Calendars): Plan {
  const delays = createDelayGates(input);
  const [queue, breaker] = [createQueueGate(input), createBreakerGate(input)];
  // A job that waits because of the circuit breaker shows one gate for it.
  const shown = breaker !== undefined && queue?.name === breaker.name ? [breaker] : [queue, breaker];
  const gates: Gate[] = [...delays, ...shown.filter((gate) => gate !== undefined), ...calendars.gates];
  if (input.operatorCallAtMs !== undefined)
    return planOperatorCall(input, { gates, calendars, callAtMs: input.operatorCallAtMs });
  const jitter = jitterOf(input);
  // Jitter comes before the queue: a job whose turn has come waits for nothing more.
  const turn = findTurn([queue, breaker].filter((gate) => gate !== undefined));
  const turnMs = Math.max(input.nowMs, turnOf(turn, input));
  const found = findCallTime({ ...input, nowMs: turnMs }, [...delays, ...calendars.gates], jitter);
  const context: ReportContext = { nowMs: input.nowMs, zone: calendars.zone, last: findLastToOpen(found) };
  const reports = gates.map((gate) => reportGate(gate, context));
  if (found.kind === 'never') return toNeverPlan(found.gate, reports);
  if (jitter.spreadMs > 0) {
    const times = { opensAtMs: found.opening.atMs, callAtMs: found.atMs, spreadMs: jitter.spreadMs };
    reports.push(reportJitter(times, context));
  }
  return {
    kind: 'call',
    atMs: found.atMs,
    gates: reports,
    decidedBy: findDecidingGate(found, input.nowMs, turn && { ...turn, opensAtMs: turnMs }),
  };
}

/** A job that waits for its turn asks a last time before its deadline: its turn may come before the job asks again. */
const lastAskMs = 2_000;

function turnOf(turn: DelayGate | undefined, input: PlanInput): number {
  if (turn?.opensAtMs == null) return -Infinity;
  // The calls of a day are used up: no turn comes earlier.
  if (turn.name === 'MaxCallsPerDay') return turn.opensAtMs;
  return Math.min(turn.opensAtMs, findDeadlineMs(input) - lastAskMs);
}

/** The gate that opens last of those that depend on other calls. */
const findTurn = (turns: readonly DelayGate[]): DelayGate | undefined =>
  turns.reduce<DelayGate | undefined>(
    (last, gate) => ((gate.opensAtMs ?? 0) >= (last?.opensAtMs ?? -Infinity) ? gate : last),
    undefined,
  );

const findLastToOpen = (found: CallTime): ReportContext['last'] =>
  found.kind === 'call' && found.opening.by ? { gate: found.opening.by, opensAtMs: found.opening.atMs } : undefined;

function findDecidingGate(
  found: CallTime & { kind: 'call' },
  nowMs: number,
  turn: DelayGate | undefined,
): GateName | null {
  const turnMs = turn?.opensAtMs ?? -Infinity;
  if (turn !== undefined && turnMs > nowMs && found.atMs === turnMs) return turn.name;
  if (found.opening.atMs > Math.max(nowMs, turnMs)) return found.opening.by?.name ?? null;
  return found.atMs > nowMs ? 'Jitter' : null;
}

function jitterOf({ jobId, attempts, constraints, jitterSeconds }: PlanInput): Jitter {
  if (constraints.DisableJitter === true || jitterSeconds <= 0) return { fraction: 0, spreadMs: 0 };
  return { fraction: jitterFraction(jobId, attempts.length + 1), spreadMs: jitterSeconds * 1000 };
}

function toNeverPlan(gate: Gate, gates: GateReport[]): Plan {
  return { kind: 'never', reason: gate.neverReason ?? 'invalid_configuration', message: explainNever(gate), gates };
}

/** Gates that no chosen instant overrides. */
const isFixed = ({ name, origin }: Gate): boolean => fixedGates.has(name) || origin === 'policy';
const fixedGates: ReadonlySet<GateName> = new Set<GateName>([
  'MaxTotalCalls',
  'Suppression',
  'StartAt',
  'EndAt',
  'NotAfter',
  ...queueReasons,
]);

/** An operator's instant overrides every gate but the fixed ones, which may delay it. */
function planOperatorCall(
  input: PlanInput,
  { gates, calendars, callAtMs }: { gates: readonly Gate[]; calendars: Calendars; callAtMs: number },
): Plan {
  const context: ReportContext = { nowMs: input.nowMs, zone: calendars.zone };
  const allFixed = gates.filter(isFixed);
  const fixed = allFixed.filter((gate) => gate.kind === 'delay');
  const reports = allFixed.map((gate) => reportGate(gate, context));
  const closed = fixed.find((gate) => gate.opensAtMs === null);
  if (closed) return toNeverPlan(closed, reports);
  const overridden = new Set(gates.filter((gate) => !isFixed(gate)).map((gate) => gate.name));
  if (jitterOf(input).spreadMs > 0) overridden.add('Jitter');
  reports.push(reportReschedule(callAtMs, [...overridden], context));
  const chosenMs = Math.max(input.nowMs, callAtMs);
  const atMs = Math.max(chosenMs, ...fixed.map((gate) => gate.opensAtMs ?? -Infinity));
  const missed = allFixed.find((gate) => gate.kind === 'calendar' && gate.times.opensAt(atMs, atMs + 1) === null);
  if (missed) return toNeverPlan(missed, reports);
  const last = fixed.find((gate) => atMs > chosenMs && gate.opensAtMs === atMs);
  const decidedBy = last?.name ?? (atMs > input.nowMs ? 'Reschedule' : null);
  return { kind: 'call', atMs, gates: reports, decidedBy };
}
