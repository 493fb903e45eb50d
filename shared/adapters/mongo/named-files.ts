import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GridFSBucket, ObjectId, type Db, type GridFSFile } from 'mongodb';

/** Files in GridFS, of which one of a name stands. */
export interface NamedFiles {
  /** Stores a file in place of an earlier one of the name; harmless to repeat, also at the same time. */
  put(name: string, content: Readable, metadata?: Record<string, unknown>): Promise<void>;
  find(name: string): Promise<GridFSFile | undefined>;
  /** @param range the first byte, and the one after the last */
  read(file: GridFSFile, range?: { start: number; end: number }): Readable;
  /** Erases all that was ever stored under the names, also of an upload that broke off. Harmless when there is nothing. */
  erase(names: readonly string[]): Promise<void>;
}

/**
 * A file's id begins with its name, so that the chunks of an upload that broke off, of which no document tells, are found by their index;
 * its end is another for each upload, so that two of the same name never mix their chunks.
 */
const newFileId = (name: string): ObjectId => `${name}/${new ObjectId().toHexString()}` as unknown as ObjectId;
/** All ids of a name: `0` follows `/`. */
const idRange = (name: string) => ({ $gte: `${name}/`, $lt: `${name}0` });

export function createNamedFiles(db: Db, bucketName: string, chunkSizeBytes: number): NamedFiles {
  const bucket = new GridFSBucket(db, { bucketName, chunkSizeBytes });
  const files = db.collection(`${bucketName}.files`);
  const chunks = db.collection(`${bucketName}.chunks`);
  const findVersions = (name: string): Promise<GridFSFile[]> =>
    bucket.find({ filename: name }).sort({ uploadDate: -1, _id: -1 }).toArray();
  /** The document last: what a crash leaves in between is found by it. The driver's own `delete` takes it first. */
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
        // What stays because the database is away, or this process ends, goes when the name is erased.
        await remove([upload.id]).catch(() => undefined);
        throw error;
      }
      // The newest in everybody's eyes stays: two uploads at a time never remove each other.
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
