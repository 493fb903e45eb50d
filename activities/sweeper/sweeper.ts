import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivery } from '../../shared/adapters/mongo/deliveries.repository';
import type { WebhookDeliveryInput } from '../../shared/messages/webhook.messages';
import type { ActivityDeps } from '../deps';
import { sweepImports } from './sweep-imports';
import { sweepRetention } from './sweep-retention';
import { sweepEach } from './sweep-each';

type SweeperDeps = Pick<ActivityDeps, 'store' | 'workflows' | 'clock' | 'logger' | 'imports' | 'metrics'>;
const batchSize = 500;

/** The parts of a sweep, in order. Each returns how many items it processed. */
const parts: Record<string, (deps: SweeperDeps, nowMs: number) => Promise<number>> = {
  jobs: sweepJobs,
  deliveries: sweepDeliveries,
  retention: sweepRetention,
  imports: sweepImports,
  idempotency: async ({ store }, nowMs) => {
    await store.idempotency.deleteExpired(nowMs);
    return 0;
  },
  tickets: async ({ store }, nowMs) => {
    await store.tickets.deleteExpired(nowMs);
    return 0;
  },
};

/**
 * Repairs drift between documents and workflows, for example after a crash: wakes the workflow of every overdue job and
 * delivery, and starts it if it does not run. Safe to run in several processes at once. A part that fails does not stop
 * the others.
 * @returns how many items it processed
 */
export async function sweep(deps: SweeperDeps): Promise<number> {
  const nowMs = await deps.clock.nowMs();
  let [swept, failedParts] = [0, 0];
  for (const [part, work] of Object.entries(parts)) {
    try {
      swept += await work(deps, nowMs);
    } catch (error) {
      failedParts++;
      deps.metrics.sweeper.recordFailure();
      deps.logger.warn({ part, err: error }, 'sweeper.failed');
    }
  }
  if (failedParts === 0) deps.metrics.sweeper.recordSweep(nowMs);
  if (swept > 0) deps.logger.info({ swept }, 'sweeper.swept');
  return swept;
}

async function sweepJobs(deps: SweeperDeps, nowMs: number): Promise<number> {
  const { store, workflows, metrics } = deps;
  const jobs = await store.jobTransitions.findDue(nowMs, batchSize);
  metrics.sweeper.recordFound('job', jobs.length);
  await sweepEach(deps, jobs, async (job) => {
    if (job.DeletionRequestedMS === undefined) await workflows.wakeJob(job);
    else await workflows.startErasure(job);
    await store.jobTransitions.postpone(job, nowMs);
  });
  return jobs.length;
}

async function sweepDeliveries(deps: SweeperDeps, nowMs: number): Promise<number> {
  const { store, workflows, metrics } = deps;
  const deliveries = await store.deliveries.findDue(nowMs, batchSize);
  metrics.sweeper.recordFound('delivery', deliveries.length);
  await sweepEach(deps, deliveries, async (delivery) => {
    if (delivery.State === 'discarded') {
      await workflows.wakeDelivery(deliveryInput(delivery));
      await store.deliveries.markWoken(delivery.ID);
      return;
    }
    const { length: webhooks } = await store.webhooks.list(delivery.Event.orgId);
    await workflows.startDelivery(deliveryInput(delivery), { ...delivery.Event, webhooks });
    await store.deliveries.postpone(delivery, nowMs);
  });
  return deliveries.length;
}

const deliveryInput = ({ WebhookID, Event, AttemptsBefore }: Delivery): WebhookDeliveryInput => ({
  webhookId: WebhookID,
  jobId: Event.jobId,
  sequence: Event.sequence,
  ...(AttemptsBefore === undefined ? {} : { after: AttemptsBefore }),
});

/** Sweeps every `everyMs` until the signal fires. */
export async function runSweeper(deps: SweeperDeps, everyMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sweep(deps);
    // Aborting the wait is not an error.
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
