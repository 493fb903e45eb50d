import type { ActivityDeps } from '../deps';
import { forEachLimited } from '../lib/limiter';

const maxConcurrentItems = 20;
/** So many failures are no longer about single items: whoever is needed for all of them is away. */
const maxFailures = 20;

/**
 * Brings items back to their workflows, a few at a time. One that fails is logged and found again by the next sweep, and keeps no other
 * from its turn. @throws when so many failed that the rest was left
 */
export async function sweepEach<T extends { ID: string }>(
  { logger, metrics }: Pick<ActivityDeps, 'logger' | 'metrics'>,
  items: readonly T[],
  act: (item: T) => Promise<void>,
): Promise<void> {
  let [failed, left] = [0, 0];
  await forEachLimited(items, maxConcurrentItems, async (item) => {
    if (failed >= maxFailures) {
      left++;
      return;
    }
    try {
      await act(item);
    } catch (error) {
      failed++;
      metrics.sweeper.recordFailure();
      logger.warn({ id: item.ID, err: error }, 'sweeper.item_failed');
    }
  });
  if (left > 0) throw new Error(`${failed} of ${items.length} failed; ${left} were left for the next sweep.`);
}
