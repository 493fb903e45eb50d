import type { Job } from '../shared/domain/job/job';
import type { JobState } from '../shared/domain/job/state';

/** A job as its workflow knows it: states, numbers and instants, nothing personal. */
export interface JobView {
  state: JobState;
  sequence: number;
  /** Attempts begun. */
  attempts: number;
  /** While scheduled: when the next call is, and what it waits for, in words for operators. */
  nextCall?: { atMs: number; label: string };
  cancelRequested: boolean;
  deletionRequested: boolean;
}

export const viewOf = (job: Job, label = ''): JobView => ({
  state: job.State,
  sequence: job.Sequence,
  attempts: job.CallCount,
  ...(job.State === 'scheduled' && job.NextCallMS !== undefined ? { nextCall: { atMs: job.NextCallMS, label } } : {}),
  cancelRequested: job.CancelRequestedMS !== undefined,
  deletionRequested: job.DeletionRequestedMS !== undefined,
});
