import { WorkflowNotFoundError, type Client, type WorkflowHandle } from '@temporalio/client';
import { jobWorkflowId } from '../../messages/workflow-ids';
import { placeCallActivity } from './histories';

/** What Temporal knows of a job's calls since an instant. `unknown`: it cannot rule out that there was one. */
export type AttemptsSince = 'none' | 'unknown' | { lastMs: number };

/** One event of a history, as far as it is looked at. */
export interface SeenEvent {
  id: number;
  atMs: number;
  /** The name of the activity that the event schedules, if it does. */
  activity?: string | undefined;
  /** The id of the event that scheduled the activity that this one started or ended, and whether it ended. */
  of?: { scheduledId: number; isEnd: boolean };
}

/** The clocks of Temporal and of the database may differ by less than this. */
const clockMarginMs = 300_000;

/** An activity waits for a slot, and rings when it gets one: what counts is its last event, or that it has not ended. */
function lastEventsOfCalls(events: readonly SeenEvent[]): { lastMs: number; isOpen: boolean }[] {
  const calls = new Map<number, { lastMs: number; isOpen: boolean }>();
  for (const { id, atMs, activity, of } of events) {
    if (activity === placeCallActivity) calls.set(id, { lastMs: atMs, isOpen: true });
    const call = of && calls.get(of.scheduledId);
    if (call) calls.set(of.scheduledId, { lastMs: atMs, isOpen: call.isOpen && !of.isEnd });
  }
  return [...calls.values()];
}

/**
 * Decides by the history of a job's latest run. Only that workflow places the job's calls, and one run of it is open at a
 * time: a run that began before the instant and is open has seen everything since.
 * @param events of the run, oldest first
 */
export function attemptsIn(events: readonly SeenEvent[], isOpen: boolean, fromMs: number): AttemptsSince {
  const sinceMs = fromMs - clockMarginMs;
  const attempts = lastEventsOfCalls(events).filter(({ lastMs, isOpen: mayRing }) => mayRing || lastMs >= sinceMs);
  const last = attempts.at(-1);
  if (last !== undefined) return { lastMs: last.lastMs };
  const [first] = events;
  return first !== undefined && first.atMs < sinceMs && isOpen ? 'none' : 'unknown';
}

type HistoryEvent = NonNullable<Awaited<ReturnType<WorkflowHandle['fetchHistory']>>['events']>[number];

function toSeenEvent(event: HistoryEvent): SeenEvent {
  const { eventId, eventTime, activityTaskScheduledEventAttributes: scheduled } = event;
  const started = event.activityTaskStartedEventAttributes;
  const ended =
    event.activityTaskCompletedEventAttributes ??
    event.activityTaskFailedEventAttributes ??
    event.activityTaskTimedOutEventAttributes ??
    event.activityTaskCanceledEventAttributes;
  const scheduledId = Number((started ?? ended)?.scheduledEventId ?? 0);
  return {
    id: Number(eventId ?? 0),
    atMs: Number(eventTime?.seconds ?? 0) * 1_000 + Math.floor((eventTime?.nanos ?? 0) / 1e6),
    activity: scheduled?.activityType?.name ?? undefined,
    ...(scheduledId > 0 && { of: { scheduledId, isEnd: Boolean(ended) } }),
  };
}

/** Reads the history of a job's latest run. @throws while the server is unavailable */
export async function findAttemptsSince(client: Client, jobId: string, fromMs: number): Promise<AttemptsSince> {
  const handle = client.workflow.getHandle(jobWorkflowId(jobId));
  try {
    const { status, runId } = await handle.describe();
    const { events } = await client.workflow.getHandle(jobWorkflowId(jobId), runId).fetchHistory();
    return attemptsIn((events ?? []).map(toSeenEvent), status.name === 'RUNNING', fromMs);
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'unknown';
    throw error;
  }
}
