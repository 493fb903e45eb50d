import type { DueJob } from '../../shared/adapters/mongo/jobs/overdue';
import { startNewJob } from '../../shared/application/start-new-job';
import type { ActivityDeps } from '../deps';
import { sweepOverdue, type Swept } from './sweep-each';

type JobSweepDeps = Pick<
  ActivityDeps,
  'store' | 'workflows' | 'deliveries' | 'histories' | 'clock' | 'logger' | 'metrics'
>;
const batchSize = 500;

/**
 * Wakes the workflow of every overdue job, and starts it if it does not run. A new job that was stored but not started
 * is published and started with the delay until its call.
 */
export function sweepJobs(deps: JobSweepDeps, nowMs: number): Promise<Swept> {
  return sweepOverdue(deps, deps.store.jobTransitions, { batchSize, nowMs, act: (job) => repairJob(deps, job, nowMs) });
}

async function repairJob(deps: JobSweepDeps, job: DueJob, nowMs: number): Promise<void> {
  const { workflows, histories, metrics } = deps;
  const erases = job.DeletionRequestedMS !== undefined;
  // Its call plans it again when it gets a slot. To wake each job of a long queue would only lengthen the queue.
  if (!erases && mayWaitForSlot(job, nowMs) && (await histories.isPlacingCall(job.ID))) return;
  metrics.sweeper.recordFound('job');
  const found = !erases && isUnstarted(job, nowMs) ? await deps.store.jobs.loadMetadata(job.ID) : undefined;
  // It may have begun its call since it was found.
  if (found?.Sequence === job.Sequence) return startNewJob({ ...deps, nowMs: () => deps.clock.nowMs() }, found);
  await (erases ? workflows.startErasure(job) : workflows.wakeJob(job));
}

/**
 * True if a new job waits for its first plan's instant, or failed when it was made: its start was lost. A job that was
 * ever queued has been started.
 */
const isUnstarted = (
  { State, Sequence, NextCallMS = 0, PlannedFromMS, CancelRequestedMS, Queued }: DueJob,
  nowMs: number,
): boolean =>
  Sequence === 2 &&
  Queued === undefined &&
  CancelRequestedMS === undefined &&
  PlannedFromMS === undefined &&
  (State === 'failed' || State === 'canceled' || (State === 'scheduled' && NextCallMS > nowMs));

/** True if the job's call is due and no request has to interrupt the wait for a call slot. */
const mayWaitForSlot = ({ State, NextCallMS, CancelRequestedMS }: DueJob, nowMs: number): boolean =>
  State === 'scheduled' && NextCallMS !== undefined && NextCallMS <= nowMs && CancelRequestedMS === undefined;
