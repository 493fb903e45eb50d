import type { Logger } from '../../../shared/adapters/logger';
import { createRequestQueue } from '../../../shared/adapters/temporal/request-queue';
import type { WorkflowClient } from '../../../shared/adapters/temporal/workflow-client';
import { replanIfChanged } from '../../../shared/application/replan-if-changed';
import { startNewJob, type StartDeps } from '../../../shared/application/start-new-job';
import type { Store } from '../../../shared/application/store';
import type { JobDispatcher } from '../http/deps';

export interface ClosableJobDispatcher extends JobDispatcher {
  /** Resolves when nothing is in flight; queued calls are dropped. */
  close(): Promise<void>;
}

interface DispatcherDeps extends StartDeps {
  store: StartDeps['store'] & Pick<Store, 'campaigns' | 'organizations' | 'jobs'>;
  workflows: Pick<WorkflowClient, 'startJob' | 'wakeJob' | 'startErasure'>;
  logger: Logger;
}

/** Client requests about existing jobs precede new jobs. */
export function createJobDispatcher(deps: DispatcherDeps): ClosableJobDispatcher {
  const { workflows, logger } = deps;
  const queue = createRequestQueue(logger);
  return {
    start: (job, settings) =>
      void queue.offer(async () => {
        const key = { orgId: job.OrgID, campaignId: job.CampaignID };
        await replanIfChanged(deps.store, key, settings, await deps.nowMs());
        await startNewJob(deps, job);
      }),
    wake: (job) => void queue.offer(() => workflows.wakeJob(job), 'urgent'),
    erase: (job) => void queue.offer(() => workflows.startErasure(job), 'urgent'),
    close: () => queue.close(),
  };
}
