import { fileMode } from './file-modes';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { open as openSealed, overheadBytes, seal } from '../../../shared/adapters/crypto/aead';
import type { AudioChannel } from '../../../shared/domain/audio/format';
import { ifMissing } from './if-missing';

/** The raw audio of one side on disk, written sequentially. Gaps read as silence. */
export interface TrackFile {
  write(block: Buffer, position: number): Promise<void>;
  /** Writes the length and closes the file. */
  end(lengthBytes: number): Promise<void>;
}

/** The call and the key that seal raw audio. */
export interface SpoolSealing {
  callId: string;
  key: Uint8Array;
}

/** A sealed track is a sequence of records: position, length, sealed block. A record of length 0 marks the end of the audio. */
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

/** @throws when a full disk accepted only a part */
async function writeWhole(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  const { bytesWritten } = await file.write(bytes, 0, bytes.length, position);
  if (bytesWritten < bytes.length) throw new Error('The disk accepted only a part of the data.');
}

export async function createTrackFile(dir: string, channel: AudioChannel, sealing?: SpoolSealing): Promise<TrackFile> {
  const file = await open(pathOf(dir, channel, sealing), 'w', fileMode);
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
      // The next record overwrites this one. Truncate, or the rest of this record would follow a shorter one.
      await file.truncate(offset).catch(() => undefined);
      throw error;
    }
    offset += record.length;
  };
  return {
    write: async (block, position) => {
      // An empty record would mark the end.
      if (block.length > 0) await append(position, block);
    },
    end: (lengthBytes) => append(lengthBytes, Buffer.alloc(0)).finally(() => file.close()),
  };
}

/** Reads one side in blocks of the given size. The last block may be shorter; after a crash it may end within a sample. */
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

/** Ignores a record that a crash or a full disk truncated, and everything after the end record. */
async function* readRecords(
  file: FileHandle,
  { channel, sealing }: { channel: AudioChannel; sealing: SpoolSealing },
): AsyncGenerator<TrackRecord, undefined> {
  const { size } = await file.stat();
  for (let offset = 0; ;) {
    const head = await readFully(file, offset, recordHeadBytes);
    if (head === undefined) return;
    const length = head.readUInt32BE(8);
    const next = offset + recordHeadBytes + length + overheadBytes;
    // A corrupt header may claim gigabytes. Never read past the end of the file.
    if (next > size) return;
    const sealed = await readFully(file, offset + recordHeadBytes, length + overheadBytes);
    if (sealed === undefined) return;
    yield {
      position: head.readUIntBE(0, 6),
      block: openSealed(sealing.key, about(sealing.callId, channel, head), sealed),
    };
    if (length === 0) return;
    offset = next;
  }
}

async function readFully(file: FileHandle, offset: number, length: number): Promise<Buffer | undefined> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, offset);
  return bytesRead === length ? bytes : undefined;
}

/** Places records at their positions, with silence in the gaps, and yields blocks of one size. */
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
