import type { WorkflowClient } from '../adapters/temporal/workflow-client';
import type { Job } from '../domain/job/job';
import { labelNextCall } from '../domain/planning/plan-label';
import { publishTransitions, type PublishDeps } from './publish-transitions';
import type { Store } from './store';

export interface StartDeps extends PublishDeps {
  store: PublishDeps['store'] & Pick<Store, 'jobTransitions'>;
  workflows: Pick<WorkflowClient, 'startJob'>;
  nowMs: () => number | Promise<number>;
}

/**
 * Publishes a new job and starts its workflow with a delay until its first call, in this order: the workflow does not
 * publish again. A job that has failed needs no workflow. The sweeper repeats it if it fails or breaks off.
 * @param job as `planNewJob` made it; it is stored with the deadline of its start
 * @throws {EngineUnavailableError} or an error of the store
 */
export async function startNewJob({ store, workflows, deliveries, nowMs }: StartDeps, job: Job): Promise<void> {
  await publishTransitions({ store, deliveries }, [job], await nowMs());
  await startPublishedJob({ store, workflows, nowMs }, job);
}

/** The second half of {@link startNewJob}. @throws {EngineUnavailableError} or an error of the store */
export async function startPublishedJob(
  { store, workflows, nowMs }: Omit<StartDeps, 'deliveries'>,
  job: Job,
): Promise<void> {
  await startDelayed(workflows, job, await nowMs());
  await store.jobTransitions.recordStarted(job);
}

/** Starts the workflow of a planned and published job with a delay until its call. A job that has failed has none. */
export async function startDelayed(workflows: StartDeps['workflows'], job: Job, nowMs: number): Promise<void> {
  const atMs = job.NextCallMS;
  if (atMs === undefined) return;
  const { TimeZone, MaxTotalCalls: maxAttempts } = job.Overrides.Constraints ?? {};
  const label = labelNextCall(job, TimeZone);
  await workflows.startJob(job, { atMs, inMs: atMs - nowMs, label, maxAttempts });
}
