import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { JobState } from '../domain/job/state';

/** Input of a job's workflow: ids only, no personal data. */
export interface JobWorkflowInput {
  jobId: string;
  orgId: string;
  campaignId: string;
  /**
   * The instant of the first call, in unix milliseconds, if the job was planned and its transitions were published
   * before the start. The workflow is started with a delay until then.
   */
  firstCallMs?: number;
  /** How many calls the job itself allows, if it says so; 0 for no limit. For operators. */
  maxAttempts?: number;
}

/** The state of the job, and its next call. */
export interface JobStatus {
  state: JobState;
  nextCallMs?: number;
}

/** Call at the given instant; a past one means now. Rejected as `NotScheduled` unless the job is waiting for a call. */
export const rescheduleUpdate = defineUpdate<JobStatus, [{ callAtMs: number }]>('reschedule');

/**
 * The job's constraints changed in its document: plan the next call again. Rejected as `NotRunning` if the job has
 * ended.
 */
export const replanUpdate = defineUpdate<JobStatus>('replan');

/** The document holds a request to cancel or erase the job: read it now. Idempotent. */
export const wakeSignal = defineSignal('wake');

export const statusQuery = defineQuery<JobStatus>('status');

/** Types of the failures that reject updates. */
export const updateRejections = { notScheduled: 'NotScheduled', notRunning: 'NotRunning' } as const;

/** Input of the workflow that erases a job's personal data. */
export interface PiiDeletionInput {
  jobId: string;
}
