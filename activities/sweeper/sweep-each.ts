import type { ActivityDeps } from '../deps';
import { forEachLimited } from '../lib/limiter';

const maxConcurrentItems = 20;
/** After this many failures a shared dependency is probably unavailable. */
const maxFailures = 20;

/**
 * Processes items, a few at a time. An item that fails is logged; the next sweep finds it again.
 * @throws if so many failed that the rest was skipped
 */
export async function sweepEach<T extends { ID: string }>(
  { logger, metrics }: Pick<ActivityDeps, 'logger' | 'metrics'>,
  items: readonly T[],
  process: (item: T) => Promise<void>,
): Promise<void> {
  let [failed, skipped] = [0, 0];
  await forEachLimited(items, maxConcurrentItems, async (item) => {
    if (failed >= maxFailures) {
      skipped++;
      return;
    }
    try {
      await process(item);
    } catch (error) {
      failed++;
      metrics.sweeper.recordFailure();
      logger.warn({ id: item.ID, err: error }, 'sweeper.item_failed');
    }
  });
  if (skipped > 0) throw new Error(`${failed} of ${items.length} failed; ${skipped} were left for the next sweep.`);
}
