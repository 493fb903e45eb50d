import type { Delivery } from '../../shared/adapters/mongo/deliveries.repository';
import type { WebhookDeliveryInput } from '../../shared/messages/webhook.messages';
import type { ActivityDeps } from '../deps';
import { sweepImports } from './sweep-imports';
import { sleep } from '../lib/sleep';
import { sweepRetention } from './sweep-retention';
import { sweepEach } from './sweep-each';

type SweeperDeps = Pick<ActivityDeps, 'store' | 'workflows' | 'clock' | 'logger' | 'imports' | 'metrics'>;
const batch = 500;

/** What a sweep does, in this order; each returns how many it looked at. */
const parts: Record<string, (deps: SweeperDeps, nowMs: number) => Promise<number>> = {
  jobs: sweepJobs,
  deliveries: sweepDeliveries,
  retention: sweepRetention,
  imports: sweepImports,
  idempotency: async ({ store }, nowMs) => {
    await store.idempotency.deleteExpired(nowMs);
    return 0;
  },
};

/**
 * Starts what a crash left unstarted and repairs drift between documents and workflows: every job and delivery that nobody moved in time
 * is brought back to its workflow, which is started if it does not run. Harmless to run in several processes at once. A part that breaks
 * off keeps no other from its turn. @returns how many were looked at
 */
export async function sweep(deps: SweeperDeps): Promise<number> {
  const nowMs = await deps.clock.nowMs();
  let [swept, broken] = [0, 0];
  for (const [part, work] of Object.entries(parts)) {
    try {
      swept += await work(deps, nowMs);
    } catch (error) {
      broken++;
      deps.metrics.sweeper.recordFailure();
      deps.logger.warn({ part, err: error }, 'sweeper.failed');
    }
  }
  if (broken === 0) deps.metrics.sweeper.recordSweep(nowMs);
  if (swept > 0) deps.logger.info({ swept }, 'sweeper.swept');
  return swept;
}

async function sweepJobs(deps: SweeperDeps, nowMs: number): Promise<number> {
  const { store, workflows, metrics } = deps;
  const jobs = await store.jobTransitions.findDue(nowMs, batch);
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
  const deliveries = await store.deliveries.findDue(nowMs, batch);
  metrics.sweeper.recordFound('delivery', deliveries.length);
  await sweepEach(deps, deliveries, async (delivery) => {
    if (delivery.State === 'discarded') {
      await workflows.wakeDelivery(deliveryInput(delivery));
      await store.deliveries.markWoken(delivery.ID);
      return;
    }
    await workflows.startDelivery(deliveryInput(delivery), delivery.Event);
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
    await sleep(everyMs, signal);
  }
}
