import { Worker, type NativeConnection, type WorkerOptions } from '@temporalio/worker';
import type { Activities } from '../../activities';
import { taskQueues, type TaskQueue } from '../../shared/messages/task-queues';

/** What the workers of one process share. */
export interface WorkerParts {
  connection: NativeConnection;
  namespace: string;
  activities: Activities;
  /** Bundled once, for all queues; with the interceptors and sinks that trace workflows when tracing is on. */
  workflows: Pick<WorkerOptions, 'workflowBundle' | 'interceptors' | 'sinks'>;
  /** Lines that this process has. */
  callSlots: number;
  /** Workflows that each queue keeps in memory; the others are replayed when their time comes. */
  cachedWorkflows: number;
  /** How long a running call or request may go on after SIGTERM. */
  graceMs: number;
}

/** Requests to receivers that one process has under way at most. */
const webhookSlots = 200;

/** One worker for one queue. Calls have their own, so that a line's slot is all that a call waits for. */
export function createWorker(queue: TaskQueue, parts: WorkerParts): Promise<Worker> {
  const { connection, namespace, activities, callSlots, graceMs } = parts;
  const workflows = { ...parts.workflows, maxCachedWorkflows: parts.cachedWorkflows };
  const common: WorkerOptions = {
    connection,
    namespace,
    taskQueue: taskQueues[queue],
    activities,
    shutdownGraceTime: graceMs,
    shutdownForceTime: graceMs + 4_000,
  };
  switch (queue) {
    case 'jobs':
      return Worker.create({ ...common, ...workflows, maxConcurrentActivityTaskExecutions: 100 });
    case 'calls':
      return Worker.create({
        ...common,
        ...activityTracing(workflows),
        maxConcurrentActivityTaskExecutions: callSlots,
      });
    case 'webhooks':
      return Worker.create({ ...common, ...workflows, maxConcurrentActivityTaskExecutions: webhookSlots });
  }
}

/** A worker without workflows traces its activities alone. */
const activityTracing = ({ interceptors }: WorkerParts['workflows']): Pick<WorkerOptions, 'interceptors'> =>
  interceptors?.activity === undefined ? {} : { interceptors: { activity: interceptors.activity } };
