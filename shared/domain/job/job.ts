import type { CallAnalysis } from '../call/call';
import { labelNextCall } from '../planning/plan-label';
import type { GateName } from '../schedule/gate';
import type { CallFact } from '../stats/call-facts';
import type { AnalysisRequest, AnalysisReview, Correction } from './analysis';
import type { FailureReason } from './failure';
import { noMetrics, type JobMetrics } from './metrics';
import type { JobOverrides } from './overrides';
import type { QueuedCall } from './queued-call';
import type { RestoreHold } from './restore-hold';
import type { JobState } from './state';

/** What a client requests: a call to a contact within a campaign. */
export interface JobRequest {
  PhoneNumber: string;
  CallerID?: string | undefined;
  ContactName?: string | undefined;
  Metadata?: Record<string, unknown> | undefined;
  Data?: Record<string, unknown> | undefined;
  Overrides: JobOverrides;
  CampaignVariants?: string[] | undefined;
  /** Takes precedence over the campaign's while the job waits for a place; 0 if neither has one. */
  Priority?: number | undefined;
  TestJob?: boolean | undefined;
}

/** One job, as stored. Instants end in `MS` (unix milliseconds). */
export interface Job extends JobRequest {
  ID: string;
  OrgID: string;
  CampaignID: string;
  State: JobState;
  /** Number of transitions so far. Each compare-and-set checks it, and it numbers webhook events. */
  Sequence: number;
  /** Time of the last event; strictly increasing. */
  EventTimeMS: number;
  CreatedMS: number;
  UpdatedMS: number;
  /** Null until the first call pins it. */
  CampaignVersion: number | null;
  Metrics: JobMetrics;
  /** Calls that were answered; absent for none. For the counts by variant. */
  AnsweredCalls?: number | undefined;
  /** The variants of the calls as `toVariantKey` writes them; absent before the first call. For the counts by variant. */
  VariantKey?: string | undefined;
  /** What the statistics know of the calls; absent before the first. */
  CallFacts?: CallFact[] | undefined;
  /** Number of the last call; 0 before the first. */
  CallCount: number;
  /** The call in flight while `calling` or `analyzing`. */
  ActiveCallID?: string | undefined;
  NextCallMS?: number | undefined;
  /** The call is held back: `NextCallMS` is only when the job is looked at again, unless it is released before. */
  Held?: true | undefined;
  /** The gate that delays or holds the planned call; absent if none does. For the statistics. */
  HeldBy?: GateName | undefined;
  /** The instant from which the current plan was made. It keeps the jitter stable when the job is planned again. */
  PlannedFromMS?: number | undefined;
  /** An operator's instant for the next call, which overrides all gates but the limit on calls. */
  OperatorCallMS?: number | undefined;
  /** The retry delay after the last outcome. */
  Retry?: { NotBeforeMS: number; Because: string } | undefined;
  /** The turn of a call that found no free slot. */
  Queued?: QueuedCall | undefined;
  FailureReason?: FailureReason | undefined;
  FailureMessage?: string | undefined;
  Analysis?: CallAnalysis | undefined;
  PreviousCallsSummary?: string | undefined;
  OutputData?: Record<string, unknown> | undefined;
  /** An analysis by a model that is wanted, or that was given up. */
  AnalysisRequest?: AnalysisRequest | undefined;
  /** When a worker looks at the request, or at what is not counted yet; absent if there is nothing to do. */
  AnalysisDueMS?: number | undefined;
  /** Tokens that the job's analyses took so far. */
  AnalysisTokens?: number | undefined;
  /** What people put in the place of the analysis, by field. */
  Corrections?: Record<string, Correction> | undefined;
  /** Counts the changes of the corrections. */
  CorrectionRevision?: number | undefined;
  /** Where the analysis agrees with the corrections, as it was counted. */
  Review?: AnalysisReview | undefined;
  AuditLogEntries?: string[] | undefined;
  /** The bulk import that created the job. */
  ImportID?: string | undefined;
  /** The ended job whose contact this one calls again, and the bulk action that made it. */
  RedialOf?: string | undefined;
  BulkActionID?: string | undefined;
  /** The last bulk action that updated the job: a repeat of its write changes nothing. */
  UpdatedBy?: string | undefined;
  /** Set with the transition that cancels the job because its campaign was stopped. It outlasts an erasure. */
  Stopped?: true | undefined;
  /** Keeps the job from being called after a restore, until a person releases it. */
  RestoreHold?: RestoreHold | undefined;
  CancelRequestedMS?: number | undefined;
  DeletionRequestedMS?: number | undefined;
  /** When the job ended, from which its campaign's retention counts; absent once its erasure was requested. */
  EndedMS?: number | undefined;
  /**
   * When the sweeper wakes the job's workflow unless another transition comes first; absent if nothing is left to do.
   */
  DueMS?: number | undefined;
  /** When what is left of an erased job is deleted. */
  PurgeMS?: number | undefined;
}

/** The instant that is planned for the job's next call; `undefined` if none is, as while the call is held back. */
export const nextCallMsOf = ({
  State,
  Held,
  NextCallMS,
}: Pick<Job, 'State' | 'Held' | 'NextCallMS'>): number | undefined =>
  State === 'scheduled' && Held !== true ? NextCallMS : undefined;

/**
 * What holds the next call of a scheduled job, for lists; the explanation of one job names every gate. Jobs that were
 * planned by earlier versions did not keep it: what is stored beside their plan says most of it.
 */
export function heldByOf(job: Pick<Job, 'State' | HoldingField>): GateName | undefined {
  if (job.State !== 'scheduled') return undefined;
  if (job.HeldBy !== undefined) return job.HeldBy;
  if (job.Held === true) return 'State';
  if (job.Queued !== undefined) return job.Queued.By;
  if (job.OperatorCallMS !== undefined) return 'Reschedule';
  return job.Retry !== undefined && job.Retry.NotBeforeMS >= (job.NextCallMS ?? 0) ? 'RetryDelay' : undefined;
}
type HoldingField = 'Held' | 'HeldBy' | 'Queued' | 'OperatorCallMS' | 'Retry' | 'NextCallMS';

/** The fields that a client sets; the contract calls the number `ContactPhoneNumber`. */
export type NewJobRequest = Omit<JobRequest, 'PhoneNumber'> & { ContactPhoneNumber: string };

/** The fields that the service adds, most of them for the jobs of an import or a redial. */
type ServiceFields = Pick<Job, 'ImportID' | 'RedialOf' | 'BulkActionID' | 'AuditLogEntries'>;

/** The API publishes the job and starts its workflow right after it stores the job. */
const startGraceMs = 5_000;

/** When the sweeper wakes a new job unless it was published and started by then. */
export const startDeadlineOf = ({ CreatedMS }: Pick<Job, 'CreatedMS'>): number => CreatedMS + startGraceMs;

type InitialJobFields = Pick<
  Job,
  | 'State'
  | 'Sequence'
  | 'EventTimeMS'
  | 'CreatedMS'
  | 'UpdatedMS'
  | 'CampaignVersion'
  | 'Metrics'
  | 'CallCount'
  | 'DueMS'
>;

const initialJobFields = (nowMs: number): InitialJobFields => ({
  State: 'created',
  Sequence: 1,
  EventTimeMS: nowMs,
  CreatedMS: nowMs,
  UpdatedMS: nowMs,
  CampaignVersion: null,
  Metrics: noMetrics,
  CallCount: 0,
  DueMS: startDeadlineOf({ CreatedMS: nowMs }),
});

/** A job before its first plan. */
export function newJob(
  { ContactPhoneNumber, TestJob, ...request }: NewJobRequest,
  ids: { id: string; orgId: string; campaignId: string },
  nowMs: number,
  added: ServiceFields = {},
): Job {
  return {
    ...request,
    ...added,
    ...(TestJob === true ? { TestJob } : {}),
    PhoneNumber: ContactPhoneNumber,
    ID: ids.id,
    OrgID: ids.orgId,
    CampaignID: ids.campaignId,
    ...initialJobFields(nowMs),
  };
}

/** A job as its workflow sees it: states, numbers and instants. It is stored in histories, so it holds no personal data. */
export interface JobView {
  state: JobState;
  sequence: number;
  /** Attempts to reach the contact so far, as the API counts them. */
  attempts: number;
  /** How many there may be, by the last plan; 0 for no limit, absent if it is not known. */
  maxAttempts?: number;
  /** While scheduled: the instant of the next call, its distance when the document was read, and the reason, for operators. */
  nextCall?: { atMs: number; inMs: number; label: string };
  cancelRequested: boolean;
  deletionRequested: boolean;
  /** The call's own step has analyzed it. */
  analyzed?: true;
}

declare const published: unique symbol;
/** A job whose last transition is published: its events and its deliveries are stored. Only `publishTransition` makes one. */
export type PublishedJob = Job & { readonly [published]: true };

/**
 * A workflow goes on from a view, and the next transition replaces this one in the document: so what a view shows must
 * have been published.
 * @param plan what the next call waits for, for operators, and how many calls there may be
 */
export const toJobView = (
  job: PublishedJob,
  nowMs: number,
  { label, maxAttempts }: { label?: string | undefined; maxAttempts?: number | undefined } = {},
): JobView => ({
  state: job.State,
  sequence: job.Sequence,
  attempts: job.Metrics.TotalCallAttempts,
  ...(maxAttempts === undefined ? {} : { maxAttempts }),
  ...(job.State === 'scheduled' && job.NextCallMS !== undefined
    ? {
        nextCall: {
          atMs: job.NextCallMS,
          inMs: Math.max(0, job.NextCallMS - nowMs),
          label: label ?? labelNextCall(job),
        },
      }
    : {}),
  cancelRequested: job.CancelRequestedMS !== undefined,
  deletionRequested: job.DeletionRequestedMS !== undefined,
});

/** True once the job's end was requested; see `isEnding`. */
export const isEndRequested = (view: JobView): boolean => view.cancelRequested || view.deletionRequested;
