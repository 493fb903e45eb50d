import { ApplicationFailure } from '@temporalio/common';
import type { Job } from '../../shared/domain/job/job';
import type { JobState } from '../../shared/domain/job/state';
import type { ActivityDeps } from '../deps';
import { publishTransition } from './publish';

export type TransitionDeps = Pick<ActivityDeps, 'store' | 'workflows' | 'clock' | 'logger' | 'metrics'>;

/** Which job a step is for, and where its workflow saw it. */
export interface TransitionInput {
  jobId: string;
  sequence: number;
}
/** Where a step takes a job, or that it stays. */
export type JobDecision = { to: JobState; set?: Partial<Job> } | 'stay';

/** Type of the failure when a job is not where its workflow thinks: another writer, or a database from a backup. Not worth a retry. */
export const staleJobFailure = 'JobMoved';

/**
 * One step of a job: read it, decide, move it by compare-and-set, tell the move. Made to be repeated at any point: when the move was made
 * by an earlier try, only the telling is done again.
 * @param at.standing the job as the caller has just read it
 * @returns the job after the step, or `undefined` when there is no such job
 */
export async function applyTransition(
  deps: TransitionDeps,
  { jobId, sequence, standing }: TransitionInput & { standing?: Job },
  decide: (job: Job, nowMs: number) => JobDecision | Promise<JobDecision>,
): Promise<Job | undefined> {
  const job = standing ?? (await deps.store.jobTransitions.load(jobId));
  if (job === undefined) return undefined;
  if (job.Sequence === sequence + 1) {
    await publishTransition(deps, job);
    return job;
  }
  if (job.Sequence !== sequence)
    throw ApplicationFailure.nonRetryable(`Job ${jobId} is at move ${job.Sequence}, not ${sequence}.`, staleJobFailure);
  const nowMs = await deps.clock.nowMs();
  const decision = await decide(job, nowMs);
  if (decision === 'stay') return (await deps.store.jobTransitions.load(jobId)) ?? job;
  const moved = await deps.store.jobTransitions.apply({
    jobId,
    fromSequence: sequence,
    to: decision.to,
    nowMs,
    set: decision.set ?? {},
    current: job,
  });
  if (moved.Sequence === sequence) return moved;
  deps.metrics.jobs.recordTransition(job.State, moved.State);
  await publishTransition(deps, moved);
  return moved;
}
