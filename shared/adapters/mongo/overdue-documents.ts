import type { Collection, Filter, UpdateFilter, WithId } from 'mongodb';
import { failurePostponementMs, postponementMs } from '../../domain/overdue';

/** What the sweeper reads of a document whose workflow may be lost. */
interface OverdueDocument {
  _id: string;
  OrgID: string;
  DueMS?: number | undefined;
  Sweeps?: number | undefined;
}

/** The sweeper looks at a document without progress ever more rarely, but at least every ten minutes. */
const maxPostponementMs = 600_000;

/**
 * Overdue documents of a kind: each has a deadline (`DueMS`) that every progress moves, and counts the sweeps since.
 * @param graceMs how long a document without progress is left to its workflow
 */
export const createOverdueDocuments = <D extends OverdueDocument, T extends { ID: string }>(
  documents: Collection<D>,
  graceMs: number,
  convert: (document: WithId<D>) => T & Pick<OverdueDocument, 'DueMS' | 'Sweeps'>,
) => {
  const filterOf = (filter: object): Filter<D> => filter;
  const updateOf = (update: object): UpdateFilter<D> => update;
  type Item = ReturnType<typeof convert>;
  return {
    /** Overdue documents, most overdue first. @param withoutOrgIds leaves out those of these organizations */
    findDue: async (nowMs: number, limit: number, withoutOrgIds: readonly string[] = []): Promise<Item[]> => {
      const others = withoutOrgIds.length === 0 ? {} : { OrgID: { $nin: [...withoutOrgIds] } };
      const found = documents.find(filterOf({ DueMS: { $lt: nowMs }, ...others })).sort({ DueMS: 1 });
      return (await found.limit(limit).toArray()).map(convert);
    },

    /**
     * Claims an overdue document for this process by postponing it, ever longer until it makes progress.
     * @returns the claimed one, or `undefined` when another process claimed it or it is no longer overdue
     */
    claim: async ({ ID, DueMS, Sweeps = 0 }: Item, nowMs: number): Promise<Item | undefined> => {
      if (DueMS === undefined) return undefined;
      const waitMs = postponementMs(graceMs * 2 ** Math.min(Sweeps, 10), { minMs: graceMs, maxMs: maxPostponementMs });
      const document = await documents.findOneAndUpdate(
        filterOf({ _id: ID, DueMS }),
        updateOf({ $set: { DueMS: nowMs + waitMs }, $inc: { Sweeps: 1 } }),
        { returnDocument: 'after' },
      );
      return document ? convert(document) : undefined;
    },

    /** Makes a claimed document overdue again soon, because its repair failed. */
    release: async ({ ID, DueMS, Sweeps = 0 }: Item, nowMs: number): Promise<void> => {
      if (DueMS === undefined) return;
      const waitMs = failurePostponementMs(graceMs * Sweeps);
      await documents.updateOne(filterOf({ _id: ID, DueMS }), updateOf({ $set: { DueMS: nowMs + waitMs } }));
    },
  };
};
