import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  log,
  patched,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import { isEndRequested, type JobView } from '../shared/domain/job/job';
import { isErasing, isRunning, type JobState } from '../shared/domain/job/state';
import type { JobWorkflowInput } from '../shared/messages/job.messages';
import { backgroundActivities, callActivities, canceledCallActivities, localActivities } from './activity-proxies';
import { hasMovedOn } from './activity-failures';
import { beginRun } from './begin-run';
import { describeAttempt, updateDisplay } from './job-display';
import { createJobRun, hasPendingRequests, registerHandlers, toRescheduled, type JobRun } from './job-requests';

/** Wait after the activity of a call failed: the store or the provider may need a moment to recover. */
const delayAfterFailedCall = '2s';
/** Wait after a call was not allowed when it was due, so that workers whose clocks differ do not plan it in a loop. */
const delayAfterRefusedCall = '1s';

/**
 * Runs one job from its creation to its end. The job's document holds its state, so a new run (after a lost one, or
 * after continue-as-new) continues from there.
 */
export async function jobWorkflow(input: JobWorkflowInput): Promise<JobState | 'gone'> {
  const { firstCallMs: _isOver, ...next } = input;
  const { jobId } = input;
  const run = createJobRun(input.campaignId);
  registerHandlers(run);
  run.view = await beginRun(input, run);
  if (run.view) updateDisplay(run.view);
  while (run.view !== null && hasWork(run.view)) {
    const { maxAttempts } = run.view;
    run.view = await advanceOrReload(jobId, run, run.view);
    // A step that does not plan does not know it.
    if (run.view && maxAttempts !== undefined) run.view = { maxAttempts, ...run.view };
    // An analysis that takes long is shown where it starts.
    if (run.view && run.view.state !== 'analyzing') updateDisplay(run.view);
    if (workflowInfo().continueAsNewSuggested && run.view?.state === 'scheduled') {
      // The new run would not know of a pending request, so this run handles it first.
      await condition(() => allHandlersFinished() || hasPendingRequests(run));
      if (!hasPendingRequests(run)) await continueAsNew<typeof jobWorkflow>(next);
    }
  }
  run.ended = true;
  await condition(allHandlersFinished);
  return run.view?.state ?? 'gone';
}

/** A job, and the last transition that its workflow has seen; it is published. */
interface KnownJob {
  jobId: string;
  sequence: number;
}

/** An ended job has work again once its erasure was requested. */
const hasWork = (view: JobView): boolean => isRunning(view.state) || (view.deletionRequested && !isErasing(view.state));

/** Reads the job if it has moved on, as by a call whose activity was given up although its worker was alive. */
async function advanceOrReload(jobId: string, run: JobRun, view: JobView): Promise<JobView | null> {
  try {
    return await advanceJob(jobId, run, view);
  } catch (error) {
    if (!hasMovedOn(error)) throw error;
    return localActivities.loadJob(jobId, view.sequence);
  }
}

async function advanceJob(jobId: string, run: JobRun, view: JobView): Promise<JobView | null> {
  const at = { jobId, sequence: view.sequence };
  if (isEndRequested(view)) {
    if (view.state === 'calling' && !run.callFinished) await reconcileCall(at, run);
    if (needsAnalysis(run, view) && patched('analyze-canceled-call')) return analyzeCanceledCall(run, view, at);
    return localActivities.endJob(at);
  }
  switch (view.state) {
    case 'created':
      return localActivities.scheduleCall(at);
    case 'scheduled':
      return view.nextCall === undefined
        ? localActivities.scheduleCall(at)
        : waitForCall(jobId, run, { ...view, nextCall: view.nextCall });
    case 'calling':
      if (!run.callFinished) await reconcileCall(at, run);
      updateDisplay({ ...view, state: 'analyzing' });
      run.analyzed = true;
      return backgroundActivities.analyzeCall(at);
    default:
      // A lost run may not have finished the analysis.
      if (!run.analyzed) await backgroundActivities.analyzeCall(at);
      return localActivities.concludeCall(at);
  }
}

/** A canceled job's last call is analyzed too. An erased job's is not: its transcript is about to go. */
const needsAnalysis = (run: JobRun, { state, deletionRequested }: JobView): boolean =>
  !deletionRequested && !run.analyzed && (state === 'calling' || state === 'analyzing');

async function analyzeCanceledCall(run: JobRun, view: JobView, at: KnownJob): Promise<JobView | null> {
  updateDisplay({ ...view, state: 'analyzing' });
  run.analyzed = true;
  try {
    return await canceledCallActivities.analyzeCall(at);
  } catch (error) {
    log.warn('call.analysis_abandoned', { jobId: at.jobId, error });
    return localActivities.loadJob(at.jobId, at.sequence);
  }
}

/** Waits for the call's instant and places the call. A request interrupts the wait. */
async function waitForCall(
  jobId: string,
  run: JobRun,
  view: JobView & { nextCall: NonNullable<JobView['nextCall']> },
): Promise<JobView | null> {
  // They describe an earlier call. A request may find the next one in progress.
  run.callFinished = false;
  run.analyzed = false;
  const { inMs, label } = view.nextCall;
  const isPending = (): boolean => hasPendingRequests(run);
  const interrupted = inMs > 0 ? await condition(isPending, inMs, { summary: label }) : isPending();
  if (interrupted) return handleRequests(jobId, run, view);
  return runCall(jobId, run, view);
}

/** Reads the document again and plans the next call again. */
async function handleRequests(jobId: string, run: JobRun, view: JobView): Promise<JobView | null> {
  const { revision, operatorCallAtMs } = run;
  delete run.operatorCallAtMs;
  const at = { jobId, sequence: view.sequence };
  const next = await localActivities.scheduleCall(operatorCallAtMs === undefined ? at : { ...at, operatorCallAtMs });
  run.view = next;
  run.rescheduled = toRescheduled(next);
  // If the job is about to end, an update that waits for the new plan must be rejected, so it stays unhandled.
  if (next === null || !isEndRequested(next)) run.handledRevision = revision;
  return next;
}

/** Places the call. A cancellation or an erasure that is requested during the call hangs up. */
async function runCall(jobId: string, run: JobRun, view: JobView): Promise<JobView | null> {
  const at = { jobId, sequence: view.sequence };
  const scope = new CancellationScope();
  const attempt = { finished: false };
  const summary = `${describeAttempt(view.attempts + 1, view.maxAttempts)} for campaign ${run.campaignId}`;
  const placing = scope.run(() => callActivities.placeCall.executeWithOptions({ summary }, [at]));
  const call = placing
    .then((after) => {
      run.callFinished = true;
      run.analyzed = after?.analyzed === true;
      return after;
    })
    .catch((error: unknown) => recover(at, error))
    .finally(() => (attempt.finished = true));
  const { nextCall: _isNow, ...calling } = { ...view, state: 'calling' as const, attempts: view.attempts + 1 };
  run.view = calling;
  run.placing = true;
  updateDisplay(calling);
  for (;;) {
    await condition(() => attempt.finished || hasPendingRequests(run));
    if (isFinished(attempt)) break;
    // A request that arrives while the document is read stays pending.
    const { revision } = run;
    if (run.operatorCallAtMs !== undefined) await rescheduleQueuedCall(run, at, run.operatorCallAtMs);
    await hangUpIfRequested(at, scope);
    run.handledRevision = revision;
  }
  run.placing = false;
  const after = await call;
  if (after?.state !== 'scheduled') return after;
  // The rules did not allow the call, so its instant is stale: plan again.
  delete after.nextCall;
  if (!isEndRequested(after) && patched('pause-after-refused-call')) {
    run.view = after;
    await condition(() => hasPendingRequests(run), delayAfterRefusedCall);
  }
  return after;
}

/**
 * Waits until the call is over and recorded. Its worker may be cut off from Temporal alone: the conversation goes on, so
 * a cancellation or an erasure that is requested before or during the wait hangs up.
 */
async function reconcileCall(at: KnownJob, run: JobRun): Promise<void> {
  const hangsUp = patched('hang-up-while-reconciling');
  const attempt = { finished: false };
  const closing = backgroundActivities.reconcileCall(at.jobId).finally(() => (attempt.finished = true));
  await Promise.all([closing, hangsUp ? handleRequestsUntil(attempt, at, run) : undefined]);
}

async function handleRequestsUntil(attempt: { finished: boolean }, at: KnownJob, run: JobRun): Promise<void> {
  while (!isFinished(attempt)) {
    const { revision } = run;
    await hangUpIfRequested(at);
    run.handledRevision = revision;
    await condition(() => attempt.finished || hasPendingRequests(run));
  }
}

/**
 * Reschedules a call that still waits for a call slot. The activity checks the plan again once it has a slot, so it
 * dials only at the new instant. Once the activity has moved the job to `calling`, or to `analyzing` after the call, the
 * plan does not change any more.
 */
async function rescheduleQueuedCall(run: JobRun, at: KnownJob, operatorCallAtMs: number): Promise<void> {
  delete run.operatorCallAtMs;
  try {
    run.rescheduled = toRescheduled(await localActivities.scheduleCall({ ...at, operatorCallAtMs }));
  } catch (error) {
    if (!hasMovedOn(error)) throw error;
    run.rescheduled = null;
  }
}

/** A function, because the compiler does not see that another task changes the flag. */
const isFinished = (attempt: { finished: boolean }): boolean => attempt.finished;

/** @param placing the scope of the call's activity, if it runs */
async function hangUpIfRequested({ jobId, sequence }: KnownJob, placing?: CancellationScope): Promise<void> {
  const view = await localActivities.loadJob(jobId, sequence);
  if (view === null || !isEndRequested(view)) return;
  const inCall = await localActivities.requestHangUp(jobId);
  // Not dialed yet: the activity is still waiting for a call slot. Later, it may be analyzing the call that has ended.
  if (!inCall && view.state === 'scheduled') placing?.cancel();
}

/** The call's activity failed, usually because its worker was lost. The document holds how far it came. */
async function recover({ jobId, sequence }: KnownJob, error: unknown): Promise<JobView | null> {
  if (!isCancellation(error)) {
    log.warn('call.activity_failed', { jobId, error });
    await sleep(delayAfterFailedCall);
  }
  return localActivities.loadJob(jobId, sequence);
}
