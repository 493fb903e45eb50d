import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { GridFSBucket } from 'mongodb';
import type { Mongo } from '../../../shared/adapters/mongo/client';
import { createImportFiles } from '../../../shared/adapters/mongo/import-files';
import { createNamedFiles, type NamedFiles } from '../../../shared/adapters/mongo/named-files';
import { createGridFsRecordingStore } from '../../../shared/adapters/recordings/gridfs';
import { until } from '../../support/until';
import { openTestStore, type TestStore } from '../../support/worker';

const folder = mkdtempSync(join(tmpdir(), 'outdial-files-'));
const audio = join(folder, 'input.mp3');
writeFileSync(audio, Buffer.alloc(700_000, 3));
let opened: TestStore;
let mongo: Mongo;
let put: { import: (id: string) => Promise<void>; recording: (id: string) => Promise<void> };
let erase: typeof put;

beforeAll(async () => {
  opened = await openTestStore();
  mongo = opened.mongo;
  const imports = createImportFiles(mongo.db, opened.keys.fileSeal);
  const recordings = createGridFsRecordingStore(mongo.db);
  const call = (ID: string) => ({ ID, JobID: 'job_1', OrgID: 'org_1', CampaignID: 'campaign_1' });
  put = {
    import: (id) => imports.put(id, 'x'.repeat(2_500_000)),
    recording: (id) => recordings.put(call(id), 'input.mp3', audio),
  };
  erase = { import: (id) => imports.erase(id), recording: (id) => recordings.eraseCall(call(id)) };
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await opened.drop();
});

const stored = async (bucket: string): Promise<[files: number, chunks: number]> => [
  await mongo.db.collection(`${bucket}.files`).countDocuments(),
  await mongo.db.collection(`${bucket}.chunks`).countDocuments(),
];

describe.each([
  ['import', 'import_files'],
  ['recording', 'recordings'],
] as const)('erasing a file of kind %s', (kind, bucket) => {
  it.each(['files', 'chunks'])(
    'leaves nothing where a crash had taken its %s only, and all of others',
    async (lost) => {
      await put[kind]('one');
      const one = await stored(bucket);
      await mongo.db.collection(`${bucket}.${lost}`).deleteMany({});
      await put[kind]('one2');
      await erase[kind]('one');
      expect(await stored(bucket)).toEqual(one);
      await erase[kind]('one2');
      await erase[kind]('one2');
      expect(await stored(bucket)).toEqual([0, 0]);
    },
  );
});

describe('files in GridFS by name', () => {
  const bucket = 'named';
  let files: NamedFiles;
  beforeAll(() => {
    files = createNamedFiles(mongo.db, bucket, 1_000);
  });
  afterEach(() => files.erase(['one', 'other']));
  const read = async (name: string): Promise<Buffer> => buffer(files.read((await files.find(name))!));

  /** An upload with three stored chunks that has not ended. */
  const halfStored = async () => {
    const content = new PassThrough();
    const upload = files.put('one', content);
    content.write(Buffer.alloc(3_500));
    await until(
      () => stored(bucket),
      ([, chunks]) => chunks === 3,
    );
    return { content, upload };
  };

  it('leave no chunks of a failed upload', async () => {
    const { content, upload } = await halfStored();
    content.destroy(new Error('The disk is gone.'));
    await expect(upload).rejects.toThrow('The disk is gone.');
    expect(await stored(bucket)).toEqual([0, 0]);
  });

  it('erase the chunks of an upload that never ends', async () => {
    const { content, upload } = await halfStored();
    await files.erase(['one']);
    expect(await stored(bucket)).toEqual([0, 0]);
    content.destroy(new Error('Its process ended.'));
    await expect(upload).rejects.toThrow('Its process ended.');
  });

  it('are complete and unique by name after concurrent uploads', async () => {
    const contents = Array.from({ length: 8 }, (_, i) => Buffer.alloc(5_500, i + 1));
    await Promise.all(contents.map((content) => files.put('one', Readable.from([content]))));
    expect(await stored(bucket)).toEqual([1, 6]);
    const latest = await read('one');
    expect(contents.some((content) => content.equals(latest))).toBe(true);
  });

  it('replace and erase files whose IDs do not begin with the name', async () => {
    const old = async (name: string): Promise<void> => {
      const upload = new GridFSBucket(mongo.db, { bucketName: bucket, chunkSizeBytes: 1_000 }).openUploadStream(name);
      await new Promise((resolve, reject) =>
        upload.once('finish', resolve).once('error', reject).end('x'.repeat(2_000)),
      );
    };
    await old('one');
    await old('other');
    expect((await read('one')).length).toBe(2_000);
    await files.put('one', Readable.from([Buffer.alloc(500)]));
    expect(await stored(bucket)).toEqual([2, 3]);
    await files.erase(['one']);
    expect((await read('other')).length).toBe(2_000);
    await files.erase(['other']);
    expect(await stored(bucket)).toEqual([0, 0]);
  });
});
