import { MongoClient, MongoError, type Db } from 'mongodb';
import { guardFilters } from './filter-guard';

/** The document store. Every write changes a single document, which every MongoDB-compatible server does atomically. */
export interface Mongo {
  db: Db;
  /** Rejects when the store does not respond within two seconds. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Connects lazily: a process starts and keeps running while the store is unavailable. */
export function createMongo(settings: { MONGODB_URI: string; MONGODB_DATABASE: string }): Mongo {
  const client = new MongoClient(settings.MONGODB_URI, {
    appName: 'outdial',
    // Fail fast: the driver's default keeps a caller waiting for 30 s.
    serverSelectionTimeoutMS: 2_000,
    connectTimeoutMS: 2_000,
    maxPoolSize: 50,
    ignoreUndefined: true,
    writeConcern: { w: 'majority' },
  });
  const db = guardFilters(client.db(settings.MONGODB_DATABASE));
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
/** Socket errors that the driver passes on unwrapped when a write meets a connection that has just closed. */
const socketCodes = new Set(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT']);
const isSocketError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && socketCodes.has(String(error.code));

/** True for errors that mean that the store is unavailable, and not that the query was wrong. */
export const isStoreUnavailable = (error: unknown): boolean =>
  error instanceof MongoError ? unavailableErrorNames.has(error.name) : isSocketError(error);
