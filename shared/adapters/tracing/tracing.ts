import type { IncomingHttpHeaders } from 'node:http';
import type { ClientInterceptors } from '@temporalio/client';
import type { WorkerOptions } from '@temporalio/worker';

/** What is told of a request that was answered: the template of its route and ids of ours, nothing that a client wrote freely. */
export interface TracedAnswer {
  route: string;
  status: number;
  /** Ids in the path, such as `{ jobID: 'job_…' }`. */
  ids: Record<string, string>;
}

/** Traces of this process, from a request through the workflows that it starts to their activities. */
export interface Tracing {
  /** Runs what answers a request within a span of its own. @returns what to call when it is answered */
  request(
    request: { method: string; headers: IncomingHttpHeaders },
    answer: () => void,
  ): (answered: TracedAnswer) => void;
  /** For the Temporal client: whatever it starts or asks belongs to the trace. */
  client: ClientInterceptors;
  /** For the workers. The workflows' own part is in the traced bundle, or in `workflowModules` where there is none. */
  worker: Required<Pick<WorkerOptions, 'interceptors' | 'sinks'>>;
  workflowModules: string[];
  /** Sends what was not sent yet, for two seconds at most. */
  close(): Promise<void>;
}

/** Name of the module that a traced bundle of the workflows holds. */
export const tracedWorkflowModule = '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors';
