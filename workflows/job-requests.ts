import { ApplicationFailure, condition, setHandler } from '@temporalio/workflow';
import { isEndRequested, type JobView } from '../shared/domain/job/job';
import { isWaiting } from '../shared/domain/job/state';
import {
  replanUpdate,
  rescheduleUpdate,
  statusQuery,
  updateRejections,
  wakeSignal,
  type JobStatus,
} from '../shared/messages/job.messages';

/** The state of a run of the job's workflow, shared with the handlers of its messages. */
export interface JobRun {
  campaignId: string;
  view: JobView | null;
  /** Counts wakes and updates. Those up to `handledRevision` are handled. */
  revision: number;
  handledRevision: number;
  operatorCallAtMs?: number;
  /** The job's status after the last handled reschedule; `null` if the job was not waiting for a call. */
  rescheduled: JobStatus | null;
  /** The call's activity runs, or waits for a call slot. Only the document says which. */
  placing: boolean;
  /** This run has seen the call end, so it need not reconcile it. */
  callFinished: boolean;
  /** This run has started the analysis, so it need not repeat it. */
  analyzed: boolean;
  ended: boolean;
}

export const createJobRun = (campaignId: string): JobRun => ({
  campaignId,
  view: null,
  revision: 0,
  handledRevision: 0,
  rescheduled: null,
  placing: false,
  callFinished: false,
  analyzed: false,
  ended: false,
});

export const hasPendingRequests = (run: JobRun): boolean => run.revision > run.handledRevision;

/** The answer to a reschedule after which the job reads like this; `null` if it was not waiting for a call. */
export const toRescheduled = (view: JobView | null): JobStatus | null =>
  view !== null && isWaiting(view.state) && !isEndRequested(view) ? statusOf({ view }) : null;

/** Handles the workflow's messages. They only record what is requested: the workflow does the work. */
export function registerHandlers(run: JobRun): void {
  const wake = (): void => {
    run.revision++;
  };
  setHandler(wakeSignal, wake, { description: 'Read the job’s document now.' });
  setHandler(statusQuery, () => statusOf(run), { description: 'The state of the job and its next call.' });
  setHandler(rescheduleUpdate, ({ callAtMs }) => reschedule(run, callAtMs), {
    description: 'Call at the given instant.',
    validator: (_request: { callAtMs: number }) => {
      if (!isWaitingForCall(run) && !run.placing) throw notScheduled();
    },
  });
  setHandler(replanUpdate, () => replan(run), { description: 'Plan the next call again.' });
}

async function reschedule(run: JobRun, callAtMs: number): Promise<JobStatus> {
  run.operatorCallAtMs = callAtMs;
  if ((await waitUntilHandled(run)) && run.rescheduled !== null) return run.rescheduled;
  delete run.operatorCallAtMs;
  throw notScheduled();
}

/** During a call this only records the request: the job is planned from its current document after the call. */
async function replan(run: JobRun): Promise<JobStatus> {
  if (isWaitingForCall(run)) await waitUntilHandled(run);
  else run.revision++;
  return statusOf(run);
}

/** Waits until the job is planned again. @returns false if a call or the end of the job came first */
async function waitUntilHandled(run: JobRun): Promise<boolean> {
  const revision = ++run.revision;
  await condition(() => run.handledRevision >= revision || !(isWaitingForCall(run) || run.placing));
  return run.handledRevision >= revision;
}

/** True while the job waits for a call, and before its document was first read. */
const isWaitingForCall = ({ view, ended }: JobRun): boolean => !ended && (view === null || isWaiting(view.state));

const notScheduled = (): ApplicationFailure =>
  ApplicationFailure.nonRetryable('The job is not waiting for a call.', updateRejections.notScheduled);

const statusOf = ({ view }: Pick<JobRun, 'view'>): JobStatus => ({
  state: view?.state ?? 'created',
  ...(view?.nextCall === undefined ? {} : { nextCallMs: view.nextCall.atMs }),
});
