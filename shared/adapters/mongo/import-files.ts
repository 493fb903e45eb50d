import { GridFSBucket, type Db, type GridFSFile, type ObjectId } from 'mongodb';
import type { FileSeal } from '../crypto/file-seal';

/** The uploaded files, sealed, until they are erased. */
export interface ImportFiles {
  /** Stores a file's text under its import's id, in place of an earlier one. */
  put(importId: string, text: string): Promise<void>;
  /** @returns the text, or `undefined` when it is gone. @throws {SealBrokenError} when it does not open */
  get(importId: string): Promise<string | undefined>;
  /** Erases the file; harmless when there is none. */
  erase(importId: string): Promise<void>;
}

/** Two writes of a chunk each take as long as one of twice the size, nearly: large chunks make a 10 MB file a dozen writes. */
const chunkSizeBytes = 1024 * 1024;

export function createImportFiles(db: Db, seal: FileSeal): ImportFiles {
  const bucket = new GridFSBucket(db, { bucketName: 'import_files', chunkSizeBytes });
  const erase = async (importId: string, except?: ObjectId): Promise<void> => {
    const found: GridFSFile[] = await bucket.find({ filename: importId }).toArray();
    for (const file of found) if (except === undefined || !file._id.equals(except)) await bucket.delete(file._id);
  };
  return {
    put: async (importId, text) => {
      const sealed = await seal.seal(importId, Buffer.from(text));
      const upload = bucket.openUploadStream(importId);
      const written = new Promise<void>((resolve, reject) => upload.once('finish', resolve).once('error', reject));
      upload.end(sealed);
      await written;
      await erase(importId, upload.id);
    },

    get: async (importId) => {
      const [file] = await bucket.find({ filename: importId }).sort({ uploadDate: -1 }).limit(1).toArray();
      if (!file) return undefined;
      const chunks: Buffer[] = [];
      for await (const chunk of bucket.openDownloadStream(file._id)) chunks.push(chunk as Buffer);
      return (await seal.open(importId, Buffer.concat(chunks))).toString();
    },

    erase: (importId) => erase(importId),
  };
}
