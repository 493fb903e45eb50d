import { ApplicationFailure } from '@temporalio/common';
import type { Job } from '../shared/domain/job/job';
import type { JobState } from '../shared/domain/job/state';
import type { ActivityDeps } from './deps';
import { publishMove } from './publish';

export type StepDeps = Pick<ActivityDeps, 'store' | 'flows' | 'clock' | 'logger' | 'metrics'>;

/** Which job a step is for, and where its workflow saw it. */
export interface StepInput {
  jobId: string;
  sequence: number;
}
/** Where a step takes a job, or that it stays. */
export type StepDecision = { to: JobState; set?: Partial<Job> } | 'stay';

/** Type of the failure when a job is not where its workflow thinks: another writer, or a database from a backup. Not worth a retry. */
export const jobMovedFailure = 'JobMoved';

/**
 * One step of a job: read it, decide, move it by compare-and-set, tell the move. Made to be repeated at any point: when the move was made
 * by an earlier try, only the telling is done again.
 * @param at.standing the job as the caller has just read it
 * @returns the job after the step, or `undefined` when there is no such job
 */
export async function takeStep(
  deps: StepDeps,
  { jobId, sequence, standing }: StepInput & { standing?: Job },
  decide: (job: Job, nowMs: number) => StepDecision | Promise<StepDecision>,
): Promise<Job | undefined> {
  const job = standing ?? (await deps.store.jobMoves.load(jobId));
  if (job === undefined) return undefined;
  if (job.Sequence === sequence + 1) {
    await publishMove(deps, job);
    return job;
  }
  if (job.Sequence !== sequence)
    throw ApplicationFailure.nonRetryable(`Job ${jobId} is at move ${job.Sequence}, not ${sequence}.`, jobMovedFailure);
  const nowMs = await deps.clock.nowMs();
  const decision = await decide(job, nowMs);
  if (decision === 'stay') return (await deps.store.jobMoves.load(jobId)) ?? job;
  const moved = await deps.store.jobMoves.move({
    jobId,
    fromSequence: sequence,
    to: decision.to,
    nowMs,
    set: decision.set ?? {},
    standing: job,
  });
  if (moved.Sequence === sequence) return moved;
  deps.metrics.jobs.moved(job.State, moved.State);
  await publishMove(deps, moved);
  return moved;
}
