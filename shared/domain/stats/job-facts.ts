import type { FailureReason } from '../job/failure';
import { nextCallMsOf, type Job } from '../job/job';
import type { JobState } from '../job/state';
import type { GateName } from '../schedule/gate';
import type { CallFact } from './call-facts';

/** Facts are counted by quarters of an hour: the offset of every time zone is a multiple of one. */
export const quarterMs = 900_000;
const quarterOf = (atMs: number): number => Math.floor(atMs / quarterMs);

type CountedCall = Omit<CallFact, 'AtMS'> & { Quarter: number };

/** Everything about a job that is counted. The same job always gives the same facts, with the fields in this order. */
export interface JobFacts {
  State: JobState;
  Test?: true;
  /** When it was created, in quarters of an hour since 1970. */
  Created: number;
  /** The quarter of the planned call; absent unless the job waits for one. */
  Planned?: number;
  /** What delays or holds the call. */
  HeldBy?: GateName;
  /** See `toVariantKey`; absent before the first call, and in campaigns without variants. */
  VariantKey?: string;
  /** The campaign's version of the first call; absent without `VariantKey`. */
  Version?: number;
  FailureReason?: FailureReason;
  Attempts?: number;
  Answered?: number;
  Calls?: CountedCall[];
}

/** The fields of a job that its facts are made of. */
export const factFields = [
  'State',
  'TestJob',
  'CreatedMS',
  'NextCallMS',
  'Held',
  'HeldBy',
  'VariantKey',
  'CampaignVersion',
  'FailureReason',
  'Metrics',
  'AnsweredCalls',
  'CallFacts',
] as const satisfies readonly (keyof Job)[];
export type CountedFields = Pick<Job, (typeof factFields)[number]>;

const toCountedCall = ({ Attempt, AtMS, CallerID, Outcome, Answered, Talked, Objective }: CallFact): CountedCall => ({
  Attempt,
  Quarter: quarterOf(AtMS),
  ...(CallerID === undefined ? {} : { CallerID }),
  Outcome,
  ...(Answered === true ? { Answered } : {}),
  ...(Talked === true ? { Talked } : {}),
  ...(Objective === true ? { Objective } : {}),
});

/** The plan of a waiting job. */
function planFacts({ State, Held, HeldBy, NextCallMS }: CountedFields): Pick<JobFacts, 'Planned' | 'HeldBy'> {
  if (State !== 'scheduled') return {};
  const plannedMs = nextCallMsOf({ State, Held, NextCallMS });
  return {
    ...(plannedMs === undefined ? {} : { Planned: quarterOf(plannedMs) }),
    ...(HeldBy === undefined ? {} : { HeldBy }),
  };
}

/** The variants of a job that has been called. */
const variantFacts = ({ VariantKey, CampaignVersion }: CountedFields): Pick<JobFacts, 'VariantKey' | 'Version'> =>
  VariantKey === undefined ? {} : { VariantKey, ...(CampaignVersion === null ? {} : { Version: CampaignVersion }) };

/** The facts of a job. */
export function factsOf(job: CountedFields): JobFacts {
  const { State, TestJob, CreatedMS, FailureReason, Metrics, AnsweredCalls = 0, CallFacts = [] } = job;
  return {
    State,
    ...(TestJob === true ? { Test: true as const } : {}),
    Created: quarterOf(CreatedMS),
    ...planFacts(job),
    ...variantFacts(job),
    ...(FailureReason === undefined ? {} : { FailureReason }),
    ...(Metrics.TotalCallAttempts === 0 ? {} : { Attempts: Metrics.TotalCallAttempts }),
    ...(AnsweredCalls === 0 ? {} : { Answered: AnsweredCalls }),
    ...(CallFacts.length === 0 ? {} : { Calls: CallFacts.map(toCountedCall) }),
  };
}

/** True if two facts are counted the same. */
export const sameFacts = (one: JobFacts | undefined, other: JobFacts): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
