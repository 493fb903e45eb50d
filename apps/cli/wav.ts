import { open } from 'node:fs/promises';
import { FailedError } from './failures';

const headerBytes = 44;

/** Creates the header of a WAV file: PCM, mono, 16 bits, little-endian. */
export function createWavHeader(sampleRate: number, dataBytes: number): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write('RIFF', 0);
  header.writeUInt32LE(headerBytes - 8 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}

export interface WavFile {
  write(frame: Buffer): void;
  /** The length of the audio so far, in seconds. */
  seconds(): number;
  /** Waits for pending writes, then writes the length into the header. */
  close(): Promise<void>;
}

/** @throws {FailedError} if the file cannot be written */
export async function createWavFile(path: string, sampleRate: number): Promise<WavFile> {
  const file = await open(path, 'w').catch((error: unknown) => {
    throw new FailedError(`Cannot write the file ${path}.`, { cause: error });
  });
  let bytes = 0;
  let lastWrite = file.write(createWavHeader(sampleRate, 0));
  // `close` reports write errors; the audio stream does not wait for the disk.
  lastWrite.catch(() => undefined);
  return {
    write: (frame) => {
      bytes += frame.length;
      lastWrite = lastWrite.then(() => file.write(frame));
      lastWrite.catch(() => undefined);
    },
    seconds: () => bytes / (sampleRate * 2),
    close: async () => {
      try {
        await lastWrite;
        await file.write(createWavHeader(sampleRate, bytes), 0, headerBytes, 0);
      } catch (error) {
        throw new FailedError(`Writing the file ${path} failed before it was complete.`, { cause: error });
      } finally {
        await file.close();
      }
    },
  };
}
