import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { MongoClient, MongoServerError, type Collection } from 'mongodb';
import { loadDevStack } from '../../../tools/dev-stack/config';
import { createCache } from '../../../tools/dev-stack/obtain/cache';
import { NotObtainableError } from '../../../tools/dev-stack/obtain/resolution';
import { obtainMongo } from '../../../tools/dev-stack/obtain/mongodb';
import { findFreePort } from '../../../tools/dev-stack/ports';
import { waitUntil } from '../../../tools/dev-stack/processes/wait-until';
import { createSupervisor } from '../../../tools/dev-stack/processes/supervisor';
import { buildInMemoryArgs, buildMongoArgs, mongoUriOf, waitForMongo } from '../../../tools/dev-stack/servers/mongodb';
import { createTerminal } from '../../../tools/dev-stack/terminal';

interface Entry {
  _id: string;
  key: string;
  count: number;
}

const stack = loadDevStack();
const supervisor = createSupervisor();
const terminal = createTerminal({ write: () => true });
let dir: string;
let executable: string | undefined;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'outdial-embedded-'));
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

async function start(
  folder = dir,
): Promise<{ entries: Collection<Entry>; kill(): Promise<void>; stop(): Promise<number>; end(): Promise<void> }> {
  const port = await findFreePort(0);
  const command = { command: executable!, args: buildMongoArgs(stack, 'embedded', { port, dir: folder }) };
  const server = await supervisor.start(command);
  await waitForMongo(stack, 'embedded', port);
  const client = await new MongoClient(mongoUriOf(port), { retryWrites: false }).connect();
  return {
    entries: client.db('durability').collection<Entry>('entries'),
    async kill() {
      server.kill();
      await server.exited;
      await client.close();
    },
    /** Asks the server to end while clients use it. @returns its exit code */
    async stop(): Promise<number> {
      const code = await server.stop(10_000);
      await client.close();
      return code;
    },
    async end() {
      await client.close();
      await server.stop(2_000);
    },
  };
}

/** Writes until the server is killed; records only acknowledged writes. */
async function write(entries: Collection<Entry>, writer: string, acknowledged: Map<string, number>): Promise<void> {
  try {
    for (let i = 0; ; i += 1) {
      const _id = `${writer}-${i}`;
      await entries.insertOne({ _id, key: `key-${_id}`, count: 0 });
      acknowledged.set(_id, 0);
      await entries.updateOne({ key: `key-${_id}` }, { $inc: { count: 1 } });
      acknowledged.set(_id, 1);
      if (i % 3 === 0) {
        await entries.deleteOne({ _id });
        acknowledged.set(_id, -1);
      }
    }
  } catch (error) {
    if (error instanceof MongoServerError) throw error;
  }
}

/** Reads until the server ends. */
async function readAll(entries: Collection<Entry>): Promise<void> {
  try {
    for (;;) await entries.find({ count: { $gte: 0 } }).toArray();
  } catch (error) {
    if (error instanceof MongoServerError) throw error;
  }
}

describe('the embedded MongoDB server', () => {
  it('keeps every acknowledged write and consistent indexes when it is killed', async () => {
    if (executable === undefined) return;
    const acknowledged = new Map<string, number>();
    for (const round of ['a', 'b', 'c']) {
      const server = await start();
      await server.entries.createIndex({ key: 1 }, { unique: true }, {});
      const writers = [1, 2, 3, 4].map((n) => write(server.entries, `${round}${n}`, acknowledged));
      const before = acknowledged.size;
      await waitUntil('150 entries', 20_000, () =>
        acknowledged.size >= before + 150 ? Promise.resolve() : Promise.reject(new Error('not yet')),
      );
      await server.kill();
      await Promise.all(writers);
    }

    const server = await start();
    const { entries } = server;
    const stored = new Map((await entries.find().toArray()).map((entry) => [entry._id, entry]));
    for (const [_id, count] of acknowledged) {
      // A write in progress at the kill may be stored without an acknowledgement, never the reverse.
      const reached = stored.get(_id)?.count ?? -1;
      if (count === -1) expect(reached).toBe(-1);
      else if (reached !== -1) expect(reached).toBeGreaterThanOrEqual(count);
      else expect([count, Number(_id.split('-')[1]) % 3]).toEqual([1, 0]);
    }
    for (const { _id, key } of stored.values()) expect((await entries.findOne({ key }))?._id).toBe(_id);
    const gone = [...acknowledged.keys()].filter((_id) => !stored.has(_id));
    await entries.insertMany(gone.map((_id) => ({ _id, key: `key-${_id}`, count: 0 })));
    await server.end();
  }, 60_000);
});

it('reads and changes a file that stores documents as objects, as earlier versions did', async () => {
  if (executable === undefined) return;
  const folder = mkdtempSync(join(dir, 'earlier-'));
  writeFileSync(join(folder, 'embedded.mv'), gunzipSync(readFileSync(join(__dirname, 'files/embedded-objects.mv.gz'))));
  // Twenty entries `old-00` to `old-19` but for `old-04`, one with the id 7 and one with an ObjectId; two unique indexes.
  const first = await start(folder);
  expect(await first.entries.countDocuments({ _id: /^old-/ })).toBe(19);
  expect(await first.entries.countDocuments()).toBe(21);
  expect(await first.entries.findOne({ key: 'key-3' })).toEqual({
    _id: 'old-03',
    key: 'key-3',
    count: 300,
    nested: { at: new Date(1_700_000_000_003), list: [3, 'text', null] },
  });
  const taken = [{ _id: 'old-05', key: 'other' }, { _id: 7, key: 'other' }, { key: 'key-5' }, { key: 'number' }];
  for (const entry of taken)
    await expect(first.entries.insertOne({ _id: 'new', count: 0, ...entry } as Entry)).rejects.toThrow('E11000');
  await first.entries.updateOne({ _id: 'old-05' }, { $inc: { count: 1 } });
  await first.entries.updateOne({ count: 101 }, { $inc: { count: 1 } });
  await first.entries.deleteOne({ _id: 'old-06' });
  await first.entries.insertMany([
    { _id: 'old-04', key: 'key-4', count: 4 },
    { _id: 'new', key: 'key-6', count: 6 },
  ]);
  await first.kill();

  const second = await start(folder);
  const stored = await second.entries.find().toArray();
  expect(stored).toHaveLength(22);
  const countOf = (id: unknown) => stored.find(({ _id }) => (_id as unknown) === id)?.count;
  expect(['old-03', 'old-04', 'old-05', 'old-06', 'new', 7].map(countOf)).toEqual([300, 4, 6, undefined, 6, 102]);
  await second.end();
}, 60_000);

it('ends while it is read and written, and keeps what it acknowledged', async () => {
  if (executable === undefined) return;
  const folder = mkdtempSync(join(dir, 'end-'));
  const server = await start(folder);
  const acknowledged = new Map<string, number>();
  const writers = [1, 2, 3, 4].map((n) => write(server.entries, `a${n}`, acknowledged));
  const readers = [1, 2, 3, 4].map(() => readAll(server.entries));
  await waitUntil('100 entries', 20_000, () =>
    acknowledged.size >= 100 ? Promise.resolve() : Promise.reject(new Error('not yet')),
  );
  // By SIGTERM, not by SIGKILL after the grace period.
  expect(await server.stop()).toBe(143);
  await Promise.all([...writers, ...readers]);

  const again = await start(folder);
  const stored = new Set((await again.entries.find().toArray()).map(({ _id }) => _id));
  const kept = [...acknowledged].filter(([id, count]) => count !== -1 && Number(id.split('-')[1]) % 3 !== 0);
  expect(kept.filter(([id]) => !stored.has(id))).toEqual([]);
  await again.end();
}, 60_000);

it('ends at once when another program has its port, so that its launcher takes another one', async () => {
  if (executable === undefined) return;
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const printed: string[] = [];
  const args = buildInMemoryArgs(port);
  const server = await supervisor.start({ command: executable, args, onLine: (line) => void printed.push(line) });
  expect(await server.exited).toBe(1);
  expect(printed.join('\n')).toMatch(/^Cannot serve: .*in use/);
  taken.close();
});
