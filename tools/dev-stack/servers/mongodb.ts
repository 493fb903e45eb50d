import { MongoClient, MongoServerError, type Db } from 'mongodb';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createMongo } from '../../../shared/adapters/mongo/client';
import { migrate } from '../../../shared/adapters/mongo/migrate';
import { loadSettings } from '../../../shared/config/load';
import { databaseSettingsSchema } from '../../../shared/config/settings.schema';
import type { DevStack } from '../config';
import type { MongoKind, MongoProgram } from '../obtain/mongodb';
import { isListening } from '../ports';
import type { Program } from '../processes/keep-running';
import { HANG_LIMIT_MS } from '../processes/liveness';
import { waitUntil } from '../processes/wait-until';
import type { Report } from '../terminal';

const CONNECT_TIMEOUT_MS = 30_000;
const NOT_YET_INITIALIZED = 94;

/** The port and folder of a local server. */
export interface MongoRun {
  port: number;
  dir: string;
}

/** The URI of a local server. Direct, because the driver must not look for other members of a replica set of one. */
export const mongoUriOf = (port: number) => `mongodb://127.0.0.1:${port}/?directConnection=true`;

/** Detects which kind of server wrote this data, if any; the other kind cannot read it. */
export function detectDataKind(dir: string): MongoKind | undefined {
  if (existsSync(embeddedFileOf(dir))) return 'embedded';
  return existsSync(join(mongodDirOf(dir), 'WiredTiger')) ? 'mongod' : undefined;
}

const embeddedFileOf = (dir: string) => join(dir, 'embedded.mv');
const mongodDirOf = (dir: string) => join(dir, 'mongod');

/** The arguments of an embedded server that stores nothing on disk. */
export const buildInMemoryArgs = (port: number) => [String(port), '--memory'];

/** The arguments of a server on this port with its data in this folder. */
export function buildMongoArgs({ mongodb }: DevStack, kind: MongoKind, { port, dir }: MongoRun): string[] {
  if (kind === 'embedded') {
    mkdirSync(dir, { recursive: true });
    return [String(port), embeddedFileOf(dir)];
  }
  mkdirSync(mongodDirOf(dir), { recursive: true });
  return [
    ...['--dbpath', mongodDirOf(dir), '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
    ...['--replSet', mongodb.replicaSet, '--oplogSize', '128', '--wiredTigerCacheSizeGB', '0.5'],
    // No other member can take over, so the default wait of 15 s is pointless.
    ...['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=100'],
  ];
}

/** Creates the program of the local MongoDB. */
export function createMongoProgram(
  stack: DevStack,
  { executable, kind }: MongoProgram,
  at: MongoRun,
): Omit<Program, 'show'> {
  const readyLine = kind === 'embedded' ? /^ready \d+$/ : /Waiting for connections/;
  return {
    name: 'mongodb',
    command: { command: executable, args: buildMongoArgs(stack, kind, at) },
    async ready(waitForLine, report) {
      await waitForLine(readyLine);
      await waitForMongo(stack, kind, at.port, report);
    },
    graceMs: 2_500,
  };
}

/** Waits until the server accepts writes. A real mongod becomes a replica set of one, for transactions and change streams. */
export async function waitForMongo(
  { mongodb }: DevStack,
  kind: MongoKind,
  port: number,
  report?: Report,
): Promise<void> {
  const check = async () => {
    if (!(await isListening(port))) throw new Error('its port is not open yet');
    await withAdmin(mongoUriOf(port), async (admin) => {
      await admin.command({ ping: 1 });
      if (kind === 'mongod') await ensureReplicaSet(admin, mongodb.replicaSet, `127.0.0.1:${port}`);
    });
  };
  await waitUntil('MongoDB is not ready', HANG_LIMIT_MS, check, report);
}

/**
 * Checks that an external MongoDB responds.
 * @throws {Error} that names the settings to check
 */
export async function checkExternalMongo(uri: string): Promise<void> {
  try {
    await withAdmin(uri, (admin) => admin.command({ ping: 1 }));
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
    throw new Error(
      `MONGODB_URI is set, but MongoDB does not respond: ${reason}. Correct MONGODB_URI, or unset it for a local MongoDB.`,
      { cause: error },
    );
  }
}

/** Creates the indexes, as an operator does with `npm run migrate`. */
export async function migrateMongo(env: NodeJS.ProcessEnv, uri: string): Promise<void> {
  const settings = loadSettings(databaseSettingsSchema, { ...env, MONGODB_URI: uri });
  const mongo = createMongo(settings, { unlimited: true });
  try {
    await migrate(mongo.db);
  } finally {
    await mongo.close();
  }
}

const configSchema = z.object({
  config: z.looseObject({ version: z.number(), members: z.array(z.object({ host: z.string() })) }),
});

/** Idempotent. The replica set stores the address of its member, and the port may differ from that of the last run. */
async function ensureReplicaSet(admin: Db, name: string, host: string): Promise<void> {
  const members = [{ _id: 0, host }];
  const current = await admin.command({ replSetGetConfig: 1 }).catch((error: unknown) => {
    if (error instanceof MongoServerError && error.code === NOT_YET_INITIALIZED) return undefined;
    throw error;
  });
  if (current === undefined) {
    await admin.command({ replSetInitiate: { _id: name, members } });
  } else {
    const { config } = configSchema.parse(current);
    if (config.members[0]?.host !== host) {
      await admin.command({
        replSetReconfig: { ...config, version: config.version + 1, members },
        force: true,
      });
    }
  }
  const hello = await admin.command({ hello: 1 });
  if (hello['isWritablePrimary'] !== true) throw new Error('it has not become the primary yet');
}

async function withAdmin<T>(uri: string, use: (admin: Db) => Promise<T>): Promise<T> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: CONNECT_TIMEOUT_MS, maxPoolSize: 1 });
  try {
    await client.connect();
    return await use(client.db('admin'));
  } finally {
    await client.close();
  }
}
