import { z } from 'zod';

/** The pool and the time limits of the database, of one process. */
export interface MongoLimits {
  MONGODB_POOL_SIZE: number;
  /** How long an operation waits for a connection of the pool. */
  MONGODB_POOL_WAIT_SECONDS: number;
  /** How long a new connection may take, with TLS and authentication. */
  MONGODB_CONNECT_SECONDS: number;
  /** How long an operation waits for a primary, for example during an election. */
  MONGODB_SELECTION_SECONDS: number;
  MONGODB_READ_SECONDS: number;
  /** How long a write waits for the majority of the members. */
  MONGODB_WRITE_SECONDS: number;
}

/** For the API: its clients wait, and can repeat a request that is answered with 503. */
export const defaultMongoLimits: MongoLimits = {
  MONGODB_POOL_SIZE: 50,
  MONGODB_POOL_WAIT_SECONDS: 2,
  MONGODB_CONNECT_SECONDS: 10,
  MONGODB_SELECTION_SECONDS: 8,
  MONGODB_READ_SECONDS: 5,
  MONGODB_WRITE_SECONDS: 10,
};
/** For workers: an election is shorter than this, so calls and webhooks outlast it without a retry. */
const workerMongoLimits: MongoLimits = {
  ...defaultMongoLimits,
  MONGODB_POOL_WAIT_SECONDS: 10,
  MONGODB_SELECTION_SECONDS: 15,
  MONGODB_READ_SECONDS: 30,
};

/** Options of the URI on which the invariants rest (ARCHITECTURE.md), and their only value. */
const requiredOptions: Record<string, string> = {
  readPreference: 'primary',
  readConcernLevel: 'local',
  retryWrites: 'true',
  journal: 'true',
  w: 'majority',
};
/** Options of the URI that settings replace. */
const replacedOptions: Record<string, string> = {
  maxPoolSize: 'MONGODB_POOL_SIZE',
  waitQueueTimeoutMS: 'MONGODB_POOL_WAIT_SECONDS',
  connectTimeoutMS: 'MONGODB_CONNECT_SECONDS',
  serverSelectionTimeoutMS: 'MONGODB_SELECTION_SECONDS',
  socketTimeoutMS: 'MONGODB_READ_SECONDS and MONGODB_WRITE_SECONDS',
  timeoutMS: 'MONGODB_READ_SECONDS and MONGODB_WRITE_SECONDS',
  wtimeoutMS: 'MONGODB_WRITE_SECONDS',
  wtimeout: 'MONGODB_WRITE_SECONDS',
};

/** The driver ignores the case of the names. */
const find = (options: Record<string, string>, name: string): string | undefined =>
  Object.entries(options).find(([option]) => option.toLowerCase() === name.toLowerCase())?.[1];

/** Lists what is wrong with the options of a URI, without their values. */
function uriProblems(text: string): string[] {
  const query = text.split('?').slice(1).join('?');
  return [...new URLSearchParams(query)].flatMap(([option, value]) => {
    const [required, replacement] = [find(requiredOptions, option), find(replacedOptions, option)];
    if (replacement !== undefined) return [`The option "${option}" has no effect: use ${replacement}.`];
    if (required === undefined || required === value.toLowerCase()) return [];
    return [`The option "${option}" must be "${required}" or absent: what is stored would not be safe otherwise.`];
  });
}

const uri = z
  .string()
  .regex(/^mongodb(\+srv)?:\/\//, 'Expected a URI such as "mongodb://127.0.0.1:27017".')
  .superRefine((value, context) => {
    for (const message of uriProblems(value)) context.addIssue({ code: 'custom', message });
  });

const seconds = (fallback: number) => z.coerce.number().min(0.1).max(3_600).default(fallback);

const mongoSettings = (defaults: MongoLimits) => ({
  MONGODB_URI: uri,
  MONGODB_DATABASE: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,63}$/)
    .default('outdial'),
  MONGODB_POOL_SIZE: z.coerce.number().int().min(2).max(10_000).default(defaults.MONGODB_POOL_SIZE),
  MONGODB_POOL_WAIT_SECONDS: seconds(defaults.MONGODB_POOL_WAIT_SECONDS),
  MONGODB_CONNECT_SECONDS: seconds(defaults.MONGODB_CONNECT_SECONDS),
  MONGODB_SELECTION_SECONDS: seconds(defaults.MONGODB_SELECTION_SECONDS),
  MONGODB_READ_SECONDS: seconds(defaults.MONGODB_READ_SECONDS),
  MONGODB_WRITE_SECONDS: seconds(defaults.MONGODB_WRITE_SECONDS),
});

/** The database, by the role of the process. */
export const apiMongoSettings = mongoSettings(defaultMongoLimits);
export const workerMongoSettings = mongoSettings(workerMongoLimits);
