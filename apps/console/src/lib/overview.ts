import type { CampaignStats } from '@outdial/client';

type Funnel = NonNullable<CampaignStats['Funnel']>;
type Waiting = NonNullable<CampaignStats['Waiting']>;
type Planned = NonNullable<CampaignStats['PlannedCalls']>;
type Group = NonNullable<NonNullable<CampaignStats['Series']>['Groups']>[number];

/** The steps of the funnel, as people read them. */
export const funnelSteps = [
  ['In', 'in'],
  ['Attempted', 'attempted'],
  ['Answered', 'answered'],
  ['Talked', 'talked'],
  ['Objective', 'objective'],
] as const satisfies readonly (readonly [keyof Funnel, string])[];

export interface FunnelRow {
  name: string;
  jobs: number;
  /** Of the step before, from 0 to 1; `undefined` for the first step and after an empty one. */
  ofPrevious: number | undefined;
}

/** The funnel as rows, each with its part of the one before. */
export const funnelRows = (funnel: Funnel): FunnelRow[] =>
  funnelSteps.map(([step, name], index) => {
    const previous = funnelSteps[index - 1]?.[0];
    const whole = previous === undefined ? 0 : funnel[previous];
    return { name, jobs: funnel[step], ofPrevious: whole === 0 ? undefined : funnel[step] / whole };
  });

/** What a job waits for, by the gate that holds it. */
export const gateTexts: Readonly<Record<string, string>> = {
  State: 'the campaign or the organization is paused, or has not started',
  Suppression: 'the number is suppressed',
  Policy: 'the policy of the operator',
  StartAt: 'the start of the campaign',
  MaxTotalCalls: 'the limit on calls of a job',
  MinCreationDelay: 'the delay before the first call',
  MinDurationBetweenCalls: 'the time between two calls',
  MinRetryDelay: "the operator's time between two calls",
  RetryDelay: 'the delay before a retry',
  MaxAttemptsInInterval: 'the limit on attempts in an interval',
  MaxAttemptsPerNumber: 'the limit on attempts to a number',
  MaxConcurrentCalls: 'the limit on calls at once',
  MaxCallsPerMinute: 'the limit on calls a minute',
  MaxCallsPerDay: 'the limit on calls a day',
  CarrierRate: 'the carrier takes no more calls',
  TrunkUnavailable: 'no trunk takes the call',
  AgentRefused: 'the voice agent refused the call',
  CircuitBreaker: 'the circuit breaker is not closed',
  TimeZone: 'a time zone that is unknown',
  TimeRules: 'the calling hours',
  BlackoutDates: 'a day without calls',
  EndAt: 'the end of the campaign',
  NotAfter: 'the end of the job',
  Ramp: 'the spread after a pause',
  Jitter: 'the spread of calls (jitter)',
  Reschedule: 'an instant that a person set',
};

export interface WaitingRow {
  /** The gate, as the API names it; absent for those that no gate holds. */
  gate?: string;
  text: string;
  jobs: number;
}

/** What the waiting jobs wait for, most jobs first. The rows add up to all of them. */
export function waitingRows({ NotPlanned, Due, HeldBy, Unknown }: Waiting): WaitingRow[] {
  const held = Object.entries(HeldBy).map(([gate, jobs]) => ({ gate, text: gateTexts[gate] ?? gate, jobs }));
  const others = [
    { text: 'a free worker: the call is due', jobs: Due },
    { text: 'their plan: they were stored a moment ago', jobs: NotPlanned },
    { text: 'a gate that an earlier version did not record', jobs: Unknown },
  ];
  return [...held, ...others].filter(({ jobs }) => jobs > 0).sort((a, b) => b.jobs - a.jobs);
}

/** The planned calls of the next hours. The first bar holds those that are due, too. */
export const plannedBars = ({ Overdue, Hours }: Planned, hours: number): { atMs: number; count: number }[] =>
  Hours.slice(0, hours).map(({ From, Calls }, index) => ({
    atMs: Date.parse(From),
    count: Calls + (index === 0 ? Overdue : 0),
  }));

export interface OutcomeRow {
  outcome: string;
  calls: number;
  /** Of all calls in the interval, from 0 to 1. */
  part: number;
}

/** How the calls of an interval ended, most calls first. */
export function outcomeRows(groups: readonly Group[]): OutcomeRow[] {
  const all = groups.reduce((sum, { Attempted }) => sum + Attempted, 0);
  return groups
    .filter(({ Attempted }) => Attempted > 0)
    .map(({ Value, Attempted }) => ({ outcome: Value ?? 'unknown', calls: Attempted, part: Attempted / all }));
}
