import { AsyncResource } from 'node:async_hooks';
import type { Logger } from '../../../shared/adapters/logger';
import type { WorkflowClient } from '../../../shared/adapters/temporal/workflow-client';
import type { JobDispatcher } from '../http/deps';

/** Requests to Temporal in flight, and how many may be queued; the sweeper picks up the rest from the database. */
const limits = { inFlight: 50, waiting: 10_000 };

type Task = () => Promise<void>;

/** Logs one line when calls begin to fail and one when they succeed again, however many there are. */
function createOutageLog(logger: Logger) {
  let failures = 0;
  return {
    failed: (error: unknown) => {
      if (failures++ === 0) logger.warn({ err: error }, 'engine.unavailable');
    },
    succeeded: () => {
      if (failures > 0) logger.info({ failures }, 'engine.recovered');
      failures = 0;
    },
  };
}

/** A queue with bounds on calls in flight and waiting. Client requests about existing jobs precede new jobs. */
function createBoundedQueue(logger: Logger) {
  const outageLog = createOutageLog(logger);
  const urgent: Task[] = [];
  const waiting: Task[] = [];
  const inFlight = new Set<Promise<void>>();
  let closed = false;

  const runNext = (): void => {
    if (closed || inFlight.size >= limits.inFlight) return;
    const task = urgent.shift() ?? waiting.shift();
    if (!task) return;
    const running = task()
      .then(outageLog.succeeded, outageLog.failed)
      .finally(() => {
        inFlight.delete(running);
        runNext();
      });
    inFlight.add(running);
  };

  return {
    offer: (task: Task, to: 'urgent' | 'waiting'): void => {
      if (urgent.length + waiting.length >= limits.waiting) return;
      // A queued task is run by the end of another one but belongs to the trace of its own request.
      (to === 'urgent' ? urgent : waiting).push(AsyncResource.bind(task));
      runNext();
    },
    close: async (): Promise<void> => {
      closed = true;
      await Promise.all(inFlight);
    },
  };
}

export interface ClosableJobDispatcher extends JobDispatcher {
  /** Resolves when nothing is in flight; queued calls are dropped. */
  close(): Promise<void>;
}

export function createJobDispatcher(
  workflows: Pick<WorkflowClient, 'startJob' | 'wakeJob' | 'startErasure'>,
  logger: Logger,
): ClosableJobDispatcher {
  const queue = createBoundedQueue(logger);
  return {
    start: (job) => queue.offer(() => workflows.startJob(job), 'waiting'),
    wake: (job) => queue.offer(() => workflows.wakeJob(job), 'urgent'),
    erase: (job) => queue.offer(() => workflows.startErasure(job), 'urgent'),
    close: queue.close,
  };
}
