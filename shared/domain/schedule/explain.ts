import { horizonMs } from './opening';
import type { CalendarGate, Gate, GateReport } from './gate';
import { formatInstant } from './format';
import type { Zone } from './zone-offsets';

const dayMs = 86_400_000;

/** The point in time and the zone of a report. */
export interface ReportContext {
  nowMs: number;
  /** The zone in which instants are written; UTC if absent. */
  zone: Zone | undefined;
  /** The gate that opens last, and its instant. All other gates are open then. */
  last?: { gate: Gate; opensAtMs: number } | undefined;
}

export function reportGate(gate: Gate, context: ReportContext): GateReport {
  const opensAtMs =
    gate.kind === 'delay' ? gate.opensAtMs : gate.times.opensAt(context.nowMs, context.nowMs + horizonMs);
  const fromNowMs = opensAtMs === null ? null : Math.max(context.nowMs, opensAtMs);
  return {
    Name: gate.name,
    Origin: gate.origin,
    Satisfied: fromNowMs === context.nowMs,
    OpensAtMS: fromNowMs,
    Message: `${gate.text}${describeState(gate, opensAtMs, context)}.`,
  };
}

function describeState(gate: Gate, opensAtMs: number | null, context: ReportContext): string {
  const { nowMs, zone } = context;
  if (gate.kind === 'delay') {
    if (opensAtMs === null || opensAtMs === -Infinity) return '';
    return `; ${opensAtMs > nowMs ? 'opens' : 'over since'} ${formatInstant(opensAtMs, zone)}`;
  }
  if (opensAtMs === null) return '; does not open';
  if (opensAtMs > nowMs) {
    return `${describeClosure(gate, nowMs, '; closed for')}; opens ${formatInstant(opensAtMs, zone)}${describeLaterOpening(gate, opensAtMs, context)}`;
  }
  const limitMs = nowMs + 8 * dayMs;
  const closesAtMs = gate.times.closesAt(nowMs, limitMs);
  const until = closesAtMs < limitMs ? ` until ${formatInstant(closesAtMs, zone)}` : '';
  return `; open now${until}${until && describeClosure(gate, closesAtMs, ', then closed for')}${describeLaterOpening(gate, nowMs, context)}`;
}

function describeClosure(gate: CalendarGate, atMs: number, prefix: string): string {
  const closedFor = gate.closedFor?.(atMs);
  return closedFor === undefined ? '' : `${prefix} ${closedFor}`;
}

/** A window may be open now but closed when the other gates open. Then its later opening decides. */
function describeLaterOpening(gate: Gate, opensAtMs: number, { zone, last }: ReportContext): string {
  if (last?.gate !== gate || last.opensAtMs <= opensAtMs) return '';
  return `; once the other gates are open, opens ${formatInstant(last.opensAtMs, zone)}`;
}

/** The job's delay within the spread. It counts from the instant at which all other gates are open. */
export function reportJitter(
  times: { opensAtMs: number; callAtMs: number; spreadMs: number },
  { nowMs, zone }: ReportContext,
): GateReport {
  const { opensAtMs, callAtMs, spreadMs } = times;
  const satisfied = callAtMs <= nowMs;
  const delay = `${Math.max(0, callAtMs - opensAtMs) / 1000} s of up to ${spreadMs / 1000} s`;
  return {
    Name: 'Jitter',
    Origin: 'campaign',
    Satisfied: satisfied,
    OpensAtMS: callAtMs,
    Message: satisfied
      ? `Calls are spread over up to ${spreadMs / 1000} s; the delay of this one is over.`
      : `Calls are spread; this one waits ${delay} once all other gates are open, until ${formatInstant(callAtMs, zone)}.`,
  };
}

/** An operator's instant, and the gates that it overrides. */
export function reportReschedule(
  callAtMs: number,
  overridden: readonly string[],
  { nowMs, zone }: ReportContext,
): GateReport {
  const instant = callAtMs > nowMs ? `call at ${formatInstant(callAtMs, zone)}` : 'call now';
  return {
    Name: 'Reschedule',
    Origin: 'operator',
    Satisfied: callAtMs <= nowMs,
    OpensAtMS: Math.max(nowMs, callAtMs),
    Message: `Rescheduled by an operator: ${instant}.${overridden.length > 0 ? ` Overridden: ${overridden.join(', ')}.` : ''}`,
  };
}

/** A reason for which a person holds calls back. */
export const reportHold = (reason: string): GateReport => ({
  Name: 'State',
  Origin: 'policy',
  Satisfied: false,
  OpensAtMS: null,
  Message: `${reason}.`,
});

/** Why no call is possible, in one sentence. */
export function explainNever(gate: Gate): string {
  if (gate.neverReason === 'campaign_objective_missed') return `No call can be made in time: ${gate.text}.`;
  if (gate.kind === 'delay') return `No further call can be planned: ${gate.text}.`;
  return `No further call can be planned: no instant within two years is open (${gate.text}).`;
}
