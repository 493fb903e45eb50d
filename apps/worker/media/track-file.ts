import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { open as openSealed, overheadBytes, seal } from '../../../shared/adapters/crypto/aead';
import type { AudioChannel } from '../../../shared/domain/audio/format';
import { ifMissing } from './if-missing';

/** One side's raw audio on disk, written from front to back. What is skipped reads as silence. */
export interface TrackFile {
  write(block: Buffer, position: number): Promise<void>;
  /** Says how long it is, and closes it. */
  end(lengthBytes: number): Promise<void>;
}

/** Whose raw audio is sealed, and under which key. */
export interface SpoolSealing {
  callId: string;
  key: Uint8Array;
}

/** A sealed track is a row of records: place, length, sealed block. One of length 0 says where the audio ends. */
const recordHeadBytes = 12;
const pathOf = (dir: string, channel: AudioChannel, sealing?: SpoolSealing): string =>
  join(dir, sealing === undefined ? `${channel}.pcm` : `${channel}.pcm.sealed`);

const recordHead = (position: number, length: number): Buffer => {
  const head = Buffer.alloc(recordHeadBytes);
  head.writeUIntBE(position, 0, 6);
  head.writeUInt32BE(length, 8);
  return head;
};
const about = (callId: string, channel: AudioChannel, head: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${callId}/${channel}.pcm/`), head]);

/** @throws when a full disk took only a part */
async function writeWhole(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  const { bytesWritten } = await file.write(bytes, 0, bytes.length, position);
  if (bytesWritten < bytes.length) throw new Error('The disk took only a part.');
}

export async function createTrackFile(dir: string, channel: AudioChannel, sealing?: SpoolSealing): Promise<TrackFile> {
  const file = await open(pathOf(dir, channel, sealing), 'w');
  return sealing === undefined ? clearTrack(file) : sealedTrack(file, channel, sealing);
}

const clearTrack = (file: FileHandle): TrackFile => ({
  write: (block, position) => writeWhole(file, block, position),
  end: (lengthBytes) => file.truncate(lengthBytes).finally(() => file.close()),
});

function sealedTrack(file: FileHandle, channel: AudioChannel, { callId, key }: SpoolSealing): TrackFile {
  let offset = 0;
  const append = async (position: number, block: Buffer): Promise<void> => {
    const head = recordHead(position, block.length);
    const record = Buffer.concat([head, seal(key, about(callId, channel, head), block)]);
    try {
      await writeWhole(file, record, offset);
    } catch (error) {
      // The next record takes the place of this one, and nothing of this one may stay behind a shorter one.
      await file.truncate(offset).catch(() => undefined);
      throw error;
    }
    offset += record.length;
  };
  return {
    write: async (block, position) => {
      // An empty record is the end.
      if (block.length > 0) await append(position, block);
    },
    end: (lengthBytes) => append(lengthBytes, Buffer.alloc(0)).finally(() => file.close()),
  };
}

/** Reads one side in blocks of the given size; the last may be shorter, by a crash even by half a sample. */
export async function* readTrack(
  dir: string,
  channel: AudioChannel,
  { blockBytes, sealing }: { blockBytes: number; sealing?: SpoolSealing | undefined },
): AsyncGenerator<Buffer, undefined> {
  const file = await open(pathOf(dir, channel, sealing), 'r').catch(ifMissing(undefined));
  if (file === undefined) return;
  try {
    yield* sealing === undefined
      ? readClearBlocks(file, blockBytes)
      : assembleBlocks(readRecords(file, { channel, sealing }), blockBytes);
  } finally {
    await file.close();
  }
}

async function* readClearBlocks(file: FileHandle, blockBytes: number): AsyncGenerator<Buffer, undefined> {
  for (let position = 0; ;) {
    const block = Buffer.alloc(blockBytes);
    const { bytesRead } = await file.read(block, 0, blockBytes, position);
    if (bytesRead === 0) return;
    yield block.subarray(0, bytesRead);
    position += bytesRead;
  }
}

interface TrackRecord {
  position: number;
  block: Buffer;
}

/** What a crash or a full disk cut off in the middle was never written, nor was anything behind the end. */
async function* readRecords(
  file: FileHandle,
  { channel, sealing }: { channel: AudioChannel; sealing: SpoolSealing },
): AsyncGenerator<TrackRecord, undefined> {
  const { size } = await file.stat();
  for (let offset = 0; ;) {
    const head = await readAll(file, offset, recordHeadBytes);
    if (head === undefined) return;
    const length = head.readUInt32BE(8);
    const next = offset + recordHeadBytes + length + overheadBytes;
    // A head that is none may tell of gigabytes.
    if (next > size) return;
    const sealed = await readAll(file, offset + recordHeadBytes, length + overheadBytes);
    if (sealed === undefined) return;
    yield {
      position: head.readUIntBE(0, 6),
      block: openSealed(sealing.key, about(sealing.callId, channel, head), sealed),
    };
    if (length === 0) return;
    offset = next;
  }
}

async function readAll(file: FileHandle, offset: number, length: number): Promise<Buffer | undefined> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, offset);
  return bytesRead === length ? bytes : undefined;
}

/** Puts records in their places, with silence between them, and gives the whole in blocks of one size. */
async function* assembleBlocks(
  rows: AsyncIterable<TrackRecord>,
  blockBytes: number,
): AsyncGenerator<Buffer, undefined> {
  let current = Buffer.alloc(blockBytes);
  let startsAt = 0;
  let until = 0;
  for await (const { position, block } of rows) {
    for (let taken = 0; taken < block.length || position > startsAt + blockBytes;) {
      const at = position + taken - startsAt;
      if (at >= blockBytes) {
        yield current;
        current = Buffer.alloc(blockBytes);
        startsAt += blockBytes;
        continue;
      }
      const part = block.subarray(taken, taken + blockBytes - at);
      current.set(part, Math.max(0, at));
      taken += part.length;
    }
    until = Math.max(until, position + block.length);
  }
  if (until > startsAt) yield current.subarray(0, until - startsAt);
}
