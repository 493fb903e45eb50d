import type { CallAnalysis, CallState, EndedReason, LLMMessage } from './call';

/** One attempt to reach a contact, as stored. Instants end in `MS` (unix milliseconds). */
export interface CallRecord {
  /** Also the attempt key that the line knows it by: made from the job and the attempt's number, so that a repeated step makes no second one. */
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
  /** Renewed while a worker carries the call; a stale one means that the worker was lost. */
  AliveMS?: number | undefined;
  /** When the worker was first suspected to be lost; a renewal clears it. */
  SuspectedMS?: number | undefined;
  StopRequestedMS?: number | undefined;
  StopReason?: string | undefined;
  /** Where the worker that carries the call serves its live audio to our own processes, `host:port`; set when the contact answers. */
  MediaAddress?: string | undefined;
  /** The names of the stored files; absent until they are stored. */
  Recordings?: string[] | undefined;
  /** What was personal is gone, and nothing may be stored any more. */
  Erased?: true | undefined;
}

export const callId = (jobId: string, attempt: number): string => `call_${jobId.replace(/^job_/, '')}_${attempt}`;
