import {
  WorkflowNotFoundError,
  type Client,
  type WorkflowExecutionDescription,
  type WorkflowExecutionInfo,
} from '@temporalio/client';
import { EngineUnavailableError } from './workflow-client';

/** One run of a workflow id. */
export interface Run {
  workflowId: string;
  runId: string;
}

/** What the server can be asked about runs. Each request @throws {EngineUnavailableError}. */
export interface HistoryRequests {
  /** The named run, or else the latest one of the id; `undefined` if the server does not know it. */
  describe(of: { workflowId: string; runId?: string }): Promise<WorkflowExecutionDescription | undefined>;
  /** The listed runs of the ids: a query of the visibility store, which lags by seconds and is rate-limited. */
  list(workflowIds: readonly string[]): Promise<WorkflowExecutionInfo[]>;
  /** Asks the server to delete a run; it does so some time later. A running one is terminated. */
  delete(run: Run): Promise<void>;
}

const deadlineMs = 5_000;
/** Ids in one query. */
const maxListedIds = 50;

export function createHistoryRequests(client: Client): HistoryRequests {
  const callServer = async <T>(request: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await client.connection.withDeadline(Date.now() + deadlineMs, request);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw new EngineUnavailableError('The workflow engine did not respond.', { cause: error });
    }
  };
  return {
    describe: ({ workflowId, runId }) => callServer(() => client.workflow.getHandle(workflowId, runId).describe()),
    list: async (workflowIds) => {
      const found: WorkflowExecutionInfo[] = [];
      for (let from = 0; from < workflowIds.length; from += maxListedIds) {
        const query = equalityQuery(workflowIds.slice(from, from + maxListedIds));
        await callServer(async () => {
          for await (const run of client.workflow.list({ query })) found.push(run);
        });
      }
      return found;
    },
    delete: async ({ workflowId, runId }) => {
      const workflowExecution = { workflowId, runId };
      const { namespace } = client.options;
      await callServer(() => client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution }));
    },
  };
}

/** Every visibility store has an index for equality. The service generates the ids, so they never contain quotes. */
const equalityQuery = (workflowIds: readonly string[]): string =>
  `WorkflowId IN (${workflowIds.map((id) => `'${id}'`).join(', ')})`;

/** The client reports the server's NOT_FOUND in two ways. */
const isNotFound = (error: unknown): boolean =>
  error instanceof WorkflowNotFoundError || (error as { code?: unknown } | null)?.code === grpcNotFound;
const grpcNotFound = 5;
