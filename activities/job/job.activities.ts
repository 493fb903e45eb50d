import type { CallSummary } from '../../shared/domain/call/call-record';
import { decideEnd } from '../../shared/domain/job/decisions';
import { type Job, toJobView, type JobView } from '../../shared/domain/job/job';
import { isEnding, isWaiting } from '../../shared/domain/job/state';
import { decideSchedule, leaveClosedQueue, maxAttemptsOf } from '../../shared/domain/planning/plan-job';
import type { ActivityDeps } from '../deps';
import { giveBackPlaces } from '../lib/hand-over';
import { errorFacts } from '../lib/error-facts';
import { suppressContact } from '../lib/suppress-contact';
import {
  publishTransition,
  publishUnless,
  applyTransition,
  type TransitionDeps,
  type TransitionInput,
} from '../lib/transition';

const firstSequence = 1;

type JobActivityDeps = TransitionDeps & Pick<ActivityDeps, 'callWorkers' | 'logger' | 'workflows'>;
type ScheduleInput = TransitionInput & { operatorCallAtMs?: number };

/** Activities of a job outside its calls. */
export const createJobActivities = (deps: JobActivityDeps) => ({
  /**
   * Reads the job. The process that made its last transition may be lost before it published it, so this publishes it.
   * @param publishedSequence the transition that the workflow knows to be published, which saves doing it again
   */
  loadJob: async (jobId: string, publishedSequence?: number): Promise<JobView | null> => {
    const job = await deps.store.jobs.load(jobId);
    return job ? toJobView(await publishUnless(deps, job, publishedSequence), await deps.clock.nowMs()) : null;
  },

  /**
   * Reads the job when its workflow starts, and plans it if it is waiting. If an earlier run was lost, its last
   * transition may not be published, so this publishes it again.
   */
  beginJob: async (jobId: string): Promise<JobView | null> => {
    const job = await deps.store.jobs.load(jobId);
    if (job === undefined) return null;
    const at = { jobId, sequence: job.Sequence, current: job };
    if (job.Sequence === firstSequence) return scheduleJob(deps, at);
    const published = await publishTransition(deps, job);
    return job.State === 'scheduled' ? scheduleJob(deps, at) : toJobView(published, await deps.clock.nowMs());
  },

  /**
   * Plans the next call: a new job becomes `scheduled`, a scheduled one gets its new instant, and one whose constraints
   * can never be met fails. Idempotent: planning again gives the same instant.
   */
  scheduleCall: (at: ScheduleInput): Promise<JobView | null> => scheduleJob(deps, at),

  /** Ends a job whose cancellation was requested, or releases it for its erasure. */
  endJob: async (at: TransitionInput): Promise<JobView | null> => {
    let before: Job | undefined;
    const job = await applyTransition(deps, at, async (current, nowMs) => {
      before = current;
      // What the contact said in the last call counts, although the job no longer does.
      if (current.State === 'analyzing')
        await suppressContact(deps, await deps.store.jobContexts.load(current, nowMs), nowMs);
      const calls = current.CallCount === 0 ? [] : await deps.store.calls.listSummariesByJob(current.ID);
      return decideEnd(current, calls, nowMs);
    });
    if (before !== undefined) await giveBackPlaces(deps, before);
    return job ? toJobView(job, await deps.clock.nowMs()) : null;
  },

  /**
   * Requests a hang-up from the worker that handles the job's call, and pushes it there. Idempotent.
   * @returns false if the job is not in a call, or if its call is not claimed yet: the worker that claims it reads the
   * job again before the dial, and finds that its end was requested
   */
  requestHangUp: async (jobId: string): Promise<boolean> => {
    const job = await deps.store.jobs.load(jobId);
    if (job?.State !== 'calling' || job.ActiveCallID === undefined) return false;
    const call = await deps.store.calls.find(job.ActiveCallID);
    // No retry: if the worker is lost, `reconcileCall` writes the record, and it runs after this step.
    if (call === undefined) return false;
    const stopped = await deps.store.calls.requestStop(call, await deps.clock.nowMs());
    if (stopped !== undefined) await pushHangUp(deps, stopped);
    return true;
  },
});

/** Best effort: the worker also looks for the request in the call's record every two seconds. */
async function pushHangUp({ callWorkers, logger }: JobActivityDeps, call: CallSummary): Promise<void> {
  try {
    await callWorkers.hangUp(call);
  } catch (error) {
    logger.debug({ callId: call.ID, ...errorFacts(error) }, 'call.stop_not_pushed');
  }
}

async function scheduleJob(
  deps: JobActivityDeps,
  { operatorCallAtMs, ...at }: ScheduleInput & { current?: Job },
): Promise<JobView | null> {
  const { clock, store } = deps;
  let label: string | undefined;
  let maxAttempts: number | undefined;
  let gaveUp: Job | undefined;
  const job = await applyTransition(deps, at, async (stored, nowMs) => {
    if (!isWaiting(stored.State) || isEnding(stored)) return 'stay';
    const loaded = await store.jobContexts.load(stored, await clock.nowMs());
    const context = operatorCallAtMs === undefined ? leaveClosedQueue(loaded, nowMs) : loaded;
    const current = context.job;
    if (context !== loaded || operatorCallAtMs !== undefined) gaveUp = stored;
    const next = decideSchedule(context, nowMs, operatorCallAtMs);
    label = next.label;
    maxAttempts = maxAttemptsOf(context);
    if (next.decision.to !== current.State) return next.decision;
    const left = context === loaded ? {} : { Queued: undefined };
    const set = { ...next.decision.set, ...left, UpdatedMS: nowMs };
    // The activity is retried: a plan by rules that have changed by now could be for an instant weeks ahead.
    if (!(await store.jobTransitions.replan(stored, set)))
      throw new Error(`The rules for job ${stored.ID} changed while it was planned.`);
    return 'stay';
  });
  if (gaveUp !== undefined) await giveBackPlaces(deps, gaveUp);
  return job ? toJobView(job, await clock.nowMs(), { label, maxAttempts }) : null;
}
