import type { MachineVerdict } from '../audio/machine-detection';
import type { AgentReport } from './agent-report';
import type { CallAnalysis, CallState, EndedReason, LLMMessage, TechnicalFailure } from './call';
import type { InCallEvent } from './in-call-event';
import type { EndedDetail, LineRecord } from './line';

/** The files of a recorded call: the contact, the assistant, and both (stereo, the contact on the left). */
export const recordingFiles = ['input.mp3', 'output.mp3', 'merged.mp3'] as const;
export type RecordingFile = (typeof recordingFiles)[number];

/**
 * One attempt to reach a contact, without what was said in it, which may be megabytes: enough to handle the call, to plan
 * and to conclude. Instants end in `MS` (unix milliseconds).
 */
export interface CallSummary {
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
  /** The number that the contact sees; absent in calls of earlier versions, and if the worker was lost before the dial. */
  CallerID?: string | undefined;
  CreatedMS: number;
  /** Set by the one worker that may dial, before it dials. */
  DialedMS?: number | undefined;
  RingingMS?: number | undefined;
  ConnectedMS?: number | undefined;
  EndedMS?: number | undefined;
  EndedReason?: EndedReason | undefined;
  /** More precise than `EndedReason`, if the line reported more. */
  EndedDetail?: EndedDetail | undefined;
  /** The number can never be reached. */
  Permanent?: true | undefined;
  /** Who carried the call, and the codes with which it ended. */
  Line?: LineRecord | undefined;
  /** Who answered, if the line or the agent reported it. */
  AnsweredBy?: MachineVerdict | undefined;
  /** Keys, callbacks and other events of the call, in order. */
  Events?: InCallEvent[] | undefined;
  /** When the contact asked to be called back. */
  CallbackAtMS?: number | undefined;
  Error?: string | undefined;
  /** Set if the call failed technically, for the circuit breaker of its campaign. */
  Failure?: TechnicalFailure | undefined;
  /**
   * How many messages the call's worker numbered, stored or dropped; absent until it recorded the end, and if another
   * worker did.
   */
  MessageCount?: number | undefined;
  Analysis?: CallAnalysis | undefined;
  /** How often the analysis was repeated because an earlier attempt did not finish. See {@link isAnalysisAbandoned}. */
  RepeatedAnalyses?: number | undefined;
  StopRequestedMS?: number | undefined;
  StopReason?: string | undefined;
  /** `host:port` at which our other processes reach the worker, to stop the call and to listen to it. */
  MediaAddress?: string | undefined;
  /** The id of the call in Twilio's format, for an agent that is reached by websocket. */
  CallSid?: string | undefined;
  /** Set if the agent asked for the stop: it hung up. */
  StoppedByAgent?: true | undefined;
  /** What the agent reported beside the transcript. */
  AgentReport?: AgentReport | undefined;
  /** Names of the stored files; absent until they are stored. */
  Recordings?: string[] | undefined;
  /**
   * The rules no longer allowed the call, the carrier refused it for its own rate, its agent did not take it, or it came too
   * late: nothing rang, the attempt counts toward nothing, and the job may ask again from then on.
   */
  PostponedUntilMS?: number | undefined;
  /** The operator's instant by which the call was made. It stays in force if the call is postponed. */
  OperatorCallMS?: number | undefined;
  /** The call is one of a test job. */
  TestJob?: true | undefined;
  /** Personal data was erased, and nothing more may be stored. */
  Erased?: true | undefined;
}

/** A call with its transcript. */
export interface CallRecord extends CallSummary {
  Messages: LLMMessage[];
}

/** True for a call that counts as an attempt: a postponed one was never dialed. */
export const isCounted = ({ PostponedUntilMS }: Pick<CallSummary, 'PostponedUntilMS'>): boolean =>
  PostponedUntilMS === undefined;

export const callId = (jobId: string, attempt: number): string => `call_${jobId.replace(/^job_/, '')}_${attempt}`;

/** The job of a call, by the id that `callId` made. */
export const jobIdOfCall = (id: string): string => id.replace(/^call_/, 'job_').replace(/_\d+$/, '');

/** The record of a call that is about to be dialed. */
export const createCallRecord = (
  job: {
    ID: string;
    OrgID: string;
    CampaignID: string;
    OperatorCallMS?: number | undefined;
    TestJob?: boolean | undefined;
  },
  attempt: number,
  nowMs: number,
): CallSummary => ({
  ID: callId(job.ID, attempt),
  JobID: job.ID,
  OrgID: job.OrgID,
  CampaignID: job.CampaignID,
  Attempt: attempt,
  State: 'creating',
  CreatedMS: nowMs,
  DialedMS: nowMs,
  ...(job.OperatorCallMS === undefined ? {} : { OperatorCallMS: job.OperatorCallMS }),
  ...(job.TestJob === true ? { TestJob: true as const } : {}),
});

/** The states of a call whose end is not recorded yet. */
export const openCallStates: readonly CallRecord['State'][] = ['creating', 'active'];

/** True until the call's end is recorded. */
export const isOpen = ({ State }: Pick<CallSummary, 'State'>): boolean => openCallStates.includes(State);

/**
 * Attempts to analyze one call. An analysis that always fails, or ends the process of its worker, must not do so
 * forever. An attempt also counts if the store failed after it had begun, so there are a few.
 */
const maxAnalysisAttempts = 5;

/** True if the call has no analysis and gets none, because the attempts to make one failed. */
export const isAnalysisAbandoned = ({ Analysis, RepeatedAnalyses = 0 }: CallSummary): boolean =>
  Analysis === undefined && RepeatedAnalyses >= maxAnalysisAttempts;
