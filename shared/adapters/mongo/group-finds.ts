import type { Collection, Document, Filter, FindOptions } from 'mongodb';
import { groupCommands } from './group-commands';

interface Find<D> {
  ids: readonly string[];
  /** What was found of these ids. */
  found: D[];
}

/**
 * Finds documents by their ids; what is asked for at the same time shares a query, which begins after it was asked for.
 * @returns a function that resolves with the documents that exist, in no order
 */
export function groupFinds<D extends { _id: string } & Document>(
  collection: Pick<Collection<D>, 'find'>,
  options: FindOptions = {},
): (ids: readonly string[]) => Promise<D[]> {
  const find = groupCommands<Find<D>>(async (finds) => {
    const ids = [...new Set(finds.flatMap((one) => one.ids))];
    const documents = await collection.find({ _id: { $in: ids } } as Filter<D>, options).toArray();
    const byId = new Map(documents.map((document) => [document._id as string, document as D]));
    for (const one of finds) one.found = one.ids.flatMap((id) => byId.get(id) ?? []);
    return [];
  });
  return async (ids) => {
    if (ids.length === 0) return [];
    const one: Find<D> = { ids, found: [] };
    await find(one);
    return one.found;
  };
}
