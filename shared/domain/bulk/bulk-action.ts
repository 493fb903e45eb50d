import { erasableJobStates, endedJobStates, runningJobStates, waitingJobStates, type JobState } from '../job/state';
import type { FailureReason } from '../job/failure';
import type { Constraints } from '../schedule/constraints';

/** What a bulk action does to each of its jobs. */
export const bulkActionKinds = ['cancel', 'reschedule', 'redial', 'erase', 'update', 'analyze'] as const;
export type BulkActionKind = (typeof bulkActionKinds)[number];

/** Bulk actions of an organization that may run at a time. */
export const maxRunningBulkActions = 5;

export const bulkActionStates = ['running', 'completed', 'canceled', 'failed'] as const;
export type BulkActionState = (typeof bulkActionStates)[number];

/** Why a job was left as it is. Clients may branch on these codes: they are only ever added. */
export const skipReasons = [
  'already_requested',
  'job_not_running',
  'job_not_ended',
  'not_scheduled',
  'job_erased',
  'campaign_objective_missed',
  'not_allowed_in_campaign',
  'invalid_configuration',
  'campaign_state',
  'campaign_blocked',
  'organization_blocked',
  'too_many_open_jobs',
  'made_by_this_action',
  'nothing_to_analyze',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** The states in which a job can be changed by each action: only such jobs are counted and walked. */
export const bulkActionJobStates = {
  cancel: runningJobStates,
  reschedule: waitingJobStates,
  redial: endedJobStates,
  erase: erasableJobStates,
  update: runningJobStates,
  analyze: ['scheduled', ...endedJobStates],
} as const satisfies Record<BulkActionKind, readonly JobState[]>;

/** Selects jobs of a campaign, as the client gave it; a job must match every condition. It holds no personal data. */
export interface BulkFilter {
  All?: true | undefined;
  States?: JobState[] | undefined;
  FailureReasons?: FailureReason[] | undefined;
  Test?: boolean | undefined;
  ImportID?: string | undefined;
  /** RFC 3339, inclusive. */
  CreatedAfter?: string | undefined;
  /** RFC 3339, exclusive. */
  CreatedBefore?: string | undefined;
  UpdatedAfter?: string | undefined;
  UpdatedBefore?: string | undefined;
}

/** What an update gives to each job. It may hold personal data, so it is stored sealed. */
export interface BulkParameters {
  Data?: Record<string, unknown> | undefined;
  Metadata?: Record<string, unknown> | undefined;
  Constraints?: Constraints | undefined;
}

/** Where the walk is, in the order of creation. */
export interface BulkCursor {
  ID: string;
  CreatedMS: number;
}

/**
 * The jobs in progress, in the order of the walk. They are stored before any of them is changed, so that a repeat after a
 * crash meets the same ones: by then they may no longer match the filter.
 */
export interface BulkBatch {
  Jobs: BulkCursor[];
  /** The instant that the ids of new jobs carry. */
  AtMS: number;
}

/** Results of jobs. */
export interface BulkCounts {
  Changed: number;
  Failed: number;
  /** By reason; reasons without jobs are absent. */
  Skipped: Partial<Record<SkipReason, number>>;
  /** New jobs of a redial that failed when they were made, such as those to suppressed numbers; part of `Changed`. */
  NewJobsFailed: Partial<Record<FailureReason, number>>;
}

export const noCounts = (): BulkCounts => ({ Changed: 0, Failed: 0, Skipped: {}, NewJobsFailed: {} });

/** A bulk action, as stored. Instants end in `MS` (unix milliseconds). */
export interface BulkAction extends BulkCounts {
  ID: string;
  OrgID: string;
  CampaignID: string;
  Action: BulkActionKind;
  Filter: BulkFilter;
  /** The ids that the import of the filter had assigned when the action began. */
  ImportIDs?: { First: string; Last: string } | undefined;
  State: BulkActionState;
  /** For `reschedule`: when the jobs are called. */
  CallAtMS?: number | undefined;
  /** For `update`. Removed with the end of the action. */
  Parameters?: BulkParameters | undefined;
  /** Names of the parameters, which outlast their values. */
  Fields?: string[] | undefined;
  /** The key of the request may not change campaigns, so the campaign's settings are ceilings. */
  HasCeilings: boolean;
  /** The key of the request: the actor of each change in the audit log. */
  KeyID: string;
  RequestID: string;
  CreatedMS: number;
  EndedMS?: number | undefined;
  /** Makes the ids of a redial's new jobs unique: 13 hexadecimal digits. */
  JobSalt: string;
  /** Jobs that matched at the beginning. */
  Matched: number;
  /** `Matched` is a lower bound: counting stopped there. */
  Estimated?: true | undefined;
  /** The last job that is done; absent before the first batch is. */
  Cursor?: BulkCursor | undefined;
  Batch?: BulkBatch | undefined;
  /** Batches done, which keep concurrent workers from mixing. */
  Batches: number;
  /** Ids of the first jobs that failed. */
  FailedJobIDs: string[];
  CancelRequestedMS?: number | undefined;
  FailureMessage?: string | undefined;
  /** When the sweeper returns the action to its workflow; absent once it has ended. */
  DueMS?: number | undefined;
  /** How often the sweeper has done so since the last progress. */
  Sweeps?: number | undefined;
}

const sum = (counts: Partial<Record<string, number>>): number =>
  Object.values(counts).reduce<number>((total, one = 0) => total + one, 0);

/** Jobs that were left as they are. */
export const countSkipped = ({ Skipped }: Pick<BulkCounts, 'Skipped'>): number => sum(Skipped);

/** Jobs whose result is counted. */
export const countDone = (counts: Pick<BulkCounts, 'Changed' | 'Skipped' | 'Failed'>): number =>
  counts.Changed + countSkipped(counts) + counts.Failed;

/**
 * The id of the audit entry of a job that a bulk action changes. It derives from both, so that a repeat after a crash
 * writes none twice.
 */
export const bulkAuditId = (bulkActionId: string, jobId: string): string =>
  `audit_${bulkActionId}_${jobId.replace(/^job_/, '')}`;
