import { ApplicationFailure } from '@temporalio/common';
import { publishTransitions } from '../../shared/application/publish-transitions';
import type { JobDecision } from '../../shared/domain/job/decisions';
import type { Job } from '../../shared/domain/job/job';
import { failureTypes } from '../../shared/messages/failure-types';
import type { ActivityDeps } from '../deps';

export type TransitionDeps = Pick<ActivityDeps, 'store' | 'deliveries' | 'clock' | 'metrics'>;

/** A job, and the sequence number at which its workflow last saw it. */
export interface TransitionInput {
  jobId: string;
  sequence: number;
}

/**
 * Reads a job, decides, applies the transition by compare-and-set and publishes it. Idempotent: if an earlier attempt
 * applied the transition, it only publishes again.
 * @param at.current the job, if the caller has just read it
 * @returns the job afterwards, or `undefined` if it does not exist
 */
export async function applyTransition(
  deps: TransitionDeps,
  { jobId, sequence, current }: TransitionInput & { current?: Job },
  decide: (job: Job, nowMs: number) => JobDecision | Promise<JobDecision>,
): Promise<Job | undefined> {
  const job = current ?? (await deps.store.jobs.load(jobId));
  if (job === undefined) return undefined;
  if (job.Sequence === sequence + 1) {
    await publishTransition(deps, job);
    return job;
  }
  if (job.Sequence !== sequence) {
    // Another writer, or a database restored from a backup: a retry cannot succeed.
    const message = `Job ${jobId} is at transition ${job.Sequence}, not ${sequence}.`;
    throw ApplicationFailure.nonRetryable(message, failureTypes.staleJob);
  }
  const nowMs = await deps.clock.nowMs();
  const decision = await decide(job, nowMs);
  if (decision === 'stay') return (await deps.store.jobs.load(jobId)) ?? job;
  const updated = await deps.store.jobTransitions.apply({
    jobId,
    fromSequence: sequence,
    to: decision.to,
    nowMs,
    set: decision.set ?? {},
    current: job,
  });
  if (updated.Sequence === sequence) return updated;
  deps.metrics.jobs.recordTransition(job.State, updated.State);
  await publishTransition(deps, updated);
  return updated;
}

/** Publishes a job's last transition. Idempotent. */
export const publishTransition = async (
  { clock, ...deps }: Pick<TransitionDeps, 'store' | 'deliveries' | 'clock'>,
  job: Job,
): Promise<void> => publishTransitions(deps, [job], await clock.nowMs());
