import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { RecordingFile } from '../../domain/call/call-record';
import type { FieldCipher } from '../crypto/field-cipher';
import type { DataKeys } from '../mongo/data-keys';
import { openRange, plainSize, sealedHeader, type FileSealing } from '../crypto/sealed-file';
import type { RecordedCall, RecordingStore, StoredRecording } from './recording-store';

/** Returns the key and AAD that seal a file of a call, or `undefined` if its job has no key. */
export const recordingSealing = (
  call: Pick<RecordedCall, 'ID'>,
  file: RecordingFile,
  { key }: Pick<FieldCipher, 'key'>,
): FileSealing | undefined => (key === undefined ? undefined : { key, aad: `${call.ID}/${file}` });

/**
 * Decrypts recordings, including ranges, that the underlying store holds sealed under the data key of their job. The encoder seals the
 * files before it writes them, so that clear audio never touches a disk. This store only refuses files that are not sealed.
 */
export function createSealedRecordingStore(
  store: RecordingStore,
  dataKeys: Pick<DataKeys, 'of' | 'forReading'>,
): RecordingStore {
  return {
    put: async (call, file, path) => {
      const { kind, key } = await dataKeys.of(call.JobID);
      if (kind === 'erased') return;
      if (key !== undefined && !(await isSealed(path))) throw new Error(`${file} of ${call.ID} is not sealed.`);
      await store.put(call, file, path);
    },
    find: async (call, file) => {
      const [found, cipher] = await Promise.all([store.find(call, file), dataKeys.forReading(call)]);
      if (found === undefined || cipher.kind === 'erased') return undefined;
      const sealing = recordingSealing(call, file, cipher);
      return sealing === undefined ? found : openRecording(found, sealing);
    },
    eraseCall: (call) => store.eraseCall(call),
    close: () => store.close(),
  };
}

function openRecording(found: StoredRecording, sealing: FileSealing): StoredRecording {
  const sizeBytes = plainSize(found.sizeBytes);
  return {
    ...found,
    sizeBytes,
    read: (range = { start: 0, end: sizeBytes - 1 }) => {
      const source = { sealedBytes: found.sizeBytes, read: (span: { start: number; end: number }) => found.read(span) };
      return Promise.resolve(Readable.from(openRange(sealing, source, range), { objectMode: false }));
    },
  };
}

async function isSealed(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(sealedHeader.length);
    await file.read(head, 0, head.length, 0);
    return head.equals(sealedHeader);
  } finally {
    await file.close();
  }
}
