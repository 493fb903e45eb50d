import type { JobEvent } from '../../../shared/adapters/mongo/events.repository';
import type { ListedJob } from '../../../shared/adapters/mongo/jobs/list';
import type { CallBody } from '../../../shared/contracts/call-response.schema';
import type { JobAnswerBody, JobBody, JobsListItemBody } from '../../../shared/contracts/job-response.schema';
import type { EndedReason } from '../../../shared/domain/call/call';
import type { CallRecord } from '../../../shared/domain/call/call-record';
import { failureMessageOf } from '../../../shared/domain/job/failure';
import { heldByOf, nextCallMsOf, type Job } from '../../../shared/domain/job/job';
import { readableState } from '../../../shared/domain/job/state';
import { toRfc3339 } from '../http/rfc3339';
import { toAnalysisStatus, toCorrectionsBody } from './present-analysis';
import { toInCallEventBody } from './present-line';

/** Data of a job that is stored in other collections. */
export interface JobRelations {
  calls: readonly CallRecord[];
  /** Set only if the client requested them. */
  events?: readonly JobEvent[] | undefined;
  publicUrl: string;
}

/** A call as the API shows it. `undefined` fields are omitted from the JSON. */
function toCallBody(call: CallRecord, publicUrl: string): CallBody {
  const { CampaignID, JobID, ID } = call;
  return {
    ID,
    CreatedAt: toRfc3339(call.CreatedMS),
    State: call.State,
    EndedAt: toRfc3339(call.EndedMS),
    EndedReason: call.EndedReason,
    EndedDetail: call.EndedDetail,
    Line: call.Line,
    AnsweredBy: call.AnsweredBy,
    Events: call.Events?.map(toInCallEventBody),
    CallbackAt: toRfc3339(call.CallbackAtMS),
    ConnectedAt: toRfc3339(call.ConnectedMS),
    DisconnectedAt: toRfc3339(call.ConnectedMS === undefined ? undefined : call.EndedMS),
    Error: call.Error,
    Messages: call.Messages,
    Recordings: call.Recordings?.map(
      (file) => `${publicUrl}/campaigns/${CampaignID}/jobs/${JobID}/calls/${ID}/recordings/${file}`,
    ),
  };
}

/** `Data` of a job: its overrides and the fields of the contract. */
function toJobData(job: Job, { calls, publicUrl }: JobRelations): JobBody['Data'] {
  const analyses = calls.flatMap(({ ID, Analysis }) => (Analysis === undefined ? [] : [[ID, Analysis] as const]));
  return {
    ...job.Overrides,
    PhoneNumber: job.PhoneNumber,
    PreviousCallsSummary: job.PreviousCallsSummary,
    Analysis: job.Analysis,
    ContactName: job.ContactName,
    CampaignVersion: job.CampaignVersion,
    Calls: calls.length === 0 ? undefined : calls.map((call) => toCallBody(call, publicUrl)),
    CallAnalyses: analyses.length === 0 ? undefined : Object.fromEntries(analyses),
    AnalysisStatus: toAnalysisStatus(job),
    Corrections: toCorrectionsBody(job),
    OutputData: job.OutputData,
    AuditLogEntries: job.AuditLogEntries,
    State: readableState(job.State),
    FailureReason: job.FailureReason,
    FailureMessage: failureMessageOf(job),
    Metadata: job.Metadata,
    Data: job.Data,
    NextCallMS: nextCallMsOf(job),
    Priority: job.Priority,
    TestJob: job.TestJob === true ? true : undefined,
    RedialOf: job.RedialOf,
    BulkActionID: job.BulkActionID,
  };
}

/** The contract's JobResponse. */
export const toJobResponse = (job: Job, parts: JobRelations): JobBody => ({
  OrgID: job.OrgID,
  CampaignID: job.CampaignID,
  ID: job.ID,
  Data: toJobData(job, parts),
  Metrics: job.Metrics,
  Events: parts.events?.map(({ EventType, CreatedMS, Properties }) => ({ EventType, CreatedMS, Properties })),
  CampaignVariants: job.CampaignVariants,
  CreatedAt: toRfc3339(job.CreatedMS),
});

/** An item of a list or a search. */
export const toJobsListItem = (job: ListedJob, LastOutcome?: EndedReason): JobsListItemBody => ({
  ID: job.ID,
  PhoneNumber: job.PhoneNumber,
  ContactName: job.ContactName ?? '',
  State: readableState(job.State),
  CreatedAt: job.CreatedMS,
  UpdatedAt: job.UpdatedMS,
  Attempts: job.Metrics.TotalCallAttempts,
  NextCallMS: nextCallMsOf(job),
  HeldBy: heldByOf(job),
  LastOutcome,
  FailureReason: job.FailureReason,
  TestJob: job.TestJob === true ? true : undefined,
});

/** The response of every operation that changes a job. */
export const toJobAnswer = (job: Pick<Job, 'ID' | 'State'>): JobAnswerBody => ({
  JobID: job.ID,
  State: readableState(job.State),
});
