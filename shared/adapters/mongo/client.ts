import { MongoClient, type Db, type MongoClientOptions } from 'mongodb';
import { defaultMongoLimits, type MongoLimits } from '../../config/mongo-settings';
import { endWritesToClosedSockets } from './closed-sockets';
import { forgetClosedTopologies } from './closed-topologies';
import { guardFilters } from './filter-guard';
import { limitReads } from './read-limits';

export { ignoreDuplicates, isDuplicateKey, isStoreUnavailable } from './errors';

/** The document store. Every write changes a single document, which every MongoDB-compatible server does atomically. */
export interface Mongo {
  db: Db;
  /** Rejects when the store does not respond within two seconds. Concurrent callers share one request. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export type MongoSettings = { MONGODB_URI: string; MONGODB_DATABASE: string } & Partial<MongoLimits>;

const pingTimeoutMs = 2_000;
/** A server that can answer reports an exceeded limit on its own. After so many times the limit, its silence means that it cannot. */
const silenceFactor = 1.5;

/**
 * The driver has no time limit for a whole operation (`timeoutMS` has no effect), so each of its steps has one: finding
 * a server, waiting for a pooled connection, opening one, and the answer.
 */
function timeLimits(limits: MongoLimits, unlimited: boolean): MongoClientOptions {
  const longestMs = Math.max(limits.MONGODB_READ_SECONDS, limits.MONGODB_WRITE_SECONDS) * 1_000;
  return {
    maxPoolSize: limits.MONGODB_POOL_SIZE,
    waitQueueTimeoutMS: limits.MONGODB_POOL_WAIT_SECONDS * 1_000,
    serverSelectionTimeoutMS: limits.MONGODB_SELECTION_SECONDS * 1_000,
    connectTimeoutMS: limits.MONGODB_CONNECT_SECONDS * 1_000,
    ...(unlimited ? {} : { socketTimeoutMS: longestMs * silenceFactor }),
  };
}

/** What the invariants rest on. A URI that contradicts them is refused with the settings. */
const invariantOptions = (limits: MongoLimits): MongoClientOptions => ({
  // A compare-and-set acts on what it has just read, so reads must not be behind.
  readPreference: 'primary',
  readConcern: { level: 'local' },
  // A call is dialed once its record is on the majority of the members, and on disk.
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: limits.MONGODB_WRITE_SECONDS * 1_000 },
  // A write whose reply was lost is repeated under its transaction number, and takes effect once.
  retryWrites: true,
  retryReads: true,
});

/**
 * Connects lazily: a process starts and keeps running while the store is unavailable.
 * @param options.unlimited for commands of an operator, who ends them: reads and answers have no time limit
 */
export function createMongo(settings: MongoSettings, { unlimited = false }: { unlimited?: boolean } = {}): Mongo {
  endWritesToClosedSockets();
  const limits = { ...defaultMongoLimits, ...settings };
  const client = new MongoClient(settings.MONGODB_URI, {
    appName: 'outdial',
    ignoreUndefined: true,
    ...timeLimits(limits, unlimited),
    ...invariantOptions(limits),
  });
  forgetClosedTopologies(client);
  const guarded = guardFilters(client.db(settings.MONGODB_DATABASE));
  const db = unlimited ? guarded : limitReads(guarded, limits.MONGODB_READ_SECONDS * 1_000);
  return { db, ping: createPing(db), close: () => client.close() };
}

/** A request that hangs occupies one connection, however often probes arrive. */
function createPing(db: Db): () => Promise<void> {
  let pending: Promise<unknown> | undefined;
  return async () => {
    pending ??= db.command({ ping: 1 }).finally(() => (pending = undefined));
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<never>((_resolve, reject) => {
      const error = new Error(`The database did not respond within ${pingTimeoutMs / 1_000} s.`);
      timer = setTimeout(() => reject(error), pingTimeoutMs);
    });
    try {
      await Promise.race([pending, expired]);
    } finally {
      clearTimeout(timer);
    }
  };
}
