import type { Collection, Db, Document } from 'mongodb';

/** The fields that say whose documents a filter selects. */
const identifying = /^_id$|ID$|Hash$/;
const combining = new Set(['$and', '$or', '$nor']);

/** Finds an identifying field of a filter whose value is `undefined`. */
function findUndefined(filter: unknown): string | undefined {
  if (typeof filter !== 'object' || filter === null) return undefined;
  for (const [name, value] of Object.entries(filter)) {
    if (value === undefined && identifying.test(name)) return name;
    const parts: unknown[] = combining.has(name) && Array.isArray(value) ? value : [];
    const found = parts.map(findUndefined).find((inner) => inner !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The operations whose first argument is a filter. */
const filtered = [
  'find',
  'findOne',
  'findOneAndUpdate',
  'findOneAndDelete',
  'findOneAndReplace',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'countDocuments',
] as const satisfies (keyof Collection)[];

/** A stage of an aggregation that may select documents. */
interface Stage {
  $match?: unknown;
  $lookup?: { pipeline?: Stage[] };
}
const filtersOf = (stages: readonly Stage[]): unknown[] =>
  stages.flatMap(({ $match, $lookup }) => [$match, ...filtersOf($lookup?.pipeline ?? [])]);

type Operation = (...given: unknown[]) => unknown;

function guard<Schema extends Document>(collection: Collection<Schema>): Collection<Schema> {
  const check = (operation: string, filter: unknown): void => {
    const name = findUndefined(filter);
    if (name === undefined) return;
    throw new TypeError(`${collection.collectionName}.${operation}: ${name} of the filter is undefined.`);
  };
  const operations = collection as unknown as Record<string, Operation>;
  for (const operation of filtered) {
    const original = operations[operation]?.bind(collection);
    if (original === undefined) continue;
    operations[operation] = (...given) => {
      check(operation, given[0]);
      return original(...given);
    };
  }
  const aggregate = operations['aggregate']?.bind(collection);
  if (aggregate !== undefined)
    operations['aggregate'] = (...given) => {
      for (const filter of filtersOf((given[0] ?? []) as Stage[])) check('aggregate', filter);
      return aggregate(...given);
    };
  return collection;
}

/**
 * Makes queries throw whose filter names an id or a hash without a value. The driver leaves out `undefined`, so such a
 * filter would select the documents of every organization.
 */
export function guardFilters(db: Db): Db {
  const original = db.collection.bind(db);
  db.collection = <Schema extends Document>(...given: Parameters<typeof original<Schema>>) =>
    guard(original<Schema>(...given));
  return db;
}
