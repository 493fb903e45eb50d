import { formatInstant } from './format';
import { impossibleGate, type CalendarGate, type Gate } from './gate';
import type { PlanInput } from './plan-input';
import type { OpenTimes } from './windows';
import type { Zone } from './zone-offsets';

type DeadlineInput = Pick<PlanInput, 'constraints' | 'origins' | 'endsAtMs'>;

/** Open until an instant, and never again. */
const createOpenUntil = (closesMs: number): OpenTimes => ({
  opensAt: (fromMs, limitMs) => (fromMs < closesMs && fromMs < limitMs ? fromMs : null),
  closesAt: (fromMs, limitMs) => Math.min(limitMs, Math.max(fromMs, closesMs)),
});

/** The gates that close for good: the end of the campaign, and the job's own deadline. */
export function createDeadlineGates(input: DeadlineInput, zone: Zone | undefined): Gate[] {
  const { endsAtMs, constraints, origins } = input;
  const gates: Gate[] = [];
  if (endsAtMs !== undefined) {
    const text = `Calls before the end of the campaign, ${formatInstant(endsAtMs, zone)}`;
    gates.push(createDeadline({ name: 'EndAt', origin: 'campaign', text, times: createOpenUntil(endsAtMs) }));
  }
  if (constraints.NotAfter !== undefined) {
    const origin = origins?.NotAfter ?? 'job';
    const lastMs = Date.parse(constraints.NotAfter);
    if (Number.isNaN(lastMs))
      return [...gates, impossibleGate('NotAfter', origin, `NotAfter "${constraints.NotAfter}" is not a valid time`)];
    const text = `No call after ${formatInstant(lastMs, zone)}`;
    gates.push(createDeadline({ name: 'NotAfter', origin, text, times: createOpenUntil(lastMs + 1) }));
  }
  return gates;
}

const createDeadline = (gate: Pick<CalendarGate, 'name' | 'origin' | 'text' | 'times'>): CalendarGate => ({
  ...gate,
  kind: 'calendar',
  neverReason: 'campaign_objective_missed',
});

/** The first instant (ms) at which no call is possible any more; `Infinity` without a deadline. */
export function findDeadlineMs({ endsAtMs = Infinity, constraints: { NotAfter } }: DeadlineInput): number {
  const lastMs = NotAfter === undefined ? NaN : Date.parse(NotAfter);
  return Math.min(endsAtMs, Number.isNaN(lastMs) ? Infinity : lastMs + 1);
}
