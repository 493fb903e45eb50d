import { ApplicationFailure, type CancellationScope } from '@temporalio/workflow';
import { isEndRequested, type JobView } from '../shared/domain/job/job';
import { failureTypes } from '../shared/messages/failure-types';
import { localActivities } from './activity-proxies';
import { toRescheduled, type JobRun } from './job-requests';

interface At {
  jobId: string;
  sequence: number;
}

/**
 * Handles the requests that arrive while the call's activity runs.
 * @returns true if a reschedule is meant for the next call, which the activity has planned already: it stays pending until
 * the activity has ended
 */
export async function isForNextCall(run: JobRun, at: At, placing: CancellationScope): Promise<boolean> {
  const { operatorCallAtMs } = run;
  if (operatorCallAtMs !== undefined) await rescheduleQueuedCall(run, at, operatorCallAtMs);
  const view = await hangUpIfRequested(at.jobId, { scope: placing, sequence: at.sequence });
  if (operatorCallAtMs === undefined || run.rescheduled !== null) return false;
  if (view?.state !== 'scheduled' || view.sequence === at.sequence) return false;
  run.operatorCallAtMs ??= operatorCallAtMs;
  return true;
}

/**
 * Reschedules a call that still waits for a call slot. The activity checks the plan again once it has a slot, so it
 * dials only at the new instant. Once the activity has moved the job to `calling`, or to `analyzing` after the call, the
 * plan does not change any more.
 */
async function rescheduleQueuedCall(run: JobRun, at: At, operatorCallAtMs: number): Promise<void> {
  delete run.operatorCallAtMs;
  try {
    run.rescheduled = toRescheduled(await localActivities.scheduleCall({ ...at, operatorCallAtMs }));
  } catch (error) {
    if (!hasMovedOn(error)) throw error;
    run.rescheduled = null;
  }
}

/** True if a local activity, whose failure comes unwrapped, failed because the job has made another transition. */
const hasMovedOn = (error: unknown): boolean =>
  error instanceof ApplicationFailure && error.type === failureTypes.staleJob;

/**
 * Hangs up if the end of the job was requested.
 * @param placing the call's activity, if it runs: its scope, and the job's sequence number before it
 * @returns the job as it was read
 */
export async function hangUpIfRequested(
  jobId: string,
  placing?: { scope: CancellationScope; sequence: number },
): Promise<JobView | null> {
  const view = await localActivities.loadJob(jobId);
  if (view === null || !isEndRequested(view)) return view;
  const inCall = await localActivities.requestHangUp(jobId);
  // Not dialed yet: the activity is still waiting for a call slot. Later, it may be analyzing the call that has ended, or
  // have planned the next one.
  if (!inCall && view.state === 'scheduled' && view.sequence === placing?.sequence) placing.scope.cancel();
  return view;
}
