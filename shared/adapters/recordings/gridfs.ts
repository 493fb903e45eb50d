import { createReadStream } from 'node:fs';
import type { Db } from 'mongodb';
import { recordingFiles } from '../../domain/call/call-record';
import { createNamedFiles } from '../mongo/named-files';
import { recordingName, type RecordingStore } from './recording-store';

/** Ranges are read by chunks: large enough for few reads, small enough for seeking. */
const chunkSizeBytes = 256 * 1024;

/** Stores recordings in the database, without further infrastructure. */
export function createGridFsRecordingStore(db: Db): RecordingStore {
  const files = createNamedFiles(db, 'recordings', chunkSizeBytes);
  return {
    put: (call, file, path) =>
      files.put(recordingName(call, file), createReadStream(path), { CallID: call.ID, JobID: call.JobID }),
    find: async (call, file) => {
      const found = await files.find(recordingName(call, file));
      if (found === undefined) return undefined;
      return {
        sizeBytes: found.length,
        etag: `"${found._id.toString().split('/').at(-1)}"`,
        modifiedMs: found.uploadDate.getTime(),
        read: (range) => Promise.resolve(files.read(found, range && { start: range.start, end: range.end + 1 })),
      };
    },
    eraseCall: (call) => files.erase(recordingFiles.map((file) => recordingName(call, file))),
    close: () => undefined,
  };
}
