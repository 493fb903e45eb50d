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
import type { JobView } from '../activities/job-view';
import { isErasing, isRunning, isWaiting, type JobState } from '../shared/domain/job/state';
import {
  intentSignal,
  replanUpdate,
  rescheduleUpdate,
  statusQuery,
  updateRejections,
  type JobStatus,
  type JobWorkflowInput,
} from '../shared/messages/job.messages';
import { background, line, steps } from './activities';
import { showToOperators } from './job-display';

/** A call's activity that broke is looked into after this: the store or the line may need a moment. */
const afterBrokenCall = '2s';

/** What the handlers and the story share. */
interface Story {
  view: JobView | null;
  /** Wishes that came in, and those that were looked at. */
  wishes: number;
  answered: number;
  operatorCallAtMs?: number;
  /** What this run has itself seen done, and need not make sure of: the call is over, its analysis is there. */
  carried: boolean;
  analyzed: boolean;
  ended: boolean;
}

/**
 * Carries one job from its creation to its end. The job's document says where it stands, so that a new run (after a lost one, or a
 * history grown long) goes on from there.
 */
export async function jobWorkflow(input: JobWorkflowInput): Promise<JobState | 'gone'> {
  const { jobId } = input;
  const story: Story = {
    view: null,
    wishes: 0,
    answered: 0,
    carried: false,
    analyzed: false,
    ended: false,
  };
  listen(story);
  story.view = await steps.beginJob(jobId);
  if (story.view) showToOperators(story.view);
  while (story.view !== null && goesOn(story.view)) {
    story.view = await nextStep(jobId, story, story.view);
    if (story.view) showToOperators(story.view);
    if (workflowInfo().continueAsNewSuggested && story.view?.state === 'scheduled') {
      // A wish that nobody has looked at yet would be lost with this run, so it is looked at first.
      await condition(() => allHandlersFinished() || isAsked(story));
      if (!isAsked(story)) await continueAsNew<typeof jobWorkflow>(input);
    }
  }
  story.ended = true;
  await condition(allHandlersFinished);
  return story.view?.state ?? 'gone';
}

/** A job that has ended goes on once more when it is to be erased. */
const goesOn = (view: JobView): boolean => isRunning(view.state) || (view.deletionRequested && !isErasing(view.state));

async function nextStep(jobId: string, story: Story, view: JobView): Promise<JobView | null> {
  const at = { jobId, sequence: view.sequence };
  if (view.deletionRequested || view.cancelRequested) {
    if (view.state === 'calling' && !story.carried) await background.settleCall(jobId);
    return steps.endJob(at);
  }
  switch (view.state) {
    case 'created':
      return steps.scheduleCall(at);
    case 'scheduled':
      return view.nextCall === undefined
        ? steps.scheduleCall(at)
        : waitAndCall(jobId, story, { ...view, nextCall: view.nextCall });
    case 'calling':
      if (!story.carried) await background.settleCall(jobId);
      showToOperators({ ...view, state: 'analyzing' });
      story.analyzed = true;
      return background.analyzeCall(at);
    default:
      // An analysis that a lost run began is finished first.
      if (!story.analyzed) await background.analyzeCall(at);
      return steps.concludeCall(at);
  }
}

/** Waits for the call's instant, or for a wish; then places the call. */
async function waitAndCall(
  jobId: string,
  story: Story,
  view: JobView & { nextCall: NonNullable<JobView['nextCall']> },
): Promise<JobView | null> {
  const { inMs, label } = view.nextCall;
  const asked = (): boolean => isAsked(story);
  const woken = inMs > 0 ? await condition(asked, inMs, { summary: label }) : asked();
  if (woken) return answerWishes(jobId, story, view);
  story.carried = false;
  story.analyzed = false;
  return carry(jobId, story, view);
}

const isAsked = (story: Story): boolean => story.wishes > story.answered;

/** Looks at the document again, and plans again for whoever asked. */
async function answerWishes(jobId: string, story: Story, view: JobView): Promise<JobView | null> {
  const taken = story.wishes;
  const { operatorCallAtMs } = story;
  delete story.operatorCallAtMs;
  const at = { jobId, sequence: view.sequence };
  const next = await steps.scheduleCall(operatorCallAtMs === undefined ? at : { ...at, operatorCallAtMs });
  story.view = next;
  // Who asked for another plan of a job that is about to end is refused by its end.
  if (!next?.cancelRequested && !next?.deletionRequested) story.answered = taken;
  return next;
}

/** Places the call and follows wishes meanwhile: a cancel or an erasure hangs up. */
async function carry(jobId: string, story: Story, view: JobView): Promise<JobView | null> {
  const at = { jobId, sequence: view.sequence };
  const scope = new CancellationScope();
  const attempt = { over: false };
  const placing = scope.run(() => line.placeCall(at));
  const call = placing
    .then((after) => {
      story.carried = true;
      return after;
    })
    .catch((error: unknown) => recover(jobId, error))
    .finally(() => (attempt.over = true));
  const { nextCall: _isNow, ...calling } = { ...view, state: 'calling' as const, attempts: view.attempts + 1 };
  story.view = calling;
  showToOperators(calling);
  for (;;) {
    await condition(() => attempt.over || isAsked(story));
    if (isOver(attempt)) break;
    // What comes in during the look is not part of what was looked at.
    const taken = story.wishes;
    await hangUpIfAsked(jobId, scope);
    story.answered = taken;
  }
  const after = await call;
  // The rules did not let it be placed after all: the instant it waited for is stale, so it is planned again.
  if (after?.state === 'scheduled') delete after.nextCall;
  return after;
}

/** A function, since the compiler does not know that another task changes it. */
const isOver = (attempt: { over: boolean }): boolean => attempt.over;

async function hangUpIfAsked(jobId: string, scope: CancellationScope): Promise<void> {
  const view = await steps.loadJob(jobId);
  if (view === null || !(view.cancelRequested || view.deletionRequested)) return;
  const asked = await steps.requestHangUp(jobId);
  // Nobody has dialled yet: the attempt still waits for a line, and need not.
  if (!asked) scope.cancel();
}

/** The call's activity broke: a lost worker, mostly. The document tells how far it came; the loop goes on from there. */
async function recover(jobId: string, error: unknown): Promise<JobView | null> {
  if (!isCancellation(error)) {
    log.warn('The call was not carried to its end', { jobId, error });
    await sleep(afterBrokenCall);
  }
  return steps.loadJob(jobId);
}

function listen(story: Story): void {
  const noteWish = (): void => {
    story.wishes++;
  };
  setHandler(intentSignal, noteWish, { description: 'Look at the job’s document at once.' });
  setHandler(statusQuery, () => statusOf(story), { description: 'Where the job stands.' });
  setHandler(rescheduleUpdate, ({ callAtMs }) => reschedule(story, callAtMs), {
    description: 'Call at the given instant.',
    validator: (_wish: { callAtMs: number }) => {
      if (!canBePlanned(story)) throw notScheduled();
    },
  });
  setHandler(replanUpdate, () => replan(story), { description: 'Plan the next call again.' });
}

async function reschedule(story: Story, callAtMs: number): Promise<JobStatus> {
  story.operatorCallAtMs = callAtMs;
  if (await answered(story)) return statusOf(story);
  delete story.operatorCallAtMs;
  throw notScheduled();
}

/** A job in a call is planned when the call is over; the wish makes sure that this is done by the document as it stands now. */
async function replan(story: Story): Promise<JobStatus> {
  if (canBePlanned(story)) await answered(story);
  else story.wishes++;
  return statusOf(story);
}

/** Lets the story plan again. @returns false when it came to a call or an end before that */
async function answered(story: Story): Promise<boolean> {
  const ticket = ++story.wishes;
  await condition(() => story.answered >= ticket || !canBePlanned(story));
  return story.answered >= ticket;
}

/** True while the job waits for a call, and before its document was looked at for the first time. */
const canBePlanned = ({ view, ended }: Story): boolean => !ended && (view === null || isWaiting(view.state));

const notScheduled = (): ApplicationFailure =>
  ApplicationFailure.nonRetryable('The job does not wait for a call.', updateRejections.notScheduled);

const statusOf = ({ view }: Story): JobStatus => ({
  state: view?.state ?? 'created',
  ...(view?.nextCall === undefined ? {} : { nextCallMs: view.nextCall.atMs }),
});
