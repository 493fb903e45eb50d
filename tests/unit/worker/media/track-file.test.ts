import { appendFileSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTrackFile, readTrack } from '../../../../apps/worker/media/track-file';

const root = mkdtempSync(join(tmpdir(), 'outdial-track-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
afterEach(() => jest.restoreAllMocks());

const sealing = { callId: 'call_1', key: Buffer.alloc(32, 5) };
/** Overhead of a record: position and length, IV and tag. */
const recordBytes = 12 + 28;
const newDir = (): string => mkdtempSync(join(root, 'call-'));
const sealedFile = (dir: string): string => join(dir, 'user.pcm.sealed');
const block = (fill: number, length = 1_000): Buffer => Buffer.alloc(length, fill);

async function read(dir: string, by: { sealing?: typeof sealing } = { sealing }): Promise<Buffer> {
  const blocks: Buffer[] = [];
  for await (const one of readTrack(dir, 'user', { blockBytes: 640, ...by })) blocks.push(one);
  return Buffer.concat(blocks);
}

/** Makes the next write store only this many bytes, like a full disk. */
async function fillDisk(leftBytes: number): Promise<void> {
  const path = join(root, 'any');
  writeFileSync(path, '');
  const any = await open(path);
  const prototype = Object.getPrototypeOf(any) as FileHandle;
  await any.close();
  const whole = Reflect.get(prototype, 'write') as (...args: unknown[]) => Promise<{ bytesWritten: number }>;
  jest.spyOn(prototype, 'write').mockImplementationOnce(function (this: FileHandle, ...args: unknown[]) {
    const [bytes, offset, , position] = args;
    return whole.call(this, bytes, offset, leftBytes, position) as never;
  });
}

describe('a track on a full disk', () => {
  it('contains nothing of the truncated record, and reads as silence there', async () => {
    const dir = newDir();
    const track = await createTrackFile(dir, 'user', sealing);
    await track.write(block(1), 0);
    await fillDisk(700);
    await expect(track.write(block(2), 1_000)).rejects.toThrow('only a part');
    expect(statSync(sealedFile(dir)).size).toBe(recordBytes + 1_000);
    await track.end(2_000);
    expect(statSync(sealedFile(dir)).size).toBe(2 * recordBytes + 1_000);
    expect((await read(dir)).equals(Buffer.concat([block(1), block(0)]))).toBe(true);
  });

  it('continues with the following records', async () => {
    const dir = newDir();
    const track = await createTrackFile(dir, 'user', sealing);
    await fillDisk(700);
    await expect(track.write(block(1), 0)).rejects.toThrow('only a part');
    await track.write(block(2, 100), 1_000);
    // The state that a killed worker leaves.
    expect((await read(dir)).equals(Buffer.concat([block(0), block(2, 100)]))).toBe(true);
    await track.end(1_100);
  });

  it('reports the error for unsealed audio, too', async () => {
    const dir = newDir();
    const track = await createTrackFile(dir, 'user');
    await fillDisk(700);
    await expect(track.write(block(1), 0)).rejects.toThrow('only a part');
    await track.end(1_000);
    expect((await read(dir, {})).length).toBe(1_000);
  });
});

describe('a sealed track', () => {
  /** A corrupt header with an arbitrary length. */
  const head = (length: number): Buffer => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt32BE(length, 8);
    return bytes;
  };
  async function written({ ended }: { ended: boolean }): Promise<string> {
    const dir = newDir();
    const track = await createTrackFile(dir, 'user', sealing);
    await track.write(block(1), 0);
    await track.end(1_000);
    if (!ended) truncateSync(sealedFile(dir), recordBytes + 1_000);
    return dir;
  }

  it.each([0, 10, 0x7fff_ffff, 0xffff_ffff])('ends at its end record, whatever follows it (%i)', async (length) => {
    const dir = await written({ ended: true });
    appendFileSync(sealedFile(dir), Buffer.concat([head(length), block(7)]));
    expect((await read(dir)).equals(block(1))).toBe(true);
  });

  it.each([1_000, 0x7fff_ffff, 0xffff_ffff])('ends at a record that is longer than the file (%i)', async (length) => {
    const dir = await written({ ended: false });
    appendFileSync(sealedFile(dir), Buffer.concat([head(length), block(7)]));
    expect((await read(dir)).equals(block(1))).toBe(true);
  });

  it('does not treat an empty block as the end', async () => {
    const dir = newDir();
    const track = await createTrackFile(dir, 'user', sealing);
    await track.write(block(1), 0);
    await track.write(Buffer.alloc(0), 1_000);
    await track.write(block(2), 1_000);
    await track.end(2_000);
    expect((await read(dir)).equals(Buffer.concat([block(1), block(2)]))).toBe(true);
  });
});
