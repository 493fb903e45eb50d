import type { IncomingHttpHeaders } from 'node:http';
import type { ClientInterceptors } from '@temporalio/client';
import type { WorkerOptions } from '@temporalio/worker';

/** A finished request, by the template of its route and IDs, without free text of the client. */
export interface TracedAnswer {
  route: string;
  status: number;
  /** Ids in the path, such as `{ jobID: 'job_…' }`. */
  ids: Record<string, string>;
}

/** Traces a request through the workflows it starts to their activities. */
export interface Tracing {
  /** Handles a request within a span. @returns a function to call when the request is finished */
  request(
    request: { method: string; headers: IncomingHttpHeaders },
    handle: () => void,
  ): (answered: TracedAnswer) => void;
  /** Interceptors of the Temporal client, which add its calls to the trace. */
  client: ClientInterceptors;
  /** Options of the workers. The interceptors of workflows are in the traced bundle, or in `workflowModules` without one. */
  worker: Required<Pick<WorkerOptions, 'interceptors' | 'sinks'>>;
  workflowModules: string[];
  /** Exports pending spans, for two seconds at most. */
  close(): Promise<void>;
}

/** Module of the workflow interceptors, which the traced bundle includes. */
export const tracedWorkflowModule = '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors';
