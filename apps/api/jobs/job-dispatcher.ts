import { AsyncResource } from 'node:async_hooks';
import type { Logger } from '../../../shared/adapters/logger';
import type { WorkflowClient, JobRef } from '../../../shared/adapters/temporal/workflow-client';

/** Requests to the engine at one time, and how many may wait: the rest is found by the sweeper in the database. */
const limits = { inFlight: 50, waiting: 10_000 };

/**
 * Tells the engine what was written to the database, without making the request wait for it. Nothing here is needed for correctness:
 * each message repeats what stands in the job's document, and whatever is lost the sweeper does a little later.
 */
export interface JobDispatcher {
  /** Starts the workflow of a job that was just stored. */
  start(job: JobRef): void;
  /** Tells a job's workflow that its document holds a new wish. */
  wake(job: JobRef): void;
  /** Starts the erasure of a job's personal data. */
  erase(job: JobRef): void;
  /** Resolves when nothing is in flight; what still waits is dropped. */
  close(): Promise<void>;
}

type Task = () => Promise<void>;

/** One log line when messages begin to fail and one when they arrive again, however many there are. */
function createOutageLog(logger: Logger) {
  let failures = 0;
  return {
    failed: (error: unknown) => {
      if (failures++ === 0) logger.warn({ err: error }, 'engine away: jobs are left to the sweeper');
    },
    succeeded: () => {
      if (failures > 0) logger.info({ failures }, 'engine back');
      failures = 0;
    },
  };
}

/** Sends with a bound on how many are under way and how many wait. Wishes of people go before new jobs. */
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
      // A message that waits is sent by another's end; it belongs to the trace of its own request all the same.
      (to === 'urgent' ? urgent : waiting).push(AsyncResource.bind(task));
      runNext();
    },
    close: async (): Promise<void> => {
      closed = true;
      await Promise.all(inFlight);
    },
  };
}

export function createJobDispatcher(
  workflows: Pick<WorkflowClient, 'startJob' | 'wakeJob' | 'startErasure'>,
  logger: Logger,
): JobDispatcher {
  const queue = createBoundedQueue(logger);
  return {
    start: (job) => queue.offer(() => workflows.startJob(job), 'waiting'),
    wake: (job) => queue.offer(() => workflows.wakeJob(job), 'urgent'),
    erase: (job) => queue.offer(() => workflows.startErasure(job), 'urgent'),
    close: queue.close,
  };
}
