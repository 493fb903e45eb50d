import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Db } from 'mongodb';
import type { FileSeal } from '../crypto/file-seal';
import { createNamedFiles } from './named-files';

/** The uploaded files, sealed until they are erased. */
export interface ImportFiles {
  /** Stores a file's text under its import's id and replaces an earlier one. */
  put(importId: string, text: string): Promise<void>;
  /** @returns the text, or `undefined` when it does not exist. @throws {DecryptionError} */
  get(importId: string): Promise<string | undefined>;
  /** Erases the file and the remains of an interrupted upload; harmless when there are none. */
  erase(importId: string): Promise<void>;
}

/** A write costs almost the same for twice the size: with large chunks a 10 MB file takes a dozen writes. */
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
