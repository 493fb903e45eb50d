import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from 's3rver';
import { createGridFsRecordingStore } from '../../../shared/adapters/recordings/gridfs';
import type { RecordingStore } from '../../../shared/adapters/recordings/recording-store';
import { createS3RecordingStore } from '../../../shared/adapters/recordings/s3';
import { openTestStore } from '../../support/worker';

const folder = mkdtempSync(join(tmpdir(), 'outdial-recordings-'));
const removeFolder = (): void => {
  rmSync(folder, { recursive: true, force: true });
};
const closers: (() => unknown)[] = [removeFolder];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

async function gridFs(): Promise<RecordingStore> {
  const { mongo, drop } = await openTestStore();
  closers.push(drop);
  return createGridFsRecordingStore(mongo.db);
}

/** An S3-compatible server with fixed keys. */
async function s3(): Promise<RecordingStore> {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'recordings', configs: [] }],
  });
  const { port } = await server.run();
  process.env['AWS_ACCESS_KEY_ID'] = process.env['AWS_SECRET_ACCESS_KEY'] = 'S3RVER';
  const store = createS3RecordingStore({
    RECORDING_BUCKET: 'recordings',
    RECORDING_REGION: 'us-east-1',
    RECORDING_ENDPOINT: `http://127.0.0.1:${port}`,
    RECORDING_PREFIX: 'outdial/',
    RECORDING_PATH_STYLE: true,
  });
  closers.push(
    () => server.close(),
    () => {
      store.close();
    },
  );
  return store;
}

const call = { ID: 'call_1', JobID: 'job_1', OrgID: 'org_1', CampaignID: 'campaign_1' };
// More than one chunk of any store, and not a multiple of one.
const content = Buffer.from(Array.from({ length: 700_001 }, (_, i) => (i * 31) % 251));
const file = join(folder, 'file.mp3');
writeFileSync(file, content);
writeFileSync(join(folder, 'other.mp3'), content.subarray(0, 10));

describe.each([
  ['GridFS', gridFs],
  ['S3', s3],
])('recordings in %s', (_name, open) => {
  let store: RecordingStore;
  beforeAll(async () => {
    store = await open();
  });

  it('returns stored files, whole and by range', async () => {
    const beganMs = Date.now();
    await store.put(call, 'input.mp3', file);
    const stored = await store.find(call, 'input.mp3');
    expect(stored?.sizeBytes).toBe(content.length);
    expect(stored?.etag).toMatch(/^".+"$/);
    // S3 gives whole seconds.
    expect(stored?.modifiedMs).toBeGreaterThanOrEqual(Math.floor(beganMs / 1_000) * 1_000);
    expect(stored?.modifiedMs).toBeLessThanOrEqual(Date.now());
    expect((await buffer(await stored!.read())).equals(content)).toBe(true);
    for (const [start, end] of [
      [0, 9],
      [262_140, 262_150],
      [500_000, 700_000],
    ] as const)
      expect((await buffer(await stored!.read({ start, end }))).equals(content.subarray(start, end + 1))).toBe(true);
  });

  it('keeps one file per name, whose validator changes with its content', async () => {
    const before = await store.find(call, 'input.mp3');
    await store.put(call, 'input.mp3', join(folder, 'other.mp3'));
    const after = await store.find(call, 'input.mp3');
    expect([after?.sizeBytes, after?.etag === before?.etag]).toEqual([10, false]);
  });

  it('erases the files of one call repeatedly, and keeps all others', async () => {
    const other = { ...call, ID: 'call_2' };
    await store.put(call, 'merged.mp3', file);
    await store.put(other, 'merged.mp3', file);
    await store.eraseCall(call);
    await store.eraseCall(call);
    expect(await store.find(call, 'input.mp3')).toBeUndefined();
    expect(await store.find(call, 'merged.mp3')).toBeUndefined();
    expect((await store.find(other, 'merged.mp3'))?.sizeBytes).toBe(content.length);
  });
});
