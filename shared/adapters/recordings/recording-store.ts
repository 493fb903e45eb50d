import type { Readable } from 'node:stream';
import type { CallRecord, RecordingFile } from '../../domain/call/call-record';

/** The call of a recording. */
export type RecordedCall = Pick<CallRecord, 'ID' | 'JobID' | 'OrgID' | 'CampaignID'>;

export interface StoredRecording {
  sizeBytes: number;
  /** Quoted; changes with the content of the file. */
  etag: string;
  modifiedMs: number;
  /** @param range first and last byte, inclusive; the whole file by default */
  read(range?: { start: number; end: number }): Promise<Readable>;
}

/** Stores the audio files of calls as bytes. Encryption is the task of {@link createSealedRecordingStore}, a wrapper around a store. */
export interface RecordingStore {
  /** Stores a file and replaces an earlier one of the same name. Idempotent. */
  put(call: RecordedCall, file: RecordingFile, path: string): Promise<void>;
  find(call: RecordedCall, file: RecordingFile): Promise<StoredRecording | undefined>;
  /** Erases all files of a call and resolves when they are gone. Idempotent. */
  eraseCall(call: RecordedCall): Promise<void>;
  close(): void;
}

/** The name of a file in every store. It begins with the organization, so that its files can be listed without an index. */
export const recordingName = (call: RecordedCall, file: RecordingFile): string =>
  `${call.OrgID}/${call.JobID}/${call.ID}/${file}`;
