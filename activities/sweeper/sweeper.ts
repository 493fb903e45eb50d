import { setTimeout as sleep } from 'node:timers/promises';
import type { ActivityDeps } from '../deps';
import { sweepAnalyses } from './sweep-analyses';
import { sweepBulkActions } from './sweep-bulk-actions';
import { sweepCampaignEvents } from './sweep-campaign-events';
import { sweepCosts } from './sweep-costs';
import { sweepDeliveries } from './sweep-deliveries';
import type { Swept } from './sweep-each';
import { sweepImports } from './sweep-imports';
import { sweepJobs } from './sweep-jobs';
import { sweepPacing } from './sweep-pacing';
import { sweepPurge } from './sweep-purge';
import { sweepRecount } from './sweep-recount';
import { sweepReplans } from './sweep-replans';
import { sweepRetention } from './sweep-retention';
import { sweepStats } from './sweep-stats';

export type SweeperDeps = Pick<
  ActivityDeps,
  | 'store'
  | 'workflows'
  | 'deliveries'
  | 'histories'
  | 'clock'
  | 'logger'
  | 'imports'
  | 'metrics'
  | 'provider'
  | 'extractor'
  | 'analysis'
  | 'redactor'
  | 'turns'
>;

/** A part of the sweeper. */
interface Part {
  /** One round: claims and processes a batch. */
  sweep: (deps: SweeperDeps, nowMs: number) => Promise<Swept>;
  /**
   * Set if one process at a time does this part, under a lease of this length, in ms. The lease is also the pause before
   * the next round. Without it every process takes part, and each item is claimed by one of them.
   */
  leaseMs?: number;
}

const parts = {
  jobs: { sweep: sweepJobs },
  deliveries: { sweep: sweepDeliveries },
  imports: { sweep: sweepImports },
  bulkActions: { sweep: sweepBulkActions },
  analyses: { sweep: sweepAnalyses },
  replans: { sweep: sweepReplans },
  pacing: { sweep: sweepPacing },
  campaignEvents: { sweep: sweepCampaignEvents },
  costs: { sweep: sweepCosts },
  retention: { sweep: sweepRetention },
  recount: { sweep: sweepRecount, leaseMs: 60_000 },
  stats: { sweep: sweepStats, leaseMs: 2_000 },
  purge: { sweep: sweepPurge, leaseMs: 60_000 },
} satisfies Record<string, Part>;
export type SweeperPart = keyof typeof parts;

/**
 * Runs one round of every part, one after another. A part that fails does not stop the others.
 * @returns how many items it processed
 */
export async function sweep(deps: SweeperDeps): Promise<number> {
  let items = 0;
  for (const name of Object.keys(parts) as SweeperPart[]) items += (await sweepPart(deps, name)).items;
  return items;
}

const nothing: Swept = { items: 0, more: false };

/** One round of a part. A failure is logged: the next round finds the same items again. */
async function sweepPart(deps: SweeperDeps, name: SweeperPart): Promise<Swept> {
  const { clock, logger, metrics } = deps;
  try {
    const nowMs = await clock.nowMs();
    const swept = await parts[name].sweep(deps, nowMs);
    metrics.sweeper.recordSweep(name, nowMs);
    if (swept.items > 0) logger.info({ part: name, swept: swept.items }, 'sweeper.swept');
    return swept;
  } catch (error) {
    metrics.sweeper.recordFailure();
    logger.warn({ part: name, err: error }, 'sweeper.failed');
    return nothing;
  }
}

/** As `sweepPart`, unless another process holds the lease of the part. */
async function sweepUnderLease(deps: SweeperDeps, name: SweeperPart, leaseMs: number): Promise<Swept> {
  const { clock, logger, metrics, store } = deps;
  try {
    const nowMs = await clock.nowMs();
    const untilMs = nowMs + leaseMs;
    if (!(await store.leases.take(name, nowMs, untilMs))) {
      // The process that holds the lease does this part for all.
      metrics.sweeper.recordSweep(name, nowMs);
      return nothing;
    }
    const swept = await sweepPart(deps, name);
    if (swept.more) await store.leases.end(name, untilMs, nowMs);
    return swept;
  } catch (error) {
    metrics.sweeper.recordFailure();
    logger.warn({ part: name, err: error }, 'sweeper.failed');
    return nothing;
  }
}

/**
 * Repairs drift between documents and workflows, for example after a crash, until the signal fires: wakes the workflow
 * of every overdue job, delivery, import and bulk action, and starts it if it does not run. It also does what waits for a time and
 * not for a client: it plans jobs again after a change, requests erasures and deletes what is needed no more. It runs in
 * every worker. Each part has a loop of its own, so that none waits for another.
 * @param everyMs the pause of a loop once nothing is left to do
 */
export async function runSweeper(deps: SweeperDeps, everyMs: number, signal: AbortSignal): Promise<void> {
  await Promise.all((Object.keys(parts) as SweeperPart[]).map((name) => runPart(deps, name, everyMs, signal)));
}

async function runPart(deps: SweeperDeps, name: SweeperPart, everyMs: number, signal: AbortSignal): Promise<void> {
  const { leaseMs }: Part = parts[name];
  // A signal of its own: many loops that wait with one signal would look like a leak of listeners.
  const stopping = AbortSignal.any([signal]);
  while (!stopping.aborted) {
    const { more } = await (leaseMs === undefined ? sweepPart(deps, name) : sweepUnderLease(deps, name, leaseMs));
    // Aborting the wait is not an error.
    if (!more) await sleep(everyMs, undefined, { signal: stopping }).catch(() => undefined);
  }
}
