import type { ActivityDeps } from '../deps';
import type { Swept } from './sweep-each';

const documentsPerBatch = 500;

/** Deletes a batch of what only grows in number and is needed no more. */
export async function sweepPurge({ store }: Pick<ActivityDeps, 'store'>, nowMs: number): Promise<Swept> {
  const { deleted, more } = await store.purge.deleteBatch(nowMs, documentsPerBatch);
  return { items: deleted, more };
}
