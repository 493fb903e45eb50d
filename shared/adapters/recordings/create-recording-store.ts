import type { Db } from 'mongodb';
import { createGridFsRecordingStore } from './gridfs';
import type { RecordingStore } from './recording-store';
import type { S3Settings } from './s3';

/** Settings that select the recording store. */
export type RecordingStoreSettings = Omit<S3Settings, 'RECORDING_BUCKET'> & {
  RECORDING_STORE: 'gridfs' | 's3';
  RECORDING_BUCKET?: string | undefined;
};

/** Creates the store that the settings select. The client of buckets is loaded only for one. */
export async function createRecordingStore(settings: RecordingStoreSettings, db: Db): Promise<RecordingStore> {
  const { RECORDING_STORE, RECORDING_BUCKET } = settings;
  if (RECORDING_STORE === 'gridfs') return createGridFsRecordingStore(db);
  // The settings schema requires it; this check narrows the type.
  if (RECORDING_BUCKET === undefined) throw new Error('RECORDING_BUCKET is required for RECORDING_STORE=s3.');
  const { createS3RecordingStore } = await import('./s3.ts');
  return createS3RecordingStore({ ...settings, RECORDING_BUCKET });
}
