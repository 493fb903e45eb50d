import type { Db } from 'mongodb';
import type { StoredCounts } from '../../shared/adapters/mongo/stats/read';
import { stateCountsOf, waitingOf } from '../../shared/domain/stats/present';
import { funnelOf, sumBuckets } from '../../shared/domain/stats/series';

interface StoredJob {
  _id: string;
  State: string;
  TestJob?: boolean;
  Metrics: { TotalCallAttempts: number };
  AnsweredCalls?: number;
}
interface StoredCall {
  JobID: string;
  Attempt: number;
  PostponedUntilMS?: number;
  CallerID?: string;
}

/** Numbers of one campaign that a person could count by hand. */
export interface FullCount {
  states: Record<string, number>;
  tests: Record<string, number>;
  waiting: number;
  in: number;
  attempts: number;
  answered: number;
}
/** Calls by their numbers, and by the numbers that the contacts saw. */
export interface CallCount {
  byAttempt: Record<string, number>;
  byCaller: Record<string, number>;
}

const add = (counts: Record<string, number>, name: string, amount = 1): void => {
  if (amount !== 0) counts[name] = (counts[name] ?? 0) + amount;
};

/** Counts the jobs of a campaign one by one, from what is stored. */
export async function countFully(db: Db, campaignId: string): Promise<FullCount> {
  const jobs = await db.collection<StoredJob>('jobs').find({ CampaignID: campaignId }).toArray();
  const count: FullCount = { states: {}, tests: {}, waiting: 0, in: 0, attempts: 0, answered: 0 };
  for (const { State, TestJob, Metrics, AnsweredCalls = 0 } of jobs) {
    add(TestJob === true ? count.tests : count.states, State);
    if (TestJob === true) continue;
    count.in++;
    count.attempts += Metrics.TotalCallAttempts;
    count.answered += AnsweredCalls;
    if (State === 'created' || State === 'scheduled') count.waiting++;
  }
  return count;
}

/** Counts the calls of a campaign one by one. */
export async function countCalls(db: Db, campaignId: string): Promise<CallCount> {
  const calls = await db.collection<StoredCall>('calls').find({ CampaignID: campaignId }).toArray();
  const count: CallCount = { byAttempt: {}, byCaller: {} };
  for (const { Attempt, CallerID, PostponedUntilMS } of calls) {
    if (PostponedUntilMS !== undefined) continue;
    add(count.byAttempt, String(Attempt));
    add(count.byCaller, String(CallerID ?? null));
  }
  return count;
}

const everything = [{ fromMs: 0, toMs: Date.parse('2200-01-01T00:00:00Z') }];

/** The same numbers from kept counts. */
export function keptJobs(counts: StoredCounts, nowMs: number): FullCount {
  const count: FullCount = { states: {}, tests: {}, waiting: 0, in: 0, attempts: 0, answered: 0 };
  for (const { state, test, jobs } of stateCountsOf(counts.present))
    add(test ? count.tests : count.states, state, jobs);
  const { notPlanned, due, heldBy } = waitingOf(counts.present, { held: false, breaker: false }, nowMs);
  count.waiting = notPlanned + due + [...heldBy.values()].reduce((sum, jobs) => sum + jobs, 0);
  count.in = funnelOf(counts.present).In;
  const [total] = sumBuckets(everything, { days: counts.days, daysBy: new Map() });
  return { ...count, attempts: total?.calls.Attempted ?? 0, answered: total?.calls.Answered ?? 0 };
}

/** The calls by value, from kept counts that were read by a dimension. */
export function keptGroups(counts: StoredCounts): Record<string, number> {
  const [total] = sumBuckets(everything, counts);
  return Object.fromEntries([...(total?.groups ?? [])].map(([value, { Attempted }]) => [String(value), Attempted]));
}
