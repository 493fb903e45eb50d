import { MongoServerError, type Db } from 'mongodb';
import { indexName, indexPlan, retiredIndexes, schemaVersion, type IndexPlan } from './indexes';

/** The one document that says which version of the stored data a database has, and who migrates it. */
export interface SchemaDocument {
  _id: 'schema';
  /** Absent until the first migration has ended. */
  Version?: number;
  MigratedMS?: number;
  /** The process that migrates now, until this instant unless it renews it. */
  LockedBy?: string;
  LockedUntilMS?: number;
}
export const schemaDocuments = (db: Db) => db.collection<SchemaDocument>('schema_version');

/** A difference between the database and the plan. */
export interface SchemaChange {
  /** `replace`: the index exists with other options, so it is dropped and created. `drop`: no current version needs it. */
  kind: 'create' | 'replace' | 'drop';
  collection: string;
  index: string;
  plan: IndexPlan;
}

const namespaceNotFound = 26;

interface StoredIndex {
  name: string;
  key: Record<string, number>;
  unique?: boolean;
  partialFilterExpression?: Record<string, unknown>;
}

/** The condition of an index that holds only documents with a field. */
export const presentOnly = (field: string) => ({ [field]: { $exists: true } });

/** True if the stored index has the options of the plan. */
const hasOptions = ({ unique, partialFilterExpression }: StoredIndex, plan: IndexPlan): boolean =>
  (unique === true) === (plan.unique === true) &&
  JSON.stringify(partialFilterExpression) ===
    JSON.stringify(plan.present === undefined ? undefined : presentOnly(plan.present));

async function listIndexes(db: Db, collection: string): Promise<StoredIndex[]> {
  try {
    return (await db.collection(collection).listIndexes().toArray()) as StoredIndex[];
  } catch (error) {
    // The collection does not exist yet.
    if (error instanceof MongoServerError && error.code === namespaceNotFound) return [];
    throw error;
  }
}

const describeKey = (key: Record<string, number>): string => JSON.stringify(Object.entries(key));

/** Compares the indexes of the database with the plan. Indexes that no version of this service created are left alone. */
export async function compareSchema(db: Db): Promise<SchemaChange[]> {
  const collections = [...new Set([...indexPlan, ...retiredIndexes].map(({ collection }) => collection))];
  const stored = new Map(
    await Promise.all(collections.map(async (name) => [name, await listIndexes(db, name)] as const)),
  );
  const find = ({ collection, key }: IndexPlan): StoredIndex | undefined =>
    stored.get(collection)?.find((index) => describeKey(index.key) === describeKey(key));
  const toChange = (kind: SchemaChange['kind'], plan: IndexPlan): SchemaChange => ({
    kind,
    plan,
    collection: plan.collection,
    index: find(plan)?.name ?? indexName(plan.key),
  });
  const needed = indexPlan.flatMap((plan) => {
    const existing = find(plan);
    if (existing === undefined) return [toChange('create', plan)];
    return hasOptions(existing, plan) ? [] : [toChange('replace', plan)];
  });
  const unneeded = retiredIndexes.filter((plan) => find(plan) !== undefined);
  return [...needed, ...unneeded.map((plan) => toChange('drop', plan))];
}

/** `outdated`: queries may scan whole collections until `npm run migrate` has run. `newer`: a later version has migrated. */
export type SchemaState = 'current' | 'outdated' | 'newer';

export interface SchemaCheck {
  state: SchemaState;
  /** Absent if the database was never migrated. */
  storedVersion: number | undefined;
  /** The missing indexes, as `collection.name`. */
  missing: string[];
}

/** Compares the database with what this code needs; it changes nothing. */
export async function checkSchema(db: Db): Promise<SchemaCheck> {
  const [document, changes] = await Promise.all([schemaDocuments(db).findOne({ _id: 'schema' }), compareSchema(db)]);
  const storedVersion = document?.Version;
  const missing = changes
    .filter(({ kind }) => kind !== 'drop')
    .map(({ collection, index }) => `${collection}.${index}`);
  if (storedVersion !== undefined && storedVersion > schemaVersion) return { state: 'newer', storedVersion, missing };
  const current = storedVersion === schemaVersion && missing.length === 0;
  return { state: current ? 'current' : 'outdated', storedVersion, missing };
}
