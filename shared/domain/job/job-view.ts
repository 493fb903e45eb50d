import type { Job } from './job';
import type { JobState } from './state';

/**
 * A job as its workflow sees it: states, numbers and instants. It is stored in histories, so it holds no personal data.
 */
export interface JobView {
  state: JobState;
  sequence: number;
  /** Number of the last call; 0 before the first. */
  attempts: number;
  /**
   * While scheduled: the instant of the next call, its distance when the document was read, and the reason, for
   * operators.
   */
  nextCall?: { atMs: number; inMs: number; label: string };
  cancelRequested: boolean;
  deletionRequested: boolean;
}

/** @param label what the next call waits for, for operators */
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

/** True once the job's end was requested; see `isEnding`. */
export const isEndRequested = (view: JobView): boolean => view.cancelRequested || view.deletionRequested;
