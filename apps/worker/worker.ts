import { Worker, type NativeConnection, type WorkerOptions } from '@temporalio/worker';
import type { Activities } from '../../activities';
import { quickLimits } from '../../activities/webhook/quick-receivers';
import { taskQueues, type TaskQueue } from '../../shared/messages/task-queues';

/** Options that the workers of one process share. */
export interface WorkerParts {
  connection: NativeConnection;
  namespace: string;
  activities: Activities;
  /** Bundled once, for all queues; with the interceptors and sinks that trace workflows when tracing is on. */
  workflows: Pick<WorkerOptions, 'workflowBundle' | 'interceptors' | 'sinks'>;
  /** Maximum concurrent calls of this process. */
  callSlots: number;
  /** Workflows that each queue keeps in memory. Others are replayed when they continue. */
  cachedWorkflows: number;
  /** Time for running calls to end after SIGTERM. */
  callGraceMs: number;
}

/** Time for other running activities after SIGTERM. Another worker repeats or continues each of them. */
const activityGraceMs = 5_000;
/** Time for a canceled activity to end. */
const cancelMs = 4_000;
/**
 * Time for a canceled call: longer than any provider waits until the line has confirmed its end (5 s), and its record is
 * written, so that the record is closed before the store is.
 */
const callCancelMs = 8_000;

/**
 * A workflow task waits this long for the worker that has the workflow in memory, then any worker replays it. A worker that
 * is killed has thousands of waiting jobs in memory: with Temporal's 10 seconds each of them would miss the instant that is
 * handed to it (`latenessMs` of `shared/domain/campaign/pacing.ts`).
 */
const stickyTimeout = '2s';

/** Maximum concurrent requests to receivers of one process. */
const webhookSlots = 200;
/** Maximum concurrent workflow tasks of the queue `webhooks`. At most half of them send a request to a quick receiver. */
const webhookWorkflowSlots = 2 * quickLimits.inTotal;

/**
 * An erasure takes dozens of requests to Temporal, and a campaign's retention may ask for thousands at once. So all workers
 * together begin this many of their activities in a second, and one worker runs so many at once.
 */
const erasureLimits = { activitiesPerSecond: 50, slots: 20, polls: 2, cachedWorkflows: 50 } as const;

/** Creates the worker of one queue. Calls have their own queue, so that they wait for a call slot only. */
export function createWorker(queue: TaskQueue, parts: WorkerParts): Promise<Worker> {
  const { connection, namespace, activities, callSlots, callGraceMs } = parts;
  const workflows = { ...parts.workflows, maxCachedWorkflows: parts.cachedWorkflows };
  const common: WorkerOptions = {
    connection,
    namespace,
    taskQueue: taskQueues[queue],
    activities,
    shutdownGraceTime: activityGraceMs,
    shutdownForceTime: activityGraceMs + cancelMs,
  };
  switch (queue) {
    case 'jobs':
      return Worker.create({
        ...common,
        ...workflows,
        stickyQueueScheduleToStartTimeout: stickyTimeout,
        maxConcurrentActivityTaskExecutions: 100,
      });
    case 'calls':
      return Worker.create({
        ...common,
        ...activityTracing(workflows),
        maxConcurrentActivityTaskExecutions: callSlots,
        shutdownGraceTime: callGraceMs,
        shutdownForceTime: callGraceMs + callCancelMs,
      });
    case 'webhooks':
      return Worker.create({
        ...common,
        ...workflows,
        maxConcurrentActivityTaskExecutions: webhookSlots,
        maxConcurrentWorkflowTaskExecutions: webhookWorkflowSlots,
      });
    case 'erasures':
      return Worker.create({
        ...common,
        ...workflows,
        maxCachedWorkflows: Math.min(parts.cachedWorkflows, erasureLimits.cachedWorkflows),
        maxConcurrentActivityTaskExecutions: erasureLimits.slots,
        maxConcurrentActivityTaskPolls: erasureLimits.polls,
        maxConcurrentWorkflowTaskPolls: erasureLimits.polls,
        maxTaskQueueActivitiesPerSecond: erasureLimits.activitiesPerSecond,
      });
  }
}

/** A worker without workflows traces only its activities. */
const activityTracing = ({ interceptors }: WorkerParts['workflows']): Pick<WorkerOptions, 'interceptors'> =>
  interceptors?.activity === undefined ? {} : { interceptors: { activity: interceptors.activity } };
