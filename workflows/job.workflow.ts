import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  log,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { JobView } from '../activities/lib/job-view';
import { isErasing, isRunning, isWaiting, type JobState } from '../shared/domain/job/state';
import {
  wakeSignal,
  replanUpdate,
  rescheduleUpdate,
  statusQuery,
  updateRejections,
  type JobStatus,
  type JobWorkflowInput,
} from '../shared/messages/job.messages';
import { backgroundActivities, callActivities, localActivities } from './activity-proxies';
import { updateDisplay } from './job-display';

/** A call's activity that broke is looked into after this: the store or the line may need a moment. */
const delayAfterFailedCall = '2s';

/** What the handlers and the story share. */
interface JobRun {
  view: JobView | null;
  /** Wishes that came in, and those that were looked at. */
  revision: number;
  handledRevision: number;
  operatorCallAtMs?: number;
  /** What this run has itself seen done, and need not make sure of: the call is over, its analysis is there. */
  callFinished: boolean;
  analyzed: boolean;
  ended: boolean;
}

/**
 * Carries one job from its creation to its end. The job's document says where it stands, so that a new run (after a lost one, or a
 * history grown long) goes on from there.
 */
export async function jobWorkflow(input: JobWorkflowInput): Promise<JobState | 'gone'> {
  const { jobId } = input;
  const run: JobRun = {
    view: null,
    revision: 0,
    handledRevision: 0,
    callFinished: false,
    analyzed: false,
    ended: false,
  };
  registerHandlers(run);
  run.view = await localActivities.beginJob(jobId);
  if (run.view) updateDisplay(run.view);
  while (run.view !== null && hasWork(run.view)) {
    run.view = await advanceJob(jobId, run, run.view);
    if (run.view) updateDisplay(run.view);
    if (workflowInfo().continueAsNewSuggested && run.view?.state === 'scheduled') {
      // A wish that nobody has looked at yet would be lost with this run, so it is looked at first.
      await condition(() => allHandlersFinished() || hasPendingRequests(run));
      if (!hasPendingRequests(run)) await continueAsNew<typeof jobWorkflow>(input);
    }
  }
  run.ended = true;
  await condition(allHandlersFinished);
  return run.view?.state ?? 'gone';
}

/** A job that has ended goes on once more when it is to be erased. */
const hasWork = (view: JobView): boolean => isRunning(view.state) || (view.deletionRequested && !isErasing(view.state));

async function advanceJob(jobId: string, run: JobRun, view: JobView): Promise<JobView | null> {
  const at = { jobId, sequence: view.sequence };
  if (view.deletionRequested || view.cancelRequested) {
    if (view.state === 'calling' && !run.callFinished) await backgroundActivities.settleCall(jobId);
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
      if (!run.callFinished) await backgroundActivities.settleCall(jobId);
      updateDisplay({ ...view, state: 'analyzing' });
      run.analyzed = true;
      return backgroundActivities.analyzeCall(at);
    default:
      // An analysis that a lost run began is finished first.
      if (!run.analyzed) await backgroundActivities.analyzeCall(at);
      return localActivities.concludeCall(at);
  }
}

/** Waits for the call's instant, or for a wish; then places the call. */
async function waitForCall(
  jobId: string,
  run: JobRun,
  view: JobView & { nextCall: NonNullable<JobView['nextCall']> },
): Promise<JobView | null> {
  const { inMs, label } = view.nextCall;
  const asked = (): boolean => hasPendingRequests(run);
  const woken = inMs > 0 ? await condition(asked, inMs, { summary: label }) : asked();
  if (woken) return handleRequests(jobId, run, view);
  run.callFinished = false;
  run.analyzed = false;
  return runCall(jobId, run, view);
}

const hasPendingRequests = (run: JobRun): boolean => run.revision > run.handledRevision;

/** Looks at the document again, and plans again for whoever asked. */
async function handleRequests(jobId: string, run: JobRun, view: JobView): Promise<JobView | null> {
  const taken = run.revision;
  const { operatorCallAtMs } = run;
  delete run.operatorCallAtMs;
  const at = { jobId, sequence: view.sequence };
  const next = await localActivities.scheduleCall(operatorCallAtMs === undefined ? at : { ...at, operatorCallAtMs });
  run.view = next;
  // Who asked for another plan of a job that is about to end is refused by its end.
  if (!next?.cancelRequested && !next?.deletionRequested) run.handledRevision = taken;
  return next;
}

/** Places the call and follows wishes meanwhile: a cancel or an erasure hangs up. */
async function runCall(jobId: string, run: JobRun, view: JobView): Promise<JobView | null> {
  const at = { jobId, sequence: view.sequence };
  const scope = new CancellationScope();
  const attempt = { over: false };
  const placing = scope.run(() => callActivities.placeCall(at));
  const call = placing
    .then((after) => {
      run.callFinished = true;
      return after;
    })
    .catch((error: unknown) => recover(jobId, error))
    .finally(() => (attempt.over = true));
  const { nextCall: _isNow, ...calling } = { ...view, state: 'calling' as const, attempts: view.attempts + 1 };
  run.view = calling;
  updateDisplay(calling);
  for (;;) {
    await condition(() => attempt.over || hasPendingRequests(run));
    if (isFinished(attempt)) break;
    // What comes in during the look is not part of what was looked at.
    const taken = run.revision;
    await hangUpIfRequested(jobId, scope);
    run.handledRevision = taken;
  }
  const after = await call;
  // The rules did not let it be placed after all: the instant it waited for is stale, so it is planned again.
  if (after?.state === 'scheduled') delete after.nextCall;
  return after;
}

/** A function, since the compiler does not know that another task changes it. */
const isFinished = (attempt: { over: boolean }): boolean => attempt.over;

async function hangUpIfRequested(jobId: string, scope: CancellationScope): Promise<void> {
  const view = await localActivities.loadJob(jobId);
  if (view === null || !(view.cancelRequested || view.deletionRequested)) return;
  const asked = await localActivities.requestHangUp(jobId);
  // Nobody has dialed yet: the attempt still waits for a line, and need not.
  if (!asked) scope.cancel();
}

/** The call's activity broke: a lost worker, mostly. The document tells how far it came; the loop goes on from there. */
async function recover(jobId: string, error: unknown): Promise<JobView | null> {
  if (!isCancellation(error)) {
    log.warn('The call was not carried to its end', { jobId, error });
    await sleep(delayAfterFailedCall);
  }
  return localActivities.loadJob(jobId);
}

function registerHandlers(run: JobRun): void {
  const noteWish = (): void => {
    run.revision++;
  };
  setHandler(wakeSignal, noteWish, { description: 'Look at the job’s document at once.' });
  setHandler(statusQuery, () => statusOf(run), { description: 'Where the job stands.' });
  setHandler(rescheduleUpdate, ({ callAtMs }) => reschedule(run, callAtMs), {
    description: 'Call at the given instant.',
    validator: (_wish: { callAtMs: number }) => {
      if (!isWaitingForCall(run)) throw notScheduled();
    },
  });
  setHandler(replanUpdate, () => replan(run), { description: 'Plan the next call again.' });
}

async function reschedule(run: JobRun, callAtMs: number): Promise<JobStatus> {
  run.operatorCallAtMs = callAtMs;
  if (await waitUntilHandled(run)) return statusOf(run);
  delete run.operatorCallAtMs;
  throw notScheduled();
}

/** A job in a call is planned when the call is over; the wish makes sure that this is done by the document as it stands now. */
async function replan(run: JobRun): Promise<JobStatus> {
  if (isWaitingForCall(run)) await waitUntilHandled(run);
  else run.revision++;
  return statusOf(run);
}

/** Lets the story plan again. @returns false when it came to a call or an end before that */
async function waitUntilHandled(run: JobRun): Promise<boolean> {
  const ticket = ++run.revision;
  await condition(() => run.handledRevision >= ticket || !isWaitingForCall(run));
  return run.handledRevision >= ticket;
}

/** True while the job waits for a call, and before its document was looked at for the first time. */
const isWaitingForCall = ({ view, ended }: JobRun): boolean => !ended && (view === null || isWaiting(view.state));

const notScheduled = (): ApplicationFailure =>
  ApplicationFailure.nonRetryable('The job does not wait for a call.', updateRejections.notScheduled);

const statusOf = ({ view }: JobRun): JobStatus => ({
  state: view?.state ?? 'created',
  ...(view?.nextCall === undefined ? {} : { nextCallMs: view.nextCall.atMs }),
});
