import { fileMode } from './file-modes';
import { open, type FileHandle } from 'node:fs/promises';
import {
  chunkBytes,
  chunkOffset,
  sealChunk,
  sealedHeader,
  type FileSealing,
} from '../../../shared/adapters/crypto/sealed-file';

/** Writes a file sequentially. Its header is known only at the end. */
export interface RecordingWriter {
  /** The caller may reuse the buffer after this resolves. */
  write(bytes: Uint8Array): Promise<void>;
  end(head: Uint8Array): Promise<void>;
}

/** @param headBytes size of the header, less than a chunk */
export async function createRecordingWriter(
  path: string,
  headBytes: number,
  sealing?: FileSealing,
): Promise<RecordingWriter> {
  const file = await open(path, 'w', fileMode);
  return sealing === undefined ? clearWriter(file, headBytes) : sealedWriter(file, headBytes, sealing);
}

function clearWriter(file: FileHandle, headBytes: number): RecordingWriter {
  let position = headBytes;
  return {
    write: async (bytes) => {
      await file.write(bytes, 0, bytes.length, position);
      position += bytes.length;
    },
    end: async (head) => {
      await file.write(head, 0, head.length, 0);
      await file.close();
    },
  };
}

/** Keeps the first chunk in memory until the header is known, and a full chunk until it is known whether another one follows. */
function sealedWriter(file: FileHandle, headBytes: number, sealing: FileSealing): RecordingWriter {
  const first = Buffer.alloc(chunkBytes);
  let current = first;
  let filled = headBytes;
  let index = 0;
  const put = async (at: number, chunk: Buffer, last: boolean): Promise<void> => {
    const sealed = sealChunk(sealing, at, chunk, last);
    await file.write(sealed, 0, sealed.length, chunkOffset(at));
  };
  return {
    write: async (bytes) => {
      for (let taken = 0; taken < bytes.length;) {
        if (filled === chunkBytes) {
          if (index > 0) await put(index, current, false);
          else current = Buffer.alloc(chunkBytes);
          index++;
          filled = 0;
        }
        const part = bytes.subarray(taken, taken + chunkBytes - filled);
        current.set(part, filled);
        filled += part.length;
        taken += part.length;
      }
    },
    end: async (head) => {
      first.set(head, 0);
      if (index > 0) await put(index, current.subarray(0, filled), true);
      await put(0, index > 0 ? first : first.subarray(0, filled), index === 0);
      await file.write(sealedHeader, 0, sealedHeader.length, 0);
      await file.close();
    },
  };
}
