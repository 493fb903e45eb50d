import { beating } from './beating';
import { notYet } from './not-yet';
import { publishMove } from './publish';
import type { ActivityDeps } from './deps';
import type { StepDeps } from './step';

/** The erasure of a job's personal data. */
export const createPiiDeletionActivities = (deps: StepDeps & Pick<ActivityDeps, 'recordings'>) => ({
  /** Waits until the job's own workflow has let go of it: asks, and throws to be asked again. @returns false when there is no such job */
  beginDeletion: async (jobId: string): Promise<boolean> => {
    const job = await deps.store.jobMoves.load(jobId);
    if (job === undefined) return false;
    if (job.State === 'deleting' || job.State === 'deleted') return true;
    await deps.flows.nudgeJob(job);
    throw notYet(`Job ${jobId} is still ${job.State}.`, 'JobNotReleased');
  },

  /** Erases what is personal in the job and its calls, then moves the job to `deleted`. The keyed hash of the number stays, for opt-outs. */
  eraseJob: async (jobId: string): Promise<void> => {
    const job = await deps.store.jobMoves.load(jobId);
    if (job === undefined) return;
    if (job.State === 'deleted') {
      await publishMove(deps, job);
      return;
    }
    await publishMove(deps, job);
    await beating(async () => {
      await deps.store.calls.eraseByJob(jobId);
      // What receivers answered may repeat what they know of the job.
      await deps.store.deliveries.eraseBodies(jobId);
      // After the records: what a worker stores from now on it finds unwanted, and takes away itself.
      for (const call of await deps.store.calls.listByJob(jobId)) await deps.recordings.eraseCall(call);
    });
    const gone = {
      ContactName: undefined,
      Data: undefined,
      Analysis: undefined,
      PreviousCallsSummary: undefined,
      OutputData: undefined,
    };
    const set = { ...gone, PhoneNumber: '', DueMS: undefined };
    const nowMs = await deps.clock.nowMs();
    const erased = await deps.store.jobMoves.move({ jobId, fromSequence: job.Sequence, to: 'deleted', nowMs, set });
    deps.metrics.jobs.moved(job.State, erased.State);
    await publishMove(deps, erased);
  },
});
