import type { Delivery } from '../shared/adapters/mongo/deliveries.repository';
import type { WebhookDeliveryInput } from '../shared/messages/webhook.messages';
import type { ActivityDeps } from './deps';
import { sweepImports } from './import-sweep';
import { sweepRetention } from './retention';

type SweeperDeps = Pick<ActivityDeps, 'store' | 'flows' | 'clock' | 'logger' | 'imports' | 'metrics'>;
const batch = 500;
const inFlight = 20;

/**
 * Starts what a crash left unstarted and repairs drift between documents and workflows: every job and delivery that nobody moved in time
 * is brought back to its workflow, which is started if it does not run. Harmless to run in several processes at once.
 * @returns how many were looked at
 */
export async function sweep(deps: SweeperDeps): Promise<number> {
  const nowMs = await deps.clock.nowMs();
  const [jobs, deliveries] = await Promise.all([
    deps.store.jobMoves.findDue(nowMs, batch),
    deps.store.deliveries.findDue(nowMs, batch),
  ]);
  await inTurn(jobs, async (job) => {
    if (job.DeletionRequestedMS === undefined) await deps.flows.nudgeJob(job);
    else await deps.flows.startPiiDeletion(job);
    await deps.store.jobMoves.postpone(job, nowMs);
  });
  await inTurn(deliveries, async (delivery) => {
    if (delivery.State === 'discarded') {
      await deps.flows.wakeDelivery(deliveryInput(delivery));
      await deps.store.deliveries.settle(delivery.ID);
      return;
    }
    await deps.flows.startDelivery(deliveryInput(delivery), delivery.Event);
    await deps.store.deliveries.postpone(delivery, nowMs);
  });
  await deps.store.idempotency.forgetExpired(nowMs);
  await sweepRetention(deps, nowMs);
  const imports = await sweepImports(deps, nowMs);
  const { sweeper } = deps.metrics;
  sweeper.found('job', jobs.length);
  sweeper.found('delivery', deliveries.length);
  sweeper.found('import', imports);
  sweeper.swept(nowMs);
  const swept = jobs.length + deliveries.length + imports;
  if (swept > 0) deps.logger.info({ jobs: jobs.length, deliveries: deliveries.length }, 'sweeper.swept');
  return swept;
}

const deliveryInput = ({ WebhookID, Event, AttemptsBefore }: Delivery): WebhookDeliveryInput => ({
  webhookId: WebhookID,
  jobId: Event.jobId,
  sequence: Event.sequence,
  ...(AttemptsBefore === undefined ? {} : { after: AttemptsBefore }),
});

/** Works a list off with a few at a time; the first failure ends it, the rest is swept the next time. */
async function inTurn<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const work = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: inFlight }, work));
}

/**
 * Sweeps every `everyMs` until the signal fires. A sweep that fails is logged and tried again: the store or the engine is away.
 */
export async function runSweeper(deps: SweeperDeps, everyMs: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await sweep(deps);
    } catch (error) {
      deps.metrics.sweeper.failed();
      deps.logger.warn({ err: error }, 'sweeper.failed');
    }
    await pause(everyMs, signal);
  }
}

/** Waits, or stops waiting when the signal fires. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}
