import type { GateReport } from './gate';
import { horizonMs } from './opening';
import type { CalendarGate, Rule } from './rule';
import { formatInstant } from './format';
import type { Zone } from './zone-offsets';

const dayMs = 86_400_000;

/** From where a gate is looked at. */
export interface ReportContext {
  nowMs: number;
  /** The zone that instants are written in; UTC where there is none. */
  zone: Zone | undefined;
  /** The rule that opens last, and when: with it all the others are open. */
  last?: { rule: Rule; opensAtMs: number } | undefined;
}

/** A rule as the explanation shows it. */
export function reportGate(rule: Rule, view: ReportContext): GateReport {
  const opensAtMs = rule.kind === 'delay' ? rule.opensAtMs : rule.times.opensAt(view.nowMs, view.nowMs + horizonMs);
  const fromNowMs = opensAtMs === null ? null : Math.max(view.nowMs, opensAtMs);
  return {
    Name: rule.name,
    Origin: rule.origin,
    Satisfied: fromNowMs === view.nowMs,
    OpensAtMS: fromNowMs,
    Message: `${rule.text}${describeState(rule, opensAtMs, view)}.`,
  };
}

function describeState(rule: Rule, opensAtMs: number | null, view: ReportContext): string {
  const { nowMs, zone } = view;
  if (rule.kind === 'delay') {
    if (opensAtMs === null || opensAtMs === -Infinity) return '';
    return `; ${opensAtMs > nowMs ? 'opens' : 'over since'} ${formatInstant(opensAtMs, zone)}`;
  }
  if (opensAtMs === null) return '; does not open';
  if (opensAtMs > nowMs) {
    return `${describeClosure(rule, nowMs, '; closed for')}; opens ${formatInstant(opensAtMs, zone)}${describeLaterOpening(rule, opensAtMs, view)}`;
  }
  const limitMs = nowMs + 8 * dayMs;
  const closesAtMs = rule.times.closesAt(nowMs, limitMs);
  const until = closesAtMs < limitMs ? ` until ${formatInstant(closesAtMs, zone)}` : '';
  return `; open now${until}${until && describeClosure(rule, closesAtMs, ', then closed for')}${describeLaterOpening(rule, nowMs, view)}`;
}

function describeClosure(rule: CalendarGate, atMs: number, words: string): string {
  const closedFor = rule.closedFor?.(atMs);
  return closedFor === undefined ? '' : `${words} ${closedFor}`;
}

/** A window may be open now, and closed when the other gates have opened: then its later opening is the one that counts. */
function describeLaterOpening(rule: Rule, opensAtMs: number, { zone, last }: ReportContext): string {
  if (last?.rule !== rule || last.opensAtMs <= opensAtMs) return '';
  return `; once the other gates are open, opens ${formatInstant(last.opensAtMs, zone)}`;
}

/** The job's share of the spread, counted from the moment all other gates are open. */
export function reportJitter(
  times: { opensAtMs: number; callAtMs: number; spreadMs: number },
  { nowMs, zone }: ReportContext,
): GateReport {
  const { opensAtMs, callAtMs, spreadMs } = times;
  const satisfied = callAtMs <= nowMs;
  const share = `${Math.max(0, callAtMs - opensAtMs) / 1000} s of up to ${spreadMs / 1000} s`;
  return {
    Name: 'Jitter',
    Origin: 'campaign',
    Satisfied: satisfied,
    OpensAtMS: callAtMs,
    Message: satisfied
      ? `Calls are spread over up to ${spreadMs / 1000} s; this one's share is over.`
      : `Calls are spread; this one waits ${share} once all other gates are open, until ${formatInstant(callAtMs, zone)}.`,
  };
}

/** An operator's instant, and what it sets aside. */
export function reportReschedule(
  callAtMs: number,
  setAside: readonly string[],
  { nowMs, zone }: ReportContext,
): GateReport {
  const instant = callAtMs > nowMs ? `call at ${formatInstant(callAtMs, zone)}` : 'call now';
  return {
    Name: 'Reschedule',
    Origin: 'operator',
    Satisfied: callAtMs <= nowMs,
    OpensAtMS: Math.max(nowMs, callAtMs),
    Message: `An operator's decision: ${instant}.${setAside.length > 0 ? ` Set aside: ${setAside.join(', ')}.` : ''}`,
  };
}

/** Why there can be no call, in one sentence. */
export function explainNever(rule: Rule): string {
  if (rule.kind === 'delay') return `No further call can be planned: ${rule.text}.`;
  return `No further call can be planned: no instant within two years is open (${rule.text}).`;
}
