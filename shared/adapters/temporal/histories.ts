import { setTimeout as sleep } from 'node:timers/promises';
import { WorkflowNotFoundError, type Client, type WorkflowExecutionInfo } from '@temporalio/client';
import { jobWorkflowId, webhookDeliveryWorkflowPrefix } from '../../messages/workflow-ids';
import { EngineUnavailableError } from './workflow-client';

/** What a look at a job's histories left. */
export interface RemainingHistories {
  /** Histories that were deleted, and can still be read: the server takes its time. */
  readable: number;
  /** Deliveries that are still on their way. */
  running: number;
}

/** The histories of workflows, as far as they are about one job. */
export interface Histories {
  /** Whether a run of the job's own workflow goes on. @throws {EngineUnavailableError} */
  isRunning(jobId: string): Promise<boolean>;
  /**
   * Deletes the histories of a job: every run of its own workflow, also one that goes on, and its deliveries to the given webhooks. A
   * delivery that is still on its way stays, since it would be lost; it holds ids only. Harmless to repeat. @throws {EngineUnavailableError}
   */
  erase(jobId: string, webhookIds: readonly string[]): Promise<RemainingHistories>;
}

const deadlineMs = 5_000;
/** A run that ended long ago is gone within this; one that has just ended takes seconds, and is looked at another time. */
const deletionTimeoutMs = 400;
const firstDelayMs = 25;

interface Run {
  workflowId: string;
  runId: string;
}
const runOf = ({ workflowId, runId }: Run): Run => ({ workflowId, runId });

export function createHistories(client: Client): Histories {
  const within = async <T>(act: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await client.connection.withDeadline(Date.now() + deadlineMs, act);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw new EngineUnavailableError('The workflow engine did not answer.', { cause: error });
    }
  };
  const describe = ({ workflowId, runId }: { workflowId: string; runId?: string }) =>
    within(() => client.workflow.getHandle(workflowId, runId).describe());
  const list = async (query: string): Promise<WorkflowExecutionInfo[]> =>
    (await within(async () => {
      const found: WorkflowExecutionInfo[] = [];
      for await (const run of client.workflow.list({ query })) found.push(run);
      return found;
    })) ?? [];
  const remove = ({ workflowId, runId }: Run) =>
    within(() =>
      client.workflowService.deleteWorkflowExecution({
        namespace: client.options.namespace,
        workflowExecution: { workflowId, runId },
      }),
    );
  const readable = async (runs: readonly Run[]): Promise<Run[]> => {
    const seen = await Promise.all(runs.map(async (run) => ((await describe(run)) === undefined ? [] : [run])));
    return seen.flat();
  };

  return {
    isRunning: async (jobId) => (await describe({ workflowId: jobWorkflowId(jobId) }))?.status.name === 'RUNNING',
    erase: async (jobId, webhookIds) => {
      // The list lags behind what happens, so the latest run is asked for by itself.
      const [found, latest] = await Promise.all([
        list(queryFor(jobId, webhookIds)),
        describe({ workflowId: jobWorkflowId(jobId) }),
      ]);
      const underWay = found.filter((run) => run.workflowId !== jobWorkflowId(jobId) && run.status.name === 'RUNNING');
      const ended = found.filter((run) => !underWay.includes(run)).map(runOf);
      const listed = latest === undefined || found.some(({ runId }) => runId === latest.runId);
      let left = listed ? ended : [...ended, runOf(latest)];
      await Promise.all(left.map(remove));
      // A run that ends at this moment is told of by the next look.
      for (let pauseMs = firstDelayMs; left.length > 0 && pauseMs < deletionTimeoutMs; pauseMs *= 2) {
        await sleep(pauseMs);
        left = await readable(left);
      }
      return { readable: left.length, running: underWay.length };
    },
  };
}

/** Ids are made by the service: nothing in them ends a quotation. */
const queryFor = (jobId: string, webhookIds: readonly string[]): string =>
  [
    `WorkflowId = '${jobWorkflowId(jobId)}'`,
    ...webhookIds.map((webhookId) => `WorkflowId STARTS_WITH '${webhookDeliveryWorkflowPrefix({ webhookId, jobId })}'`),
  ].join(' OR ');

/** The server's NOT_FOUND, as the client tells it in two ways. */
const isNotFound = (error: unknown): boolean =>
  error instanceof WorkflowNotFoundError || (error as { code?: unknown } | null)?.code === grpcNotFound;
const grpcNotFound = 5;
