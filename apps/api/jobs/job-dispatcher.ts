import type { Logger } from '../../../shared/adapters/logger';
import { createRequestQueue } from '../../../shared/adapters/temporal/request-queue';
import type { WorkflowClient } from '../../../shared/adapters/temporal/workflow-client';
import { replanIfChanged } from '../../../shared/application/replan-if-changed';
import { publishTransitions } from '../../../shared/application/publish-transitions';
import { startPublishedJob, type StartDeps } from '../../../shared/application/start-new-job';
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

/**
 * New jobs are published before they wait for their turn at Temporal: jobs that are posted together share their reads and
 * writes. Client requests about existing jobs precede new jobs.
 */
export function createJobDispatcher(deps: DispatcherDeps): ClosableJobDispatcher {
  const { store, workflows, deliveries, nowMs, logger } = deps;
  const publishing = createRequestQueue(logger);
  const queue = createRequestQueue(logger);
  return {
    start: (job, settings) =>
      void publishing.offer(async () => {
        const key = { orgId: job.OrgID, campaignId: job.CampaignID };
        await replanIfChanged(store, key, settings, await nowMs());
        await publishTransitions({ store, deliveries }, [job], await nowMs());
        void queue.offer(() => startPublishedJob(deps, job));
      }),
    wake: (job) => void queue.offer(() => workflows.wakeJob(job), 'urgent'),
    erase: (job) => void queue.offer(() => workflows.startErasure(job), 'urgent'),
    close: async () => {
      await publishing.close();
      await queue.close();
    },
  };
}
