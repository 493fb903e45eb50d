import type { Db } from 'mongodb';

/** The reads that a server can stop, with the position of their options. */
const optionsAt = { find: 1, findOne: 1, countDocuments: 1, aggregate: 1 } as const;

type Operation = (...given: unknown[]) => unknown;

/**
 * Gives every read a time limit on the server (`maxTimeMS`), unless the read names its own: the driver has none. A read
 * of a cursor is limited over all of its batches.
 */
export function limitReads(db: Db, maxTimeMS: number): Db {
  const original = db.collection.bind(db);
  db.collection = ((...given: Parameters<typeof original>) => {
    const collection = original(...given);
    const operations = collection as unknown as Record<string, Operation>;
    for (const [name, position] of Object.entries(optionsAt)) {
      const operation = operations[name]?.bind(collection);
      if (operation === undefined) continue;
      operations[name] = (...args) => {
        while (args.length < position) args.push({});
        args[position] = { maxTimeMS, ...(args[position] as object | undefined) };
        return operation(...args);
      };
    }
    return collection;
  }) as typeof db.collection;
  return db;
}
