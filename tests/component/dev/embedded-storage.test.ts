import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Collection, ObjectId } from 'mongodb';
import { embeddedServers, type Entry } from '../../support/embedded-servers';
import { propertyRuns } from '../../support/sizes';

const servers = embeddedServers();

it('reads and changes a file that stores documents as objects, as earlier versions did', async () => {
  if (servers.executable() === undefined) return;
  const folder = servers.createFolder('earlier');
  writeFileSync(join(folder, 'embedded.mv'), gunzipSync(readFileSync(join(__dirname, 'files/embedded-objects.mv.gz'))));
  // Twenty entries `old-00` to `old-19` but for `old-04`, one with the id 7 and one with an ObjectId; two unique indexes.
  const first = await servers.start(folder);
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

  const second = await servers.start(folder);
  const stored = await second.entries.find().toArray();
  expect(stored).toHaveLength(22);
  const countOf = (id: unknown) => stored.find(({ _id }) => (_id as unknown) === id)?.count;
  expect(['old-03', 'old-04', 'old-05', 'old-06', 'new', 7].map(countOf)).toEqual([300, 4, 6, undefined, 6, 102]);
  await second.end();
}, 60_000);

it(
  'reads documents with ids of several types while others are written and indexes are dropped',
  async () => {
    if (servers.executable() === undefined) return;
    const server = await servers.start(servers.createFolder('types'));
    const { entries } = server;
    const mixed = entries as unknown as Collection<{ _id?: string | ObjectId; group: number; count: number }>;
    let reads = 0;
    const isOver = (): boolean => reads >= propertyRuns(200);
    const loop = async (step: (round: number) => Promise<unknown>): Promise<void> => {
      for (let round = 0; !isOver(); round++) await step(round);
    };
    const read = () =>
      loop(async (round) => {
        reads++;
        await mixed.find({ group: round % 5 }).toArray();
      });
    await Promise.all([
      ...[1, 2, 3].map(read),
      ...[1, 2].map((writer) =>
        loop((round) =>
          mixed.updateOne(
            { _id: `${writer}-${round % 40}` },
            { $inc: { count: 1 }, $set: { group: round % 5 } },
            { upsert: true },
          ),
        ),
      ),
      loop((round) => mixed.insertMany([0, 1, 2].map(() => ({ group: round % 5, count: 0 })))),
      loop((round) => mixed.updateMany({ group: round % 5 }, { $inc: { count: 1 } })),
      loop(async (round) => {
        await mixed.deleteOne({ _id: `1-${round % 40}` });
        await mixed.deleteMany({ group: round % 5, count: { $gt: 3 } });
      }),
      loop(async () => {
        await mixed.createIndex({ group: 1, count: 1 }, {}, {});
        await mixed.dropIndex('group_1_count_1');
      }),
    ]);
    const all = await mixed.find().toArray();
    for (const { _id } of all) expect(await mixed.countDocuments({ _id })).toBe(1);
    await server.end();
  },
  propertyRuns(60_000),
);

it('refuses a document that has grown too large to be read, and keeps it as it was', async () => {
  if (servers.executable() === undefined) return;
  const server = await servers.start(servers.createFolder('large'));
  const large = server.entries as unknown as Collection<{ _id: string; key: string; parts: string[] }>;
  await large.createIndex({ key: 1 }, { unique: true }, {});
  await large.insertOne({ _id: 'large', key: 'before', parts: [] });
  const grow = () =>
    large.updateOne({ _id: 'large' }, { $push: { parts: 'x'.repeat(6_000_000) }, $set: { key: 'after' } });
  await grow();
  await grow();
  await large.updateOne({ _id: 'large' }, { $set: { key: 'before' } });
  await expect(grow()).rejects.toThrow('larger than');
  expect((await large.findOne({ key: 'before' }))?.parts).toHaveLength(2);
  await large.insertOne({ _id: 'other', key: 'after', parts: [] });
  expect(await large.countDocuments({ parts: { $exists: true } })).toBe(2);
  await server.end();
}, 60_000);
