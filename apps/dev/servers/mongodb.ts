import { MongoClient, MongoServerError, type Db } from 'mongodb';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { DevStack } from '../../../shared/config/dev-stack';
import type { MongoKind, MongoProgram } from '../obtain/mongodb';
import { answers } from '../ports';
import type { Program } from '../processes/keep-running';
import { until } from '../processes/until';

const READY_WITHIN_MS = 60_000;
const ANSWERS_WITHIN_MS = 10_000;
const NOT_YET_INITIALIZED = 94;

/** Where a server of ours runs. */
export interface MongoRun {
  port: number;
  dir: string;
}

/** How a client reaches a server of ours. Direct: a replica set of one must not send us looking for other members. */
export const mongoUri = (port: number) => `mongodb://127.0.0.1:${port}/?directConnection=true`;

/** Which kind of server wrote this data, if any did: the other kind could not read it. */
export function kindOfData(dir: string): MongoKind | undefined {
  if (existsSync(embeddedFile(dir))) return 'embedded';
  return existsSync(join(mongodDir(dir), 'WiredTiger')) ? 'mongod' : undefined;
}

const embeddedFile = (dir: string) => join(dir, 'embedded.mv');
const mongodDir = (dir: string) => join(dir, 'mongod');

/** The command line of an embedded server that keeps nothing. */
export const inMemoryArgs = (port: number) => [String(port), '--memory'];

/** The command line of a server on this port that keeps its data in this folder. */
export function mongoArgs({ mongodb }: DevStack, kind: MongoKind, { port, dir }: MongoRun): string[] {
  if (kind === 'embedded') {
    mkdirSync(dir, { recursive: true });
    return [String(port), embeddedFile(dir)];
  }
  mkdirSync(mongodDir(dir), { recursive: true });
  return [
    ...['--dbpath', mongodDir(dir), '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
    ...['--replSet', mongodb.replicaSet, '--oplogSize', '128', '--wiredTigerCacheSizeGB', '0.5'],
    // There is no other member to hand over to, so there is nothing to wait 15 s for.
    ...['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=100'],
  ];
}

/** Our MongoDB server, kept running. */
export function mongoProgram(stack: DevStack, { executable, kind }: MongoProgram, at: MongoRun): Omit<Program, 'show'> {
  const listens = kind === 'embedded' ? /^ready \d+$/ : /Waiting for connections/;
  return {
    name: 'mongodb',
    command: { command: executable, args: mongoArgs(stack, kind, at) },
    async ready(printed) {
      await printed(listens, READY_WITHIN_MS);
      await untilMongoServes(stack, kind, at.port);
    },
    graceMs: 2_500,
  };
}

/** Waits for our server to take writes; a real mongod is made a replica set of one, for transactions and change streams. */
export async function untilMongoServes({ mongodb }: DevStack, kind: MongoKind, port: number): Promise<void> {
  await until('MongoDB does not serve', READY_WITHIN_MS, async () => {
    if (!(await answers(port))) throw new Error('its port is not open yet');
    await withAdmin(mongoUri(port), async (admin) => {
      await admin.command({ ping: 1 });
      if (kind === 'mongod') await beReplicaSet(admin, mongodb.replicaSet, `127.0.0.1:${port}`);
    });
  });
}

/**
 * Checks that a MongoDB that is not ours answers.
 * @throws {Error} that says what to look at
 */
export async function checkGivenMongo(uri: string): Promise<void> {
  try {
    await withAdmin(uri, (admin) => admin.command({ ping: 1 }));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `MONGODB_URI is set, but nothing answers there: ${why.replace(/\.$/, '')}. Correct it, or unset it for a local MongoDB.`,
      {
        cause: error,
      },
    );
  }
}

const configSchema = z.object({
  config: z.looseObject({ version: z.number(), members: z.array(z.object({ host: z.string() })) }),
});

/** Idempotent. A replica set knows its member by address, and the port may differ from the last run's. */
async function beReplicaSet(admin: Db, name: string, host: string): Promise<void> {
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
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: ANSWERS_WITHIN_MS, maxPoolSize: 1 });
  try {
    await client.connect();
    return await use(client.db('admin'));
  } finally {
    await client.close();
  }
}
