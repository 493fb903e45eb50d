import type { ReplanTask } from '../../shared/adapters/mongo/jobs/replans';
import type { Job } from '../../shared/domain/job/job';
import { planJob } from '../../shared/domain/planning/plan-job';
import type { ActivityDeps } from '../deps';
import { advanceStop } from './advance-stop';
import { sweepEach, type Swept } from './sweep-each';

type ReplanDeps = Pick<ActivityDeps, 'store' | 'workflows' | 'logger' | 'metrics'>;

/** Few tasks at a time, because each plans many jobs at a time. */
const maxTasks = 2;
const jobsPerBatch = 200;

/**
 * Plans waiting jobs again after a change, one batch of each task, and wakes those whose next call moves. Tasks take
 * turns: a campaign with a million jobs does not hold up another's. A task that fails or loses its worker continues
 * behind its last batch.
 */
export async function sweepReplans(deps: ReplanDeps, nowMs: number): Promise<Swept> {
  const { replanTasks } = deps.store;
  let unfinished = false;
  const items = await replanTasks.findDue(nowMs, maxTasks);
  const swept = await sweepEach(
    deps,
    { items, batchSize: maxTasks },
    {
      claim: (task) => replanTasks.claim(task, nowMs),
      act: async (task) => {
        if (await replanBatch(deps, task, nowMs)) unfinished = true;
      },
      release: (task) => replanTasks.release(task, nowMs),
    },
  );
  return { ...swept, more: swept.more || unfinished };
}

/** @returns true if the task has more to do */
async function replanBatch(deps: ReplanDeps, task: ReplanTask, nowMs: number): Promise<boolean> {
  const { replanTasks } = deps.store;
  const { jobIds, cursor } = await replanTasks.readBatch(task, jobsPerBatch);
  if (task.Stops !== true) await replanTasks.startPlansOver(jobIds, task.AtMS);
  await sweepEach(
    deps,
    { items: jobIds.map((ID) => ({ ID })), batchSize: jobsPerBatch },
    {
      // The task is claimed, and with it its jobs.
      claim: (job) => Promise.resolve(job),
      act: ({ ID }) => wakeIfMoved(deps, ID, nowMs),
      release: ({ ID }) => replanTasks.leaveToSweeper(ID, nowMs),
    },
  );
  return task.Stops === true && cursor === undefined
    ? advanceStop(deps, task, nowMs)
    : replanTasks.advance(task, cursor, nowMs);
}

/**
 * Wakes a job's workflow if its next call is now at another instant, or can never be made. A job that cannot be planned
 * here is woken too: its workflow reports why.
 */
async function wakeIfMoved({ store, workflows, logger }: ReplanDeps, jobId: string, nowMs: number): Promise<void> {
  let job: Job | undefined;
  try {
    job = await store.jobs.load(jobId);
    if (job === undefined || !(await hasMoved({ store }, job, nowMs))) return;
  } catch (error) {
    if (store.isUnavailable(error)) throw error;
    logger.warn({ jobId, err: error }, 'sweeper.job_not_planned');
    job = await store.jobs.loadMetadata(jobId);
  }
  if (job?.State === 'scheduled') await workflows.wakeJob(job);
}

async function hasMoved({ store }: Pick<ReplanDeps, 'store'>, job: Job, nowMs: number): Promise<boolean> {
  if (job.State !== 'scheduled') return false;
  const { NextCallMS } = job;
  const plan = planJob(await store.jobContexts.load(job, nowMs), nowMs);
  if (plan.kind === 'never' || NextCallMS === undefined) return true;
  // A held job is planned again when the hold ends.
  if (plan.kind === 'held') return false;
  // A call that is due is planned again right before it is placed.
  return plan.atMs !== NextCallMS && Math.max(plan.atMs, NextCallMS) > nowMs;
}
