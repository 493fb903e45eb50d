import { publishTransitions } from '../../shared/application/publish-transitions';
import { startDelayed } from '../../shared/application/start-new-job';
import type { Job } from '../../shared/domain/job/job';
import type { ActivityDeps } from '../deps';
import { forEachLimited, type Limiter } from './limiter';
import type { TimeBudget } from './time-budget';

export type StartJobsDeps = Pick<ActivityDeps, 'store' | 'workflows' | 'deliveries' | 'clock' | 'logger' | 'metrics'>;

/** Jobs that are handled at a time, whatever Temporal is asked at a time. */
const maxConcurrentJobs = 50;

/** A job that has not moved on since it was stored. */
const isNew = ({ Sequence }: Job): boolean => Sequence === 2;

/**
 * Publishes new jobs and starts the workflows of those that have a call. If Temporal refuses one now, the sweeper starts
 * it. A repeat, after a lost worker, publishes and starts nothing twice.
 * @param limiter bounds the requests to Temporal
 * @returns how many could not be left to the sweeper either. Never rejects, so that it can be awaited later.
 */
export async function startJobs(
  deps: StartJobsDeps,
  stored: readonly Job[],
  limiter: Limiter,
  budget: TimeBudget,
): Promise<number> {
  const { store, workflows, clock, logger, metrics } = deps;
  const jobs = stored.filter(isNew);
  try {
    await publishTransitions(deps, jobs, await clock.nowMs());
  } catch (error) {
    logger.warn({ jobs: jobs.length, err: error }, 'jobs.not_published');
    return jobs.length;
  }
  for (const { State } of jobs) metrics.jobs.recordTransition('created', State);
  let deferred = 0;
  const failed = await forEachLimited(jobs, maxConcurrentJobs, async (job) => {
    budget.heartbeat();
    // It has failed, so it has no workflow, and must not count as a request that was answered at once.
    if (job.NextCallMS === undefined) return;
    try {
      await limiter(async () => startDelayed(workflows, job, await clock.nowMs()));
    } catch {
      await store.jobTransitions.amend(job.ID, job.Sequence, { DueMS: await clock.nowMs() });
      deferred++;
    }
  });
  if (deferred > 0) logger.warn({ jobs: deferred }, 'jobs.starts_deferred');
  return failed;
}
