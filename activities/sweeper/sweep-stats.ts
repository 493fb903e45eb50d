import type { ActivityDeps } from '../deps';
import type { Swept } from './sweep-each';

/** Adds what has changed to the kept counts of campaigns. */
export async function sweepStats({ store }: Pick<ActivityDeps, 'store'>, nowMs: number): Promise<Swept> {
  const { more } = await store.stats.foldRound(nowMs);
  // Counting repairs nothing, so it is not reported as such.
  return { items: 0, more };
}
