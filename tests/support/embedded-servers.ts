import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type Collection } from 'mongodb';
import { loadDevStack } from '../../tools/dev-stack/config';
import { createCache } from '../../tools/dev-stack/obtain/cache';
import { NotObtainableError } from '../../tools/dev-stack/obtain/resolution';
import { obtainMongo } from '../../tools/dev-stack/obtain/mongodb';
import { findFreePort } from '../../tools/dev-stack/ports';
import { buildMongoArgs, mongoUriOf, waitForMongo } from '../../tools/dev-stack/servers/mongodb';
import { createTerminal } from '../../tools/dev-stack/terminal';
import { createTestSupervisor } from './supervisor';

export interface Entry {
  _id: string;
  key: string;
  count: number;
}

/** A running embedded server, and a collection of it. */
export interface EmbeddedServer {
  entries: Collection<Entry>;
  kill(): Promise<void>;
  /** Asks the server to end while clients use it. @returns its exit code */
  stop(): Promise<number>;
  end(): Promise<void>;
}

/** Embedded servers for the tests of a file, which end with them, and a folder. */
export function embeddedServers() {
  const stack = loadDevStack();
  const supervisor = createTestSupervisor();
  const terminal = createTerminal({ write: () => true });
  const dir = mkdtempSync(join(tmpdir(), 'outdial-embedded-'));
  let executable: string | undefined;

  beforeAll(async () => {
    const toolbox = { stack, supervisor, terminal, cache: createCache(), env: process.env };
    executable = await obtainMongo(toolbox, 'embedded').then(
      (program) => program.executable,
      (error: unknown) => {
        if (!(error instanceof NotObtainableError)) throw error;
        console.warn(`The embedded MongoDB server cannot be tested here: ${error.message}`);
        return undefined;
      },
    );
  }, 120_000);
  afterAll(async () => {
    await supervisor.stopAll(2_000);
    rmSync(dir, { recursive: true, force: true });
  });

  const start = async (folder = dir): Promise<EmbeddedServer> => {
    const port = await findFreePort(0);
    const command = { command: executable!, args: buildMongoArgs(stack, 'embedded', { port, dir: folder }) };
    const server = await supervisor.start(command);
    await waitForMongo(stack, 'embedded', port);
    const client = await new MongoClient(mongoUriOf(port), { retryWrites: false }).connect();
    return {
      entries: client.db('durability').collection<Entry>('entries'),
      kill: async () => {
        server.kill();
        await server.exited;
        await client.close();
      },
      stop: async () => {
        const code = await server.stop(10_000);
        await client.close();
        return code;
      },
      end: async () => {
        await client.close();
        await server.stop(2_000);
      },
    };
  };
  return {
    start,
    supervisor,
    createFolder: (name: string): string => mkdtempSync(join(dir, `${name}-`)),
    /** `undefined` if the server cannot be had here. */
    executable: () => executable,
  };
}
