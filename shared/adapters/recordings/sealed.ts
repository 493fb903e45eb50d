import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { RecordingFile } from '../../domain/call/call-record';
import type { FieldCipher } from '../crypto/field-cipher';
import { openRange, plainSize, sealedHeader, type FileSealing } from '../crypto/sealed-file';
import type { RecordedCall, RecordingStore, StoredRecording } from './recording-store';

/** What a job's files are sealed with: nothing where it has no key. */
export const recordingSealing = (
  call: Pick<RecordedCall, 'ID'>,
  file: RecordingFile,
  { key }: Pick<FieldCipher, 'key'>,
): FileSealing | undefined => (key === undefined ? undefined : { key, aad: `${call.ID}/${file}` });

/**
 * Recordings that are sealed under their job's data key in the store behind, and clear to the reader, also in parts. Sealing is not done
 * here: the encoder writes sealed files, so that clear ones never touch a disk.
 */
export function createSealedRecordingStore(
  store: RecordingStore,
  dataKeys: { of(jobId: string): Promise<FieldCipher> },
): RecordingStore {
  return {
    put: async (call, file, path) => {
      const { kind } = await dataKeys.of(call.JobID);
      if (kind === 'erased') return;
      if (kind === 'sealed' && !(await isSealed(path))) throw new Error(`${file} of ${call.ID} is not sealed.`);
      await store.put(call, file, path);
    },
    find: async (call, file) => {
      const [found, cipher] = await Promise.all([store.find(call, file), dataKeys.of(call.JobID)]);
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
