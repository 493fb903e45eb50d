import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { JobState } from '../domain/job/state';

/** What a job's workflow is started with: its id and nothing personal. */
export interface JobWorkflowInput {
  jobId: string;
  orgId: string;
  campaignId: string;
}

/** Where the workflow stands. */
export interface JobStatus {
  state: JobState;
  nextCallMs?: number;
  callId?: string;
}

/** Call at the given instant; a past one means now. Rejected as `NotScheduled` unless the job waits for a call. */
export const rescheduleUpdate = defineUpdate<JobStatus, [{ callAtMs: number }]>('reschedule');

/** The job's constraints changed in its document: plan the next call again. Rejected as `NotRunning` when the job has ended. */
export const replanUpdate = defineUpdate<JobStatus>('replan');

/** The document says that the job is to be cancelled or erased: look at once. Repeating it is harmless. */
export const wakeSignal = defineSignal('intent');

export const statusQuery = defineQuery<JobStatus>('status');

/** Types of the failures that Updates are rejected with. */
export const updateRejections = { notScheduled: 'NotScheduled', notRunning: 'NotRunning' } as const;
