import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { recordingFiles } from '../../domain/call/call-record';
import { recordingName, type RecordingStore, type StoredRecording } from './recording-store';

/** A bucket of AWS S3 or of a compatible service. Credentials come from AWS's default provider chain. */
export interface S3Settings {
  RECORDING_BUCKET: string;
  RECORDING_REGION: string;
  /** Endpoint of a compatible service. */
  RECORDING_ENDPOINT?: string | undefined;
  /** Prefix of every object key, such as `outdial/`. */
  RECORDING_PREFIX: string;
  /** `endpoint/bucket` instead of `bucket.endpoint`. */
  RECORDING_PATH_STYLE: boolean;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotFound' || error.name === 'NoSuchKey');

function createClient(settings: S3Settings): S3Client {
  const { RECORDING_REGION: region, RECORDING_ENDPOINT: endpoint } = settings;
  return new S3Client({
    region,
    forcePathStyle: settings.RECORDING_PATH_STYLE,
    ...(endpoint === undefined ? {} : { endpoint }),
    // Not every compatible service supports trailing checksums, which the SDK sends by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
  });
}

/** Resolves if the bucket exists and the credentials may use it. @throws with the service's reason */
export async function checkBucket(settings: S3Settings): Promise<void> {
  const client = createClient(settings);
  try {
    await client.send(new HeadBucketCommand({ Bucket: settings.RECORDING_BUCKET }));
  } finally {
    client.destroy();
  }
}

/** Stores recordings in a bucket, for deployments whose database should not grow with them. */
export function createS3RecordingStore(settings: S3Settings): RecordingStore {
  const { RECORDING_BUCKET: Bucket, RECORDING_PREFIX: prefix } = settings;
  const client = createClient(settings);
  const findObject = async (Key: string): Promise<StoredRecording> => {
    const {
      ContentLength = 0,
      ETag = `"${Key}"`,
      LastModified,
    } = await client.send(new HeadObjectCommand({ Bucket, Key }));
    return {
      sizeBytes: ContentLength,
      etag: ETag,
      modifiedMs: LastModified?.getTime() ?? 0,
      read: async (range) => {
        const Range = range && `bytes=${range.start}-${range.end}`;
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range }));
        if (!(Body instanceof Readable)) throw new Error('The bucket returned no stream.');
        return Body;
      },
    };
  };
  return {
    put: async (call, file, path) => {
      const { size } = await stat(path);
      const Key = prefix + recordingName(call, file);
      const Body = createReadStream(path);
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: size, ContentType: 'audio/mpeg' }));
    },
    find: (call, file) =>
      findObject(prefix + recordingName(call, file)).catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      }),
    eraseCall: async (call) => {
      for (const file of recordingFiles)
        await client.send(new DeleteObjectCommand({ Bucket, Key: prefix + recordingName(call, file) }));
    },
    close: () => client.destroy(),
  };
}
