import type { Db } from 'mongodb';
import type { StoredCounts } from '../../shared/adapters/mongo/stats/read';
import { stateCountsOf, waitingOf } from '../../shared/domain/stats/present';
import { funnelOf, sumBuckets, type CallSteps } from '../../shared/domain/stats/series';

interface StoredJob {
  _id: string;
  State: string;
  TestJob?: boolean;
  CreatedMS: number;
}
interface StoredCall {
  JobID: string;
  Attempt: number;
  CreatedMS: number;
  DialedMS?: number;
  ConnectedMS?: number;
  PostponedUntilMS?: number;
  CallerID?: string;
  State: string;
}

/** Numbers of one campaign that a person could count by hand. */
export interface FullCount {
  states: Record<string, number>;
  tests: Record<string, number>;
  waiting: number;
  in: number;
  attempts: number;
  byAttempt: Record<string, number>;
  byCaller: Record<string, number>;
}

const add = (counts: Record<string, number>, name: string, amount = 1): void => {
  if (amount !== 0) counts[name] = (counts[name] ?? 0) + amount;
};

/** Counts the jobs and the calls of a campaign one by one, from what is stored. */
export async function countFully(db: Db, campaignId: string): Promise<FullCount> {
  const jobs = await db.collection<StoredJob>('jobs').find({ CampaignID: campaignId }).toArray();
  const calls = await db.collection<StoredCall>('calls').find({ CampaignID: campaignId }).toArray();
  const count: FullCount = { states: {}, tests: {}, waiting: 0, in: 0, attempts: 0, byAttempt: {}, byCaller: {} };
  for (const { State, TestJob } of jobs) {
    add(TestJob === true ? count.tests : count.states, State);
    if (TestJob === true) continue;
    count.in++;
    if (State === 'created' || State === 'scheduled') count.waiting++;
  }
  const real = new Set(jobs.filter(({ TestJob }) => TestJob !== true).map(({ _id }) => _id));
  for (const { JobID, Attempt, CallerID, PostponedUntilMS } of calls) {
    if (!real.has(JobID) || PostponedUntilMS !== undefined) continue;
    count.attempts++;
    add(count.byAttempt, String(Attempt));
    add(count.byCaller, CallerID ?? 'null');
  }
  return count;
}

const minMs = Date.parse('2000-01-01T00:00:00Z');
const maxMs = Date.parse('2100-01-01T00:00:00Z');

/** The same numbers from kept counts. @param byCaller those that were read by caller ID, the others by attempt */
export function countKept(byAttempt: StoredCounts, byCaller: StoredCounts, nowMs: number): FullCount {
  const { present } = byAttempt;
  const count: FullCount = { states: {}, tests: {}, waiting: 0, in: 0, attempts: 0, byAttempt: {}, byCaller: {} };
  for (const { state, test, jobs } of stateCountsOf(present)) add(test ? count.tests : count.states, state, jobs);
  const { notPlanned, due, heldBy } = waitingOf(present, { held: false, breaker: false }, nowMs);
  count.waiting = notPlanned + due + [...heldBy.values()].reduce((sum, jobs) => sum + jobs, 0);
  count.in = funnelOf(present).In;
  const everything = [{ fromMs: minMs, toMs: maxMs }];
  const [attempts] = sumBuckets(everything, byAttempt);
  const [callers] = sumBuckets(everything, byCaller);
  count.attempts = attempts?.calls.Attempted ?? 0;
  const toRecord = (groups: ReadonlyMap<string | null, CallSteps> | undefined) =>
    Object.fromEntries([...(groups ?? [])].map(([value, steps]) => [String(value), steps.Attempted]));
  return { ...count, byAttempt: toRecord(attempts?.groups), byCaller: toRecord(callers?.groups) };
}
