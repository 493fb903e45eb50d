import type { Logger } from '../../../shared/adapters/logger';
import { createRequestQueue } from '../../../shared/adapters/temporal/request-queue';
import type { WorkflowClient } from '../../../shared/adapters/temporal/workflow-client';
import { startNewJob, type StartDeps } from '../../../shared/application/start-new-job';
import type { JobDispatcher } from '../http/deps';

export interface ClosableJobDispatcher extends JobDispatcher {
  /** Resolves when nothing is in flight; queued calls are dropped. */
  close(): Promise<void>;
}

interface DispatcherDeps extends StartDeps {
  workflows: Pick<WorkflowClient, 'startJob' | 'wakeJob' | 'startErasure'>;
  logger: Logger;
}

/** Client requests about existing jobs precede new jobs. */
export function createJobDispatcher(deps: DispatcherDeps): ClosableJobDispatcher {
  const { workflows, logger } = deps;
  const queue = createRequestQueue(logger);
  return {
    start: (job) => void queue.offer(() => startNewJob(deps, job)),
    wake: (job) => void queue.offer(() => workflows.wakeJob(job), 'urgent'),
    erase: (job) => void queue.offer(() => workflows.startErasure(job), 'urgent'),
    close: () => queue.close(),
  };
}
