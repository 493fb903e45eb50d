import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GridFSBucket, ObjectId, type Db, type GridFSFile } from 'mongodb';

/** Files in GridFS with unique names. */
export interface NamedFiles {
  /** Stores a file and replaces an earlier one of that name. Repeating it is harmless, also concurrently. */
  put(name: string, content: Readable, metadata?: Record<string, unknown>): Promise<void>;
  find(name: string): Promise<GridFSFile | undefined>;
  /** @param range the first byte, and the byte after the last */
  read(file: GridFSFile, range?: { start: number; end: number }): Readable;
  /** Erases everything stored under the names, including interrupted uploads. Harmless when there is nothing. */
  erase(names: readonly string[]): Promise<void>;
}

/**
 * A file's id begins with its name, so the chunks of an interrupted upload, which has no document, are found by their
 * index. It ends in a part that is new for each upload, so two uploads of the same name never mix their chunks.
 */
const newFileId = (name: string): ObjectId => `${name}/${new ObjectId().toHexString()}` as unknown as ObjectId;
/** The range of a name's ids: `0` follows `/`. */
const idRange = (name: string) => ({ $gte: `${name}/`, $lt: `${name}0` });

export function createNamedFiles(db: Db, bucketName: string, chunkSizeBytes: number): NamedFiles {
  const bucket = new GridFSBucket(db, { bucketName, chunkSizeBytes });
  const files = db.collection(`${bucketName}.files`);
  const chunks = db.collection(`${bucketName}.chunks`);
  const findVersions = (name: string): Promise<GridFSFile[]> =>
    bucket.find({ filename: name }).sort({ uploadDate: -1, _id: -1 }).toArray();
  /**
   * Deletes the document last, so that a crash in between leaves it to be found. The driver's own `delete` deletes it
   * first.
   */
  const remove = async (ids: readonly ObjectId[], unfinished: readonly object[] = []): Promise<void> => {
    await chunks.deleteMany({ $or: [{ files_id: { $in: ids } }, ...unfinished] });
    await files.deleteMany({ _id: { $in: ids } });
  };
  return {
    put: async (name, content, metadata) => {
      const upload = bucket.openUploadStreamWithId(newFileId(name), name, metadata && { metadata });
      try {
        await pipeline(content, upload);
      } catch (error) {
        // If the database is unavailable or this process dies, the rest is deleted when the name is erased.
        await remove([upload.id]).catch(() => undefined);
        throw error;
      }
      // Every process keeps the same newest version: concurrent uploads never remove each other.
      const [, ...older] = await findVersions(name);
      if (older.length > 0) await remove(older.map(({ _id }) => _id));
    },
    find: async (name) => (await findVersions(name))[0],
    read: ({ _id }, range) => bucket.openDownloadStream(_id, range),
    erase: async (names) => {
      const found = await bucket.find({ filename: { $in: [...names] } }).toArray();
      await remove(
        found.map(({ _id }) => _id),
        names.map((name) => ({ files_id: idRange(name) })),
      );
    },
  };
}
