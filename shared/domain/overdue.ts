/** The shortest and the longest postponement, in ms. */
export interface PostponementBounds {
  minMs: number;
  maxMs: number;
}

/**
 * How long an overdue document is left alone once a process has claimed it, in ms: as long as it has been late, within
 * bounds. So the waits double, and a document that stays overdue costs ever less.
 */
export const postponementMs = (lateMs: number, { minMs, maxMs }: PostponementBounds): number =>
  Math.min(maxMs, Math.max(minMs, lateMs));

/** After a failed attempt to repair a document, the next one follows within this time. */
const failureBounds: PostponementBounds = { minMs: 5_000, maxMs: 60_000 };

/** How long a document is left alone whose repair failed, in ms. */
export const failurePostponementMs = (lateMs: number): number => postponementMs(lateMs, failureBounds);

/** An overdue document of an organization. */
interface OverdueItem {
  ID: string;
  OrgID: string;
}

/** The part of a batch that one organization gets before the others. */
const shareOf = (batchSize: number): number => Math.ceil(batchSize / 5);

/**
 * Takes a batch of overdue documents. Of an organization that fills the batch it takes a share first, and looks behind
 * its documents for those of others, so that no organization waits for the backlog of another. What is left of the
 * batch goes to the most overdue documents.
 * @param find reads overdue documents, most overdue first, leaving out those of some organizations
 */
export async function takeShares<T extends OverdueItem>(
  find: (limit: number, withoutOrgIds: readonly string[]) => Promise<T[]>,
  batchSize: number,
): Promise<T[]> {
  const taken = new Map<string, T>();
  const passedOver: T[] = [];
  const counts = new Map<string, number>();
  const listFull = (): string[] => [...counts].filter(([, count]) => count >= shareOf(batchSize)).map(([id]) => id);
  for (let full = listFull(); ;) {
    const found = await find(batchSize, full);
    for (const item of found) {
      const count = counts.get(item.OrgID) ?? 0;
      if (taken.has(item.ID)) continue;
      if (count >= shareOf(batchSize)) {
        passedOver.push(item);
        continue;
      }
      counts.set(item.OrgID, count + 1);
      taken.set(item.ID, item);
    }
    const fullBefore = full.length;
    full = listFull();
    // Every further read leaves out at least one more organization, so the reads end.
    if (found.length < batchSize || taken.size >= batchSize || full.length === fullBefore) break;
  }
  return [...taken.values(), ...passedOver].slice(0, batchSize);
}
