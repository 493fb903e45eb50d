import type { Db } from 'mongodb';
import { createGridFsRecordingStore } from './gridfs';
import type { RecordingStore } from './recording-store';
import { createS3RecordingStore, type S3Settings } from './s3';

/** What chooses the store of recordings. */
export type RecordingStoreSettings = Omit<S3Settings, 'RECORDING_BUCKET'> & {
  RECORDING_STORE: 'gridfs' | 's3';
  RECORDING_BUCKET?: string | undefined;
};

/** The store that the settings name. */
export function createRecordingStore(settings: RecordingStoreSettings, db: Db): RecordingStore {
  const { RECORDING_STORE, RECORDING_BUCKET } = settings;
  if (RECORDING_STORE === 'gridfs') return createGridFsRecordingStore(db);
  // The schema asks for it; this tells the compiler.
  if (RECORDING_BUCKET === undefined) throw new Error('RECORDING_BUCKET is required for RECORDING_STORE=s3.');
  return createS3RecordingStore({ ...settings, RECORDING_BUCKET });
}
