import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { jobWorkflowId } from '../../messages/workflow-ids';
import { placeCallActivity } from './histories';

/** What Temporal knows of a job's calls since an instant. `unknown`: it cannot rule out that there was one. */
export type AttemptsSince = 'none' | 'unknown' | { lastMs: number };

/** One event of a history, as far as it is looked at. */
export interface SeenEvent {
  atMs: number;
  /** The name of the activity that the event schedules, if it does. */
  activity: string | undefined;
}

/** The clocks of Temporal and of the database may differ by less than this. */
const clockMarginMs = 300_000;

/**
 * Decides by the history of a job's latest run. Only that workflow places the job's calls, and one run of it is open at a
 * time: a run that began before the instant and is open has seen everything since.
 * @param events of the run, oldest first
 */
export function attemptsIn(events: readonly SeenEvent[], isOpen: boolean, fromMs: number): AttemptsSince {
  const sinceMs = fromMs - clockMarginMs;
  const attempts = events.filter(({ activity, atMs }) => activity === placeCallActivity && atMs >= sinceMs);
  const last = attempts.at(-1);
  if (last !== undefined) return { lastMs: last.atMs };
  const [first] = events;
  return first !== undefined && first.atMs < sinceMs && isOpen ? 'none' : 'unknown';
}

/** Reads the history of a job's latest run. @throws while the server is unavailable */
export async function findAttemptsSince(client: Client, jobId: string, fromMs: number): Promise<AttemptsSince> {
  const handle = client.workflow.getHandle(jobWorkflowId(jobId));
  try {
    const { status, runId } = await handle.describe();
    const { events } = await client.workflow.getHandle(jobWorkflowId(jobId), runId).fetchHistory();
    const seen = (events ?? []).map(({ eventTime, activityTaskScheduledEventAttributes: scheduled }) => ({
      atMs: Number(eventTime?.seconds ?? 0) * 1_000 + Math.floor((eventTime?.nanos ?? 0) / 1e6),
      activity: scheduled?.activityType?.name ?? undefined,
    }));
    return attemptsIn(seen, status.name === 'RUNNING', fromMs);
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'unknown';
    throw error;
  }
}
