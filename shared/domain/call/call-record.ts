import type { CallAnalysis, CallState, EndedReason, LLMMessage } from './call';

/** The files of a recorded call: the contact, the assistant, and both (stereo, the contact on the left). */
export const recordingFiles = ['input.mp3', 'output.mp3', 'merged.mp3'] as const;
export type RecordingFile = (typeof recordingFiles)[number];

/** One attempt to reach a contact, as stored. Instants end in `MS` (unix milliseconds). */
export interface CallRecord {
  /**
   * Also the provider's key for the attempt. It derives from the job and the attempt's number, so a retry creates no
   * second call.
   */
  ID: string;
  JobID: string;
  OrgID: string;
  CampaignID: string;
  /** From 1. */
  Attempt: number;
  State: CallState;
  CreatedMS: number;
  /** Set by the one worker that may dial, before it dials. */
  DialedMS?: number | undefined;
  RingingMS?: number | undefined;
  ConnectedMS?: number | undefined;
  EndedMS?: number | undefined;
  EndedReason?: EndedReason | undefined;
  Error?: string | undefined;
  Messages: LLMMessage[];
  Analysis?: CallAnalysis | undefined;
  /** How often the analysis was repeated because an earlier attempt did not finish. See {@link isAnalysisAbandoned}. */
  RepeatedAnalyses?: number | undefined;
  /** Lease of the worker that handles the call. An expired lease means that the worker was lost. */
  AliveMS?: number | undefined;
  /** When the worker was first suspected to be lost. Renewing the lease clears it. */
  SuspectedMS?: number | undefined;
  StopRequestedMS?: number | undefined;
  StopReason?: string | undefined;
  /**
   * `host:port` at which the worker serves the call's live audio to our other processes; set when the contact answers.
   */
  MediaAddress?: string | undefined;
  /** Names of the stored files; absent until they are stored. */
  Recordings?: string[] | undefined;
  /** Personal data was erased, and nothing more may be stored. */
  Erased?: true | undefined;
}

/** A call without what was said in it, which may be megabytes: enough to plan, to conclude and to explain. */
export type CallSummary = Omit<CallRecord, 'Messages'>;

export const callId = (jobId: string, attempt: number): string => `call_${jobId.replace(/^job_/, '')}_${attempt}`;

/** The record of a call that is about to be dialed. */
export const createCallRecord = (
  job: { ID: string; OrgID: string; CampaignID: string },
  attempt: number,
  nowMs: number,
): CallRecord => ({
  ID: callId(job.ID, attempt),
  JobID: job.ID,
  OrgID: job.OrgID,
  CampaignID: job.CampaignID,
  Attempt: attempt,
  State: 'creating',
  CreatedMS: nowMs,
  DialedMS: nowMs,
  AliveMS: nowMs,
  Messages: [],
});

/**
 * Attempts to analyze one call. An analysis that always fails, or ends the process of its worker, must not do so
 * forever. An attempt also counts if the store failed after it had begun, so there are a few.
 */
const maxAnalysisAttempts = 5;

/** True if the call has no analysis and gets none, because the attempts to make one failed. */
export const isAnalysisAbandoned = ({ Analysis, RepeatedAnalyses = 0 }: CallSummary): boolean =>
  Analysis === undefined && RepeatedAnalyses >= maxAnalysisAttempts;
