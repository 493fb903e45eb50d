import type { Collection, Document, Filter, FindOptions } from 'mongodb';
import { groupCommands, runAlone } from './group-commands';

interface Find<D> {
  ids: readonly string[];
  /** What was found of these ids. */
  found: D[];
}

/** An id costs a query little: a slow database answers many at once. */
const maxGroup = 500;

/**
 * Finds documents by their ids, or by another unique and indexed field. What is asked for at the same time shares a query, which
 * begins after it was asked for. An error of one never fails another, unless the store is unavailable.
 * @returns a function that resolves with the documents that exist, in no order. They are shared: they must not be changed
 */
export function groupFinds<D extends { _id: string } & Document>(
  collection: Pick<Collection<D>, 'find'>,
  options: FindOptions = {},
  field: string & keyof D = '_id',
): (ids: readonly string[]) => Promise<readonly D[]> {
  const findAll = async (finds: readonly Find<D>[]): Promise<void> => {
    const ids = [...new Set(finds.flatMap((one) => one.ids))];
    const documents = await collection.find({ [field]: { $in: ids } } as Filter<D>, options).toArray();
    const byId = new Map(documents.map((document) => [(document as D)[field] as string, document as D]));
    for (const one of finds) one.found = one.ids.flatMap((id) => byId.get(id) ?? []);
  };
  const find = groupCommands<Find<D>>(async (finds) => {
    try {
      await findAll(finds);
      return [];
    } catch (error) {
      return runAlone(finds, error, (one) => findAll([one]));
    }
  }, maxGroup);
  return async (ids) => {
    if (ids.length === 0) return [];
    const one: Find<D> = { ids, found: [] };
    await find(one);
    return one.found;
  };
}
