import { DecryptionError, open, overheadBytes, seal } from './aead';

/**
 * A sealed file is a header, then the chunks of the plain file, each sealed separately, so that a range is read without
 * the rest. Each chunk's `aad` holds its index and whether it is the last one: a chunk that is moved, taken from
 * another file or cut off is detected.
 */
export const sealedHeader = Buffer.from('OUTDSEA\x01', 'latin1');
/** Plain bytes in each chunk but the last. */
export const chunkBytes = 65_536;

const sealedChunkBytes = chunkBytes + overheadBytes;

/** The key of a sealed file and the `aad` that names it: a file moved to another name never opens. */
export interface FileSealing {
  key: Uint8Array;
  aad: string;
}

const chunkAad = (aad: string, index: number, last: boolean): string => `${aad}/${index}/${last ? 'last' : ''}`;

/** Seals the chunk with that index. */
export const sealChunk = ({ key, aad }: FileSealing, index: number, plain: Uint8Array, last: boolean): Buffer =>
  seal(key, chunkAad(aad, index, last), plain);

/** The offset of a chunk in the sealed file. */
export const chunkOffset = (index: number): number => sealedHeader.length + index * sealedChunkBytes;

const countChunks = (sealedBytes: number): number =>
  Math.max(1, Math.ceil((sealedBytes - sealedHeader.length) / sealedChunkBytes));

/** The size of the plain file. */
export function plainSize(sealedBytes: number): number {
  const size = sealedBytes - sealedHeader.length - countChunks(sealedBytes) * overheadBytes;
  if (size < 0) throw new DecryptionError('The sealed file does not open: it is too short.');
  return size;
}

/** Seals a file held in memory. */
export function sealFile(sealing: FileSealing, plain: Buffer): Buffer {
  const parts: Buffer[] = [sealedHeader];
  const chunks = Math.max(1, Math.ceil(plain.length / chunkBytes));
  for (let index = 0; index < chunks; index++) {
    const chunk = plain.subarray(index * chunkBytes, (index + 1) * chunkBytes);
    parts.push(sealChunk(sealing, index, chunk, index === chunks - 1));
  }
  return Buffer.concat(parts);
}

/** First and last byte, both inclusive. */
export interface ByteSpan {
  start: number;
  end: number;
}

/**
 * Opens a range of a sealed file, chunk by chunk as it is read.
 * @param source `read` returns the sealed bytes of a span
 */
export async function* openRange(
  sealing: FileSealing,
  source: { sealedBytes: number; read: (span: ByteSpan) => Promise<AsyncIterable<Uint8Array>> },
  { start, end }: ByteSpan,
): AsyncGenerator<Buffer, undefined> {
  if (end < start) return;
  const lastChunk = countChunks(source.sealedBytes) - 1;
  const [first, until] = [Math.floor(start / chunkBytes), Math.floor(end / chunkBytes)];
  const span = { start: chunkOffset(first), end: Math.min(source.sealedBytes, chunkOffset(until + 1)) - 1 };
  let index = first;
  for await (const sealed of splitIntoChunks(await source.read(span), sealedChunkBytes)) {
    const plain = open(sealing.key, chunkAad(sealing.aad, index, index === lastChunk), sealed);
    const offset = index * chunkBytes;
    yield plain.subarray(Math.max(0, start - offset), end + 1 - offset);
    index++;
  }
  if (index !== until + 1) throw new DecryptionError('The sealed file does not open: it ended early.');
}

/** Splits a stream into chunks of one size; the last may be shorter. */
async function* splitIntoChunks(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer, undefined> {
  let pending: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    pending.push(piece);
    length += piece.length;
    if (length < size) continue;
    let all = Buffer.concat(pending);
    for (; all.length >= size; all = all.subarray(size)) yield all.subarray(0, size);
    pending = [all];
    length = all.length;
  }
  if (length > 0) yield Buffer.concat(pending);
}
