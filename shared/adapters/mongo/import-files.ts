import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Db } from 'mongodb';
import type { FileSeal } from '../crypto/file-seal';
import { createNamedFiles } from './named-files';

/** The uploaded files, sealed, until they are erased. */
export interface ImportFiles {
  /** Stores a file's text under its import's id, in place of an earlier one. */
  put(importId: string, text: string): Promise<void>;
  /** @returns the text, or `undefined` when it is gone. @throws {DecryptionError} when it does not open */
  get(importId: string): Promise<string | undefined>;
  /** Erases the file, and what is left of an upload that broke off; harmless when there is none. */
  erase(importId: string): Promise<void>;
}

/** Two writes of a chunk each take as long as one of twice the size, nearly: large chunks make a 10 MB file a dozen writes. */
const chunkSizeBytes = 1024 * 1024;

export function createImportFiles(db: Db, seal: FileSeal): ImportFiles {
  const files = createNamedFiles(db, 'import_files', chunkSizeBytes);
  return {
    put: async (importId, text) => {
      const sealed = await seal.seal(importId, Buffer.from(text));
      await files.put(importId, Readable.from([sealed]));
    },
    get: async (importId) => {
      const file = await files.find(importId);
      if (file === undefined) return undefined;
      return (await seal.open(importId, await buffer(files.read(file)))).toString();
    },
    erase: (importId) => files.erase([importId]),
  };
}
