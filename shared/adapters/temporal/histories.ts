import { setTimeout as sleep } from 'node:timers/promises';
import { WorkflowNotFoundError, type Client, type WorkflowExecutionInfo } from '@temporalio/client';
import { jobWorkflowId, webhookDeliveryWorkflowPrefix } from '../../messages/workflow-ids';
import { EngineUnavailableError } from './workflow-client';

/** Histories of a job that remain after an erasure attempt. */
export interface RemainingHistories {
  /** Deleted histories that are still readable, because the server deletes asynchronously. */
  readable: number;
  /** Deliveries still in progress. */
  running: number;
}

/** The workflow histories of jobs. */
export interface Histories {
  /** Whether the job's workflow is running. @throws {EngineUnavailableError} */
  isRunning(jobId: string): Promise<boolean>;
  /** Whether the job's workflow places a call, or waits for a call slot. @throws {EngineUnavailableError} */
  isPlacingCall(jobId: string): Promise<boolean>;
  /**
   * Deletes the histories of a job: every run of its workflow, including a running one, and its ended deliveries to the given webhooks.
   * Deliveries in progress stay, because deleting them would lose the event; their histories contain IDs only. Idempotent.
   * @throws {EngineUnavailableError}
   */
  erase(jobId: string, webhookIds: readonly string[]): Promise<RemainingHistories>;
}

const deadlineMs = 5_000;
/** Long-ended runs disappear within this time. A run that has just ended takes seconds, so the caller must retry. */
const deletionTimeoutMs = 400;
const firstDelayMs = 25;
/** The name of the activity that places a call. It is pending from the moment that the call waits for a slot. */
const placeCallActivity = 'placeCall';

interface Run {
  workflowId: string;
  runId: string;
}
const runOf = ({ workflowId, runId }: Run): Run => ({ workflowId, runId });

export function createHistories(client: Client): Histories {
  const callServer = async <T>(request: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await client.connection.withDeadline(Date.now() + deadlineMs, request);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw new EngineUnavailableError('The workflow engine did not respond.', { cause: error });
    }
  };
  const describe = ({ workflowId, runId }: { workflowId: string; runId?: string }) =>
    callServer(() => client.workflow.getHandle(workflowId, runId).describe());
  const list = async (query: string): Promise<WorkflowExecutionInfo[]> =>
    (await callServer(async () => {
      const found: WorkflowExecutionInfo[] = [];
      for await (const run of client.workflow.list({ query })) found.push(run);
      return found;
    })) ?? [];
  const deleteRun = ({ workflowId, runId }: Run) =>
    callServer(() =>
      client.workflowService.deleteWorkflowExecution({
        namespace: client.options.namespace,
        workflowExecution: { workflowId, runId },
      }),
    );
  const filterReadable = async (runs: readonly Run[]): Promise<Run[]> => {
    const found = await Promise.all(runs.map(async (run) => ((await describe(run)) === undefined ? [] : [run])));
    return found.flat();
  };

  return {
    isRunning: async (jobId) => (await describe({ workflowId: jobWorkflowId(jobId) }))?.status.name === 'RUNNING',
    isPlacingCall: async (jobId) => {
      const pending = (await describe({ workflowId: jobWorkflowId(jobId) }))?.raw.pendingActivities ?? [];
      return pending.some(({ activityType }) => activityType?.name === placeCallActivity);
    },
    erase: async (jobId, webhookIds) => {
      // The list is eventually consistent, so the latest run is described separately.
      const [found, latest] = await Promise.all([
        list(buildQuery(jobId, webhookIds)),
        describe({ workflowId: jobWorkflowId(jobId) }),
      ]);
      const running = found.filter((run) => run.workflowId !== jobWorkflowId(jobId) && run.status.name === 'RUNNING');
      const ended = found.filter((run) => !running.includes(run)).map(runOf);
      const listed = latest === undefined || found.some(({ runId }) => runId === latest.runId);
      let remaining = listed ? ended : [...ended, runOf(latest)];
      await Promise.all(remaining.map(deleteRun));
      // A run that ends during this call is found by the next call.
      for (let delayMs = firstDelayMs; remaining.length > 0 && delayMs < deletionTimeoutMs; delayMs *= 2) {
        await sleep(delayMs);
        remaining = await filterReadable(remaining);
      }
      return { readable: remaining.length, running: running.length };
    },
  };
}

/** The service generates the IDs, so they never contain quotes. */
const buildQuery = (jobId: string, webhookIds: readonly string[]): string =>
  [
    `WorkflowId = '${jobWorkflowId(jobId)}'`,
    ...webhookIds.map((webhookId) => `WorkflowId STARTS_WITH '${webhookDeliveryWorkflowPrefix({ webhookId, jobId })}'`),
  ].join(' OR ');

/** The client reports the server's NOT_FOUND in two ways. */
const isNotFound = (error: unknown): boolean =>
  error instanceof WorkflowNotFoundError || (error as { code?: unknown } | null)?.code === grpcNotFound;
const grpcNotFound = 5;
