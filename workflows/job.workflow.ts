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
import { updateDisplay } from './job-display';
import { hangUpIfRequested, isForNextCall } from './requests-during-call';
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
  const run = createJobRun();
  registerHandlers(run);
  run.view = await beginRun(input, run);
  if (run.view) updateDisplay(run.view);
  while (run.view !== null && hasWork(run.view)) {
    run.view = await advanceJob(jobId, run, run.view);
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

/** Reads the job. One that was planned and published when it was stored is read by its call, if that is due. */
async function beginRun({ jobId, firstCallMs }: JobWorkflowInput, run: JobRun): Promise<JobView | null> {
  if (firstCallMs === undefined) return localActivities.beginJob(jobId);
  // Only saves a read: the activity of the call decides by its own clock, and fails if the job has moved on.
  if (Date.now() < firstCallMs || hasPendingRequests(run)) return localActivities.loadJob(jobId);
  return {
    state: 'scheduled',
    sequence: 2,
    attempts: 0,
    nextCall: { atMs: firstCallMs, inMs: 0, label: 'now' },
    cancelRequested: false,
    deletionRequested: false,
  };
}

/** An ended job has work again once its erasure was requested. */
const hasWork = (view: JobView): boolean => isRunning(view.state) || (view.deletionRequested && !isErasing(view.state));

async function advanceJob(jobId: string, run: JobRun, view: JobView): Promise<JobView | null> {
  const at = { jobId, sequence: view.sequence };
  if (isEndRequested(view)) {
    if (view.state === 'calling' && !run.callFinished) await reconcileCall(jobId, run);
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
      if (!run.callFinished) await reconcileCall(jobId, run);
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

async function analyzeCanceledCall(
  run: JobRun,
  view: JobView,
  at: { jobId: string; sequence: number },
): Promise<JobView | null> {
  updateDisplay({ ...view, state: 'analyzing' });
  run.analyzed = true;
  try {
    return await canceledCallActivities.analyzeCall(at);
  } catch (error) {
    log.warn('call.analysis_abandoned', { jobId: at.jobId, error });
    return localActivities.loadJob(at.jobId);
  }
}

/** Waits for the call's instant and places the call. A request interrupts the wait. */
async function waitForCall(
  jobId: string,
  run: JobRun,
  view: JobView & { nextCall: NonNullable<JobView['nextCall']> },
): Promise<JobView | null> {
  const { inMs, label } = view.nextCall;
  const isPending = (): boolean => hasPendingRequests(run);
  const interrupted = inMs > 0 ? await condition(isPending, inMs, { summary: label }) : isPending();
  if (interrupted) return handleRequests(jobId, run, view);
  run.callFinished = false;
  run.analyzed = false;
  return runCall(jobId, run, view);
}

/** Reads the document again and plans the next call again. */
async function handleRequests(jobId: string, run: JobRun, view: JobView): Promise<JobView | null> {
  const { revision } = run;
  const { operatorCallAtMs } = run;
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
  const before = run.revision;
  const placing = scope.run(() => callActivities.placeCall(at));
  const call = placing
    .then((after) => {
      run.callFinished = true;
      run.analyzed = after?.analyzed === true;
      return after;
    })
    .catch((error: unknown) => recover(jobId, error))
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
    if (await isForNextCall(run, at, scope)) {
      await condition(() => attempt.finished);
      break;
    }
    run.handledRevision = revision;
  }
  run.placing = false;
  const after = await call;
  if (after?.state !== 'scheduled') return after;
  // The next call follows this one. A request that was handled during the call may have come after it was planned.
  if (after.concluded === true && run.revision === before) return after;
  // Otherwise the instant is stale, or the rules did not allow the call: plan again.
  delete after.nextCall;
  if (after.concluded !== true && !isEndRequested(after) && patched('pause-after-refused-call')) {
    run.view = after;
    await condition(() => hasPendingRequests(run), delayAfterRefusedCall);
  }
  return after;
}

/**
 * Waits until the call is over and recorded. Its worker may be cut off from Temporal alone: the conversation goes on, so
 * a cancellation or an erasure that is requested before or during the wait hangs up.
 */
async function reconcileCall(jobId: string, run: JobRun): Promise<void> {
  const hangsUp = patched('hang-up-while-reconciling');
  const attempt = { finished: false };
  const closing = backgroundActivities.reconcileCall(jobId).finally(() => (attempt.finished = true));
  await Promise.all([closing, hangsUp ? handleRequestsUntil(attempt, jobId, run) : undefined]);
}

async function handleRequestsUntil(attempt: { finished: boolean }, jobId: string, run: JobRun): Promise<void> {
  while (!isFinished(attempt)) {
    const { revision } = run;
    await hangUpIfRequested(jobId);
    run.handledRevision = revision;
    await condition(() => attempt.finished || hasPendingRequests(run));
  }
}

/** A function, because the compiler does not see that another task changes the flag. */
const isFinished = (attempt: { finished: boolean }): boolean => attempt.finished;

/** The call's activity failed, usually because its worker was lost. The document holds how far it came. */
async function recover(jobId: string, error: unknown): Promise<JobView | null> {
  if (!isCancellation(error)) {
    log.warn('call.activity_failed', { jobId, error });
    await sleep(delayAfterFailedCall);
  }
  return localActivities.loadJob(jobId);
}
