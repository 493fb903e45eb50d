import type { Readable } from 'node:stream';
import type { CallRecord, RecordingFile } from '../../domain/call/call-record';

/** The call that recordings belong to. */
export type RecordedCall = Pick<CallRecord, 'ID' | 'JobID' | 'OrgID' | 'CampaignID'>;

export interface StoredRecording {
  sizeBytes: number;
  /** Quoted, and another one when the file is. */
  etag: string;
  modifiedMs: number;
  /** @param range first and last byte, both included; the whole file without it */
  read(range?: { start: number; end: number }): Promise<Readable>;
}

/**
 * Where the files of calls are kept. What is stored is bytes: sealing them is for a wrapper around this interface, which no caller
 * would notice.
 */
export interface RecordingStore {
  /** Stores a file, in place of an earlier one of the same name; harmless to repeat. */
  put(call: RecordedCall, file: RecordingFile, path: string): Promise<void>;
  find(call: RecordedCall, file: RecordingFile): Promise<StoredRecording | undefined>;
  /** Erases all files of a call; resolves only when they are gone. Harmless when there are none. */
  eraseCall(call: RecordedCall): Promise<void>;
  close(): void;
}

/** Names a file in any store: by owner, so that a listing of one owner needs no index. */
export const recordingName = (call: RecordedCall, file: RecordingFile): string =>
  `${call.OrgID}/${call.JobID}/${call.ID}/${file}`;
