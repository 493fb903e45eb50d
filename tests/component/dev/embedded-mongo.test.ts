import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { MongoServerError, type Collection } from 'mongodb';
import { waitUntil } from '../../../tools/dev-stack/processes/wait-until';
import { buildInMemoryArgs } from '../../../tools/dev-stack/servers/mongodb';
import { embeddedServers, type Entry } from '../../support/embedded-servers';

const servers = embeddedServers();

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
    if (servers.executable() === undefined) return;
    const acknowledged = new Map<string, number>();
    for (const round of ['a', 'b']) {
      const server = await servers.start();
      await server.entries.createIndex({ key: 1 }, { unique: true }, {});
      const writers = [1, 2, 3, 4].map((n) => write(server.entries, `${round}${n}`, acknowledged));
      const before = acknowledged.size;
      await waitUntil('150 entries', 20_000, () =>
        acknowledged.size >= before + 150 ? Promise.resolve() : Promise.reject(new Error('not yet')),
      );
      await server.kill();
      await Promise.all(writers);
    }

    const server = await servers.start();
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

it('ends while it is read and written, and keeps what it acknowledged', async () => {
  if (servers.executable() === undefined) return;
  const folder = servers.createFolder('end');
  const server = await servers.start(folder);
  const acknowledged = new Map<string, number>();
  const writers = [1, 2, 3, 4].map((n) => write(server.entries, `a${n}`, acknowledged));
  const readers = [1, 2, 3, 4].map(() => readAll(server.entries));
  await waitUntil('100 entries', 20_000, () =>
    acknowledged.size >= 100 ? Promise.resolve() : Promise.reject(new Error('not yet')),
  );
  // By SIGTERM, not by SIGKILL after the grace period.
  expect(await server.stop()).toBe(143);
  await Promise.all([...writers, ...readers]);

  const again = await servers.start(folder);
  const stored = new Set((await again.entries.find().toArray()).map(({ _id }) => _id));
  const kept = [...acknowledged].filter(([id, count]) => count !== -1 && Number(id.split('-')[1]) % 3 !== 0);
  expect(kept.filter(([id]) => !stored.has(id))).toEqual([]);
  await again.end();
}, 60_000);

it('ends at once when another program has its port, so that its launcher takes another one', async () => {
  const executable = servers.executable();
  if (executable === undefined) return;
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const printed: string[] = [];
  const args = buildInMemoryArgs(port);
  const server = await servers.supervisor.start({
    command: executable,
    args,
    onLine: (line) => void printed.push(line),
  });
  expect(await server.exited).toBe(1);
  expect(printed.join('\n')).toMatch(/^Cannot serve: .*in use/);
  taken.close();
});
