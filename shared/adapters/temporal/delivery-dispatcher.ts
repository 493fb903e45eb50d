import type { Logger } from '../logger';
import { createRequestQueue } from './request-queue';
import type { WorkflowClient } from './workflow-client';

/** Starts the workflows of deliveries whose documents are stored. */
export interface DeliveryDispatcher {
  /** @returns once the workflow is started, or left to the sweeper; never rejects */
  start: WorkflowClient['startDelivery'];
  /** Resolves when nothing is in flight; queued starts are dropped. */
  close(): Promise<void>;
}

export function createDeliveryDispatcher(
  workflows: Pick<WorkflowClient, 'startDelivery'>,
  logger: Logger,
): DeliveryDispatcher {
  const queue = createRequestQueue(logger);
  return {
    start: (input, about) => queue.offer(() => workflows.startDelivery(input, about)),
    close: () => queue.close(),
  };
}
