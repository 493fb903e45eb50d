import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowExecutionDescription } from '@temporalio/client';
import { firstRunMemo } from '../../messages/first-run';
import type { HistoryRequests, Run } from './history-requests';

/** Histories of a job that remain after an erasure attempt. */
export interface RemainingHistories {
  /** Deleted histories that are still readable, because the server deletes asynchronously. */
  readable: number;
  /** Deliveries still in progress. */
  running: number;
}

/** Concurrent requests of one erasure. */
const maxConcurrentRequests = 20;
/** Long-ended runs disappear within these times. A run that has just ended takes seconds, so the caller must retry. */
const looksAfterMs = [50, 250] as const;

/**
 * Deletes every run of the given workflow ids, except of deliveries in progress. The server names only the latest run of an
 * id, and forgets the way to the earlier ones with it, so it is deleted last: when an id is unknown, all its runs are gone.
 * @param ids.job the workflow of the job, which is deleted even while it runs
 */
export async function eraseHistories(
  requests: HistoryRequests,
  ids: { job: string; deliveries: readonly string[] },
): Promise<RemainingHistories> {
  const latest = (
    await mapLimited([ids.job, ...ids.deliveries], (workflowId) => requests.describe({ workflowId }))
  ).filter((run) => run !== undefined);
  const running = latest.filter(({ workflowId, status }) => workflowId !== ids.job && status.name === 'RUNNING');
  const ended = latest.filter((run) => !running.includes(run));
  const last = ended.filter((run) => !isOnlyRun(run));
  const earlier = await findEarlierRuns(requests, last);
  const remaining = await deleteRuns(requests, [...ended.filter(isOnlyRun), ...(earlier ?? [])]);
  const waits = earlier === undefined || remaining.some((run) => earlier.includes(run));
  remaining.push(...(waits ? last : await deleteRuns(requests, last)));
  return { readable: remaining.length, running: running.length };
}

/**
 * Whether the latest run of an id is the only one. A run that continued another or came from a reset inherits the memo, but
 * the server names another run as its first.
 */
function isOnlyRun({ memo, raw, runId }: WorkflowExecutionDescription): boolean {
  const isMarked = memo?.['FirstRun'] === firstRunMemo.FirstRun;
  return isMarked && raw.workflowExecutionInfo?.firstRunId === runId;
}

/**
 * Earlier runs that no latest run names: of restarted workflows, of earlier versions, or after a reset.
 * @returns `undefined` while the list, which lags, does not hold the latest runs, and so may lack others, or while another run
 * has begun in between
 */
async function findEarlierRuns(requests: HistoryRequests, latest: readonly Run[]): Promise<Run[] | undefined> {
  if (latest.length === 0) return [];
  const listed = await requests.list(latest.map(({ workflowId }) => workflowId));
  const runIds = new Set(listed.map(({ runId }) => runId));
  if (!latest.every(({ runId }) => runIds.has(runId))) return undefined;
  const isLatest = new Set(latest.map(({ runId }) => runId));
  const others = await mapLimited(
    listed.filter(({ runId }) => !isLatest.has(runId)),
    ({ workflowId, runId }) => requests.describe({ workflowId, runId }),
  );
  const earlier = others.filter((run) => run !== undefined);
  return earlier.some(({ status }) => status.name === 'RUNNING') ? undefined : earlier;
}

/** @returns the runs that are still readable */
async function deleteRuns(requests: HistoryRequests, runs: readonly Run[]): Promise<Run[]> {
  await mapLimited(runs, (run) => requests.delete(run));
  let remaining = [...runs];
  for (const delayMs of looksAfterMs) {
    if (remaining.length === 0) break;
    await sleep(delayMs);
    const found = await mapLimited(remaining, ({ workflowId, runId }) => requests.describe({ workflowId, runId }));
    remaining = remaining.filter((_run, index) => found[index] !== undefined);
  }
  return remaining;
}

/** Maps in order, with a limit on the concurrent requests. */
async function mapLimited<T, R>(items: readonly T[], request: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += maxConcurrentRequests) {
    results.push(...(await Promise.all(items.slice(from, from + maxConcurrentRequests).map(request))));
  }
  return results;
}
