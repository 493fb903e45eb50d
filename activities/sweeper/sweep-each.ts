import { takeShares } from '../../shared/domain/overdue';
import type { ActivityDeps } from '../deps';
import { forEachLimited } from '../lib/limiter';

const maxConcurrentItems = 20;
/** After this many failures without a success, a shared dependency is probably unavailable. */
const maxFailures = 20;

/** What one round of a part of the sweeper did. */
export interface Swept {
  /** How many items this process claimed. */
  items: number;
  /** More items may be overdue, so the next round follows at once. */
  more: boolean;
}

/** How overdue items of one kind are repaired. */
export interface Repair<T> {
  /** Claims an item for this process. @returns `undefined` if another process has it, or it is no longer overdue */
  claim: (item: T) => Promise<T | undefined>;
  act: (claimed: T) => Promise<void>;
  /** Makes a claimed item overdue again soon, after `act` failed. */
  release: (claimed: T) => Promise<void>;
}

/**
 * Repairs items, a few at a time. Each is claimed first, so that several processes never repair it together, and an item
 * that always fails leaves its place to others. An item that fails is logged and found again later.
 * @param batchSize how many items were looked for: with as many found, there may be more
 * @throws if only failures occurred and the rest was left unclaimed
 */
export async function sweepEach<T extends { ID: string }>(
  { logger, metrics }: Pick<ActivityDeps, 'logger' | 'metrics'>,
  { items, batchSize }: { items: readonly T[]; batchSize: number },
  { claim, act, release }: Repair<T>,
): Promise<Swept> {
  let [claims, repaired, failed, left] = [0, 0, 0, 0];
  await forEachLimited(items, maxConcurrentItems, async (item) => {
    if (failed >= maxFailures && repaired === 0) {
      left++;
      return;
    }
    let claimed: T | undefined;
    try {
      claimed = await claim(item);
      if (claimed === undefined) return;
      claims++;
      await act(claimed);
      repaired++;
    } catch (error) {
      failed++;
      metrics.sweeper.recordFailure();
      logger.warn({ id: item.ID, err: error }, 'sweeper.item_failed');
      if (claimed !== undefined) await release(claimed);
    }
  });
  if (left > 0) throw new Error(`${failed} of ${items.length} failed; ${left} were left for the next sweep.`);
  // Without a claim, other processes repair these items: looking for them again at once would only cost.
  return { items: claims, more: items.length >= batchSize && claims > 0 };
}

/** Documents with a deadline, as their repository finds and claims them. */
interface OverdueDocuments<T> {
  /** @param withoutOrgIds leaves out those of these organizations */
  findDue: (nowMs: number, limit: number, withoutOrgIds: readonly string[]) => Promise<T[]>;
  claim: (item: T, nowMs: number) => Promise<T | undefined>;
  release: (claimed: T, nowMs: number) => Promise<void>;
}

/** Repairs overdue documents of one kind, a share of the batch for each organization. */
export async function sweepOverdue<T extends { ID: string; OrgID: string }>(
  deps: Pick<ActivityDeps, 'logger' | 'metrics'>,
  { findDue, claim, release }: OverdueDocuments<T>,
  { batchSize, nowMs, act }: { batchSize: number; nowMs: number; act: (claimed: T) => Promise<void> },
): Promise<Swept> {
  const items = await takeShares((limit, without) => findDue(nowMs, limit, without), batchSize);
  return sweepEach(
    deps,
    { items, batchSize },
    { act, claim: (item) => claim(item, nowMs), release: (claimed) => release(claimed, nowMs) },
  );
}
