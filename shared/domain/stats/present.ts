import { jobStates, type JobState } from '../job/state';
import type { FailureReason } from '../job/failure';
import { queueReasons, quotaLimits } from '../job/queued-call';
import { absent } from './cells';
import { quarterMs } from './job-facts';

type Cells = Record<string, unknown>;

/** The number of a campaign's jobs in a state; test jobs are counted separately. */
export interface StateCount {
  state: JobState;
  test: boolean;
  jobs: number;
}

/** Jobs of a campaign that have a variant, and the same state and failure. */
export interface VariantCount {
  /** The variant, as `toVariantKey` writes it. */
  variantKey: string;
  state: JobState;
  failureReason: FailureReason | undefined;
  jobs: number;
  attempts: number;
  answered: number;
}

/** @param present the document of the present */
export function stateCountsOf(present: Cells): StateCount[] {
  const countsIn = (name: 'Jobs' | 'Tests') => (present[name] ?? {}) as Partial<Record<JobState, number>>;
  return (['Jobs', 'Tests'] as const).flatMap((name) =>
    jobStates.map((state) => ({ state, test: name === 'Tests', jobs: countsIn(name)[state] ?? 0 })),
  );
}

type Outcome = Record<'Jobs' | 'Attempts' | 'Answered', number>;

/** @param variants the document of the outcomes by variant */
export function variantCountsOf(variants: Cells): VariantCount[] {
  const byKey = (variants['Outcomes'] ?? {}) as Record<string, Record<JobState, Record<string, Partial<Outcome>>>>;
  return Object.entries(byKey).flatMap(([key, byState]) =>
    Object.entries(byState).flatMap(([state, byReason]) =>
      Object.entries(byReason)
        .map(([reason, { Jobs = 0, Attempts = 0, Answered = 0 }]) => ({
          variantKey: key === absent ? '' : key,
          state: state as JobState,
          failureReason: reason === absent ? undefined : (reason as FailureReason),
          jobs: Jobs,
          attempts: Attempts,
          answered: Answered,
        }))
        .filter(({ jobs }) => jobs > 0),
    ),
  );
}

/** What the waiting jobs of a campaign wait for. Each is in exactly one of these, test jobs in none. */
export interface Waiting {
  /** Those that have not been planned yet. */
  notPlanned: number;
  /** Those whose call is due: only a free worker is missing. */
  due: number;
  /** By the gate that delays or holds the call; `null` for plans of earlier versions, which did not record it. */
  heldBy: Map<string | null, number>;
}

/** Planned calls by quarter of an hour, and those that have no instant. */
interface Plans {
  quarters: [quarter: number, gate: string | null, jobs: number][];
  held: [gate: string | null, jobs: number][];
}

const toGate = (name: string): string | null => (name === absent ? null : name);

function plansOf(present: Cells): Plans {
  const planned = (present['Planned'] ?? {}) as Record<string, Record<string, number>>;
  const held = (present['Held'] ?? {}) as Record<string, number>;
  return {
    quarters: Object.entries(planned).flatMap(([quarter, gates]) =>
      Object.entries(gates).map(
        ([gate, jobs]) => [Number(quarter), toGate(gate), jobs] as [number, string | null, number],
      ),
    ),
    held: Object.entries(held).map(([gate, jobs]) => [toGate(gate), jobs]),
  };
}

/** What holds every waiting job of a campaign, or its queued ones, besides the gates that they were planned by. */
export interface CampaignHolds {
  /** The campaign or its organization is held: no call is made before a person releases it. */
  held: boolean;
  /** The circuit breaker is not closed: queued jobs wait for it. */
  breaker: boolean;
}

const includes = (reasons: readonly string[], gate: string | null): boolean => gate !== null && reasons.includes(gate);

/** What the waiting jobs wait for. @param nowMs the clock, unix ms */
export function waitingOf(present: Cells, { held, breaker }: CampaignHolds, nowMs: number): Waiting {
  const waiting: Waiting = {
    notPlanned: ((present['Jobs'] ?? {}) as Partial<Record<JobState, number>>).created ?? 0,
    due: 0,
    heldBy: new Map(),
  };
  const add = (gate: string | null, jobs: number): void => {
    const shown = held ? 'State' : breaker && includes(quotaLimits, gate) ? 'CircuitBreaker' : gate;
    waiting.heldBy.set(shown, (waiting.heldBy.get(shown) ?? 0) + jobs);
  };
  const { quarters, held: withoutInstant } = plansOf(present);
  for (const [quarter, gate, jobs] of quarters) {
    const isPast = (quarter + 1) * quarterMs <= nowMs;
    const isCurrent = quarter * quarterMs <= nowMs;
    // A queue holds a job although its instant has passed. A plan without a gate is due at once.
    if (!held && !includes(queueReasons, gate) && (isPast || (gate === null && isCurrent))) waiting.due += jobs;
    else add(gate, jobs);
  }
  for (const [gate, jobs] of withoutInstant) add(gate, jobs);
  waiting.heldBy = new Map([...waiting.heldBy].filter(([, jobs]) => jobs !== 0));
  return waiting;
}

/** Planned calls by hour in UTC. */
export interface PlannedCalls {
  /** Planned for before the first hour: due, or waiting in a queue. */
  overdue: number;
  hours: { fromMs: number; calls: number }[];
  /** Planned for after the last hour. */
  later: number;
}

const hourMs = 3_600_000;

/** The planned calls of the next hours, the current one included, however they are held by then. */
export function plannedCallsOf(present: Cells, nowMs: number, hours: number): PlannedCalls {
  const firstMs = Math.floor(nowMs / hourMs) * hourMs;
  const planned: PlannedCalls = {
    overdue: 0,
    hours: Array.from({ length: hours }, (_, hour) => ({ fromMs: firstMs + hour * hourMs, calls: 0 })),
    later: 0,
  };
  for (const [quarter, , jobs] of plansOf(present).quarters) {
    const hour = planned.hours[Math.floor((quarter * quarterMs - firstMs) / hourMs)];
    if (hour !== undefined) hour.calls += jobs;
    else if (quarter * quarterMs < firstMs) planned.overdue += jobs;
    else planned.later += jobs;
  }
  return planned;
}
