import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { GridFSBucket, type Db, type GridFSFile } from 'mongodb';
import { recordingFiles } from '../../domain/audio/recording';
import { recordingName, type RecordingStore } from './recording-store';

/** Ranges are read by chunks: large enough for few reads, small enough to seek in. */
const chunkSizeBytes = 256 * 1024;

/** Recordings beside the documents: needs nothing more than the database. */
export function createGridFsRecordings(db: Db): RecordingStore {
  const bucket = new GridFSBucket(db, { bucketName: 'recordings', chunkSizeBytes });
  const filesOf = (filename: string): Promise<GridFSFile[]> =>
    bucket.find({ filename }).sort({ uploadDate: -1 }).toArray();
  return {
    put: async (call, file, path) => {
      const filename = recordingName(call, file);
      const upload = bucket.openUploadStream(filename, { metadata: { CallID: call.ID, JobID: call.JobID } });
      await pipeline(createReadStream(path), upload);
      for (const old of await filesOf(filename)) if (!old._id.equals(upload.id)) await bucket.delete(old._id);
    },
    find: async (call, file) => {
      const [found] = await filesOf(recordingName(call, file));
      if (found === undefined) return undefined;
      return {
        sizeBytes: found.length,
        etag: `"${found._id.toHexString()}"`,
        modifiedMs: found.uploadDate.getTime(),
        read: (range) =>
          Promise.resolve(
            bucket.openDownloadStream(found._id, range ? { start: range.start, end: range.end + 1 } : undefined),
          ),
      };
    },
    eraseCall: async (call) => {
      for (const file of recordingFiles)
        for (const { _id } of await filesOf(recordingName(call, file))) await bucket.delete(_id);
    },
    close: () => undefined,
  };
}
