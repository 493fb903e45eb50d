import type { CallAnalysis } from '../call/call';
import type { FailureReason } from './failure';
import type { JobMetrics } from './metrics';
import type { JobOverrides } from './overrides';
import type { JobState } from './state';

/** What a client asks for: a contact to call within a campaign. */
export interface JobRequest {
  PhoneNumber: string;
  CallerID?: string | undefined;
  ContactName?: string | undefined;
  Metadata?: Record<string, unknown> | undefined;
  Data?: Record<string, unknown> | undefined;
  Overrides: JobOverrides;
  CampaignVariants?: string[] | undefined;
  TestJob?: boolean | undefined;
}

/** One job, as stored. Instants end in `MS` (unix milliseconds). */
export interface Job extends JobRequest {
  ID: string;
  OrgID: string;
  CampaignID: string;
  State: JobState;
  /** Moves made so far; each compare-and-set names it, and webhook events are numbered by it. */
  Sequence: number;
  /** Time of the last event; strictly increasing. */
  EventTimeMS: number;
  CreatedMS: number;
  UpdatedMS: number;
  /** Null until the first call pins it. */
  CampaignVersion: number | null;
  Metrics: JobMetrics;
  /** Attempts begun: the number of the last call. */
  CallCount: number;
  /** The call in flight while `calling` or `analyzing`. */
  ActiveCallID?: string | undefined;
  NextCallMS?: number | undefined;
  /** The instant from which the standing plan was made; keeps its jitter when it is looked at again. */
  PlannedFromMS?: number | undefined;
  /** An operator's reschedule, honored as given until the next call. */
  OperatorCallMS?: number | undefined;
  /** The wait that the last outcome asks for. */
  Retry?: { NotBeforeMS: number; Because: string } | undefined;
  FailureReason?: FailureReason | undefined;
  FailureMessage?: string | undefined;
  Analysis?: CallAnalysis | undefined;
  PreviousCallsSummary?: string | undefined;
  OutputData?: Record<string, unknown> | undefined;
  AuditLogEntries?: string[] | undefined;
  /** The bulk import that made the job. */
  ImportID?: string | undefined;
  /** What is wrong with the import's row: the job fails with it before anything else. */
  ConfigurationError?: string | undefined;
  CancelRequestedMS?: number | undefined;
  DeletionRequestedMS?: number | undefined;
  /** When the job ended, from which its campaign's retention counts; absent once its erasure was asked for. */
  EndedMS?: number | undefined;
  /** When the sweeper looks at the job if nothing has moved it by then; absent when nothing is to come. */
  DueMS?: number | undefined;
}
