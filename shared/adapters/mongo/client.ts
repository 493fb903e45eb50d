import { MongoClient, MongoError, type Db } from 'mongodb';

/** The document store. Every write is a single-document one, which every MongoDB-wire server does atomically. */
export interface Mongo {
  db: Db;
  /** Rejects when the store does not answer within two seconds. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Connects lazily: a process starts, and goes on, while the store is away. */
export function createMongo(settings: { MONGODB_URI: string; MONGODB_DATABASE: string }): Mongo {
  const client = new MongoClient(settings.MONGODB_URI, {
    appName: 'outdial',
    // A caller is told "not now" after this, instead of being kept for the driver's 30 s.
    serverSelectionTimeoutMS: 2_000,
    connectTimeoutMS: 2_000,
    maxPoolSize: 50,
    ignoreUndefined: true,
    writeConcern: { w: 'majority' },
  });
  const db = client.db(settings.MONGODB_DATABASE);
  return {
    db,
    ping: async () => {
      await db.command({ ping: 1 }, { timeoutMS: 2_000 });
    },
    close: () => client.close(),
  };
}

const duplicateKey = 11_000;
export const isDuplicateKey = (error: unknown): boolean => error instanceof MongoError && error.code === duplicateKey;

const unavailableErrorNames = new Set([
  'MongoServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoOperationTimeoutError',
  'PoolClearedOnNetworkError',
]);
/** What the driver lets through as it is when the other side has just gone and a write meets the closed socket. */
const socketCodes = new Set(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT']);
const isSocketError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && socketCodes.has(String(error.code));

/** True for errors that say that the store is away, not that the question was wrong. */
export const isStoreUnavailable = (error: unknown): boolean =>
  error instanceof MongoError ? unavailableErrorNames.has(error.name) : isSocketError(error);
