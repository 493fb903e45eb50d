import type { Job } from '../../shared/domain/job/job';
import type { JobState } from '../../shared/domain/job/state';

/** A job as its workflow knows it: states, numbers and instants, nothing personal. */
export interface JobView {
  state: JobState;
  sequence: number;
  /** Attempts begun. */
  attempts: number;
  /** While scheduled: when the next call is, how long that was away when it was looked at, and what it waits for, in words for operators. */
  nextCall?: { atMs: number; inMs: number; label: string };
  cancelRequested: boolean;
  deletionRequested: boolean;
}

export const toJobView = (job: Job, nowMs: number, label = ''): JobView => ({
  state: job.State,
  sequence: job.Sequence,
  attempts: job.CallCount,
  ...(job.State === 'scheduled' && job.NextCallMS !== undefined
    ? { nextCall: { atMs: job.NextCallMS, inMs: Math.max(0, job.NextCallMS - nowMs), label } }
    : {}),
  cancelRequested: job.CancelRequestedMS !== undefined,
  deletionRequested: job.DeletionRequestedMS !== undefined,
});
