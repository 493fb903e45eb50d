import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * The form of a sealed file: a head, then chunks of the plain file, each sealed for itself (IV, sealed bytes, tag), so that any part can
 * be read without the rest. With each chunk its number is authenticated, and whether it is the last: none can be moved, taken from another
 * file or cut off unseen.
 */
export const sealedHeader = Buffer.from('OUTDSEA\x01', 'latin1');
/** Plain bytes in each chunk but the last. */
export const chunkBytes = 65_536;

const ivBytes = 12;
const tagBytes = 16;
/** What sealing adds to a chunk. */
export const overheadBytes = ivBytes + tagBytes;
const sealedChunkBytes = chunkBytes + overheadBytes;

/** Under which key a file is sealed, and which one it is: sealed for one place, it does not open at another. */
export interface FileSealing {
  key: Uint8Array;
  aad: string;
}

/** A sealed file was changed, cut or belongs elsewhere. */
export class SealedFileBrokenError extends Error {
  override name = 'SealedFileBrokenError';
}

/** Seals some bytes, with others authenticated beside them. */
export function sealBytes(key: Uint8Array, about: string | Buffer, plain: Uint8Array): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about));
  const sealed = cipher.update(plain);
  cipher.final();
  return Buffer.concat([iv, sealed, cipher.getAuthTag()]);
}

/** @throws {SealedFileBrokenError} */
export function openBytes(key: Uint8Array, about: string | Buffer, sealed: Buffer): Buffer {
  if (sealed.length < overheadBytes) throw new SealedFileBrokenError('A sealed part is too short.');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
    .setAAD(Buffer.from(about))
    .setAuthTag(sealed.subarray(-tagBytes));
  const plain = decipher.update(sealed.subarray(ivBytes, -tagBytes));
  try {
    decipher.final();
  } catch (error) {
    throw new SealedFileBrokenError('A sealed part does not open.', { cause: error });
  }
  return plain;
}

const chunkAad = (place: string, index: number, last: boolean): string => `${place}/${index}/${last ? 'last' : ''}`;

/** Seals the chunk of that number. */
export const sealChunk = ({ key, aad: place }: FileSealing, index: number, plain: Uint8Array, last: boolean): Buffer =>
  sealBytes(key, chunkAad(place, index, last), plain);

/** Where a chunk begins in the sealed file. */
export const chunkOffset = (index: number): number => sealedHeader.length + index * sealedChunkBytes;

const countChunks = (sealedBytes: number): number =>
  Math.max(1, Math.ceil((sealedBytes - sealedHeader.length) / sealedChunkBytes));

/** How long the plain file is. */
export function plainSize(sealedBytes: number): number {
  const size = sealedBytes - sealedHeader.length - countChunks(sealedBytes) * overheadBytes;
  if (size < 0) throw new SealedFileBrokenError('The sealed file is too short.');
  return size;
}

/** Seals a file that is in memory. */
export function sealFile(sealing: FileSealing, plain: Buffer): Buffer {
  const parts: Buffer[] = [sealedHeader];
  const chunks = Math.max(1, Math.ceil(plain.length / chunkBytes));
  for (let index = 0; index < chunks; index++) {
    const chunk = plain.subarray(index * chunkBytes, (index + 1) * chunkBytes);
    parts.push(sealChunk(sealing, index, chunk, index === chunks - 1));
  }
  return Buffer.concat(parts);
}

/** First and last byte, both included. */
export interface ByteSpan {
  start: number;
  end: number;
}

/**
 * Opens a part of a sealed file, chunk by chunk as it is read.
 * @param read gives the sealed bytes of a span
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
    const about = chunkAad(sealing.aad, index, index === lastChunk);
    const plain = openBytes(sealing.key, about, sealed);
    const offset = index * chunkBytes;
    yield plain.subarray(Math.max(0, start - offset), end + 1 - offset);
    index++;
  }
  if (index !== until + 1) throw new SealedFileBrokenError('The sealed file ended early.');
}

/** Cuts what workflows in into parts of one size; the last may be shorter. */
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
