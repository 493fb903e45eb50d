import { ApplicationFailure } from '@temporalio/common';
import { publishTransitions } from '../../shared/application/publish-transitions';
import type { JobDecision } from '../../shared/domain/job/decisions';
import type { Job, PublishedJob } from '../../shared/domain/job/job';
import { failureTypes } from '../../shared/messages/failure-types';
import type { ActivityDeps } from '../deps';

export type TransitionDeps = Pick<ActivityDeps, 'store' | 'deliveries' | 'clock' | 'metrics'>;

/** A job, and the sequence number at which its workflow last saw it: that transition is published. */
export interface TransitionInput {
  jobId: string;
  sequence: number;
}

/**
 * Reads a job, decides, applies the transition by compare-and-set and publishes it. Idempotent: if an earlier attempt
 * applied the transition, it only publishes again.
 * @param at.current the job, if the caller has just read it
 * @returns the job afterwards, published, or `undefined` if it does not exist
 */
export async function applyTransition(
  deps: TransitionDeps,
  { jobId, sequence, current }: TransitionInput & { current?: Job },
  decide: (job: Job, nowMs: number) => JobDecision | Promise<JobDecision>,
): Promise<PublishedJob | undefined> {
  const job = current ?? (await deps.store.jobs.load(jobId));
  if (job === undefined) return undefined;
  if (job.Sequence === sequence + 1) return publishTransition(deps, job);
  if (job.Sequence !== sequence) {
    // Another writer, or a database restored from a backup: a retry cannot succeed.
    const message = `Job ${jobId} is at transition ${job.Sequence}, not ${sequence}.`;
    throw ApplicationFailure.nonRetryable(message, failureTypes.staleJob);
  }
  const nowMs = await deps.clock.nowMs();
  const decision = await decide(job, nowMs);
  if (decision === 'stay') return rereadJob(deps, asPublished(job));
  const updated = await deps.store.jobTransitions.apply({
    jobId,
    fromSequence: sequence,
    to: decision.to,
    nowMs,
    set: decision.set ?? {},
    current: job,
  });
  if (updated.Sequence === sequence) return asPublished(updated);
  deps.metrics.jobs.recordTransition(job.State, updated.State);
  return publishTransition(deps, updated);
}

type PublishDeps = Pick<TransitionDeps, 'store' | 'deliveries' | 'clock'>;

const asPublished = (job: Job): PublishedJob => job as PublishedJob;

/** Publishes a job's last transition. Idempotent. */
export async function publishTransition({ clock, ...deps }: PublishDeps, job: Job): Promise<PublishedJob> {
  await publishTransitions(deps, [job], await clock.nowMs());
  return asPublished(job);
}

/** Publishes a job's last transition, unless that is the published one. */
export const publishUnless = async (deps: PublishDeps, job: Job, publishedSequence?: number): Promise<PublishedJob> =>
  job.Sequence === publishedSequence ? asPublished(job) : publishTransition(deps, job);

/** Reads a job again. If it has moved on, the process that moved it may be lost, so this publishes it. */
export const rereadJob = async (deps: PublishDeps, job: PublishedJob): Promise<PublishedJob> =>
  publishUnless(deps, (await deps.store.jobs.load(job.ID)) ?? job, job.Sequence);
