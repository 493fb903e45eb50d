import type { Logger } from '../../../shared/adapters/logger';
import { createRequestQueue } from '../../../shared/adapters/temporal/request-queue';
import type { WorkflowClient } from '../../../shared/adapters/temporal/workflow-client';
import type { JobDispatcher } from '../http/deps';

export interface ClosableJobDispatcher extends JobDispatcher {
  /** Resolves when nothing is in flight; queued calls are dropped. */
  close(): Promise<void>;
}

/** Client requests about existing jobs precede new jobs. */
export function createJobDispatcher(
  workflows: Pick<WorkflowClient, 'startJob' | 'wakeJob' | 'startErasure'>,
  logger: Logger,
): ClosableJobDispatcher {
  const queue = createRequestQueue(logger);
  return {
    start: (job) => void queue.offer(() => workflows.startJob(job)),
    wake: (job) => void queue.offer(() => workflows.wakeJob(job), 'urgent'),
    erase: (job) => void queue.offer(() => workflows.startErasure(job), 'urgent'),
    close: () => queue.close(),
  };
}
