import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const ROTATE_BYTES = 20_000_000;

/** Appends lines to a file; a large file of an earlier run is rotated first. */
export function openLogFile(file: string): { write(line: string): void; close(): void } {
  mkdirSync(dirname(file), { recursive: true });
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_BYTES) renameSync(file, `${file}.1`);
  const handle = openSync(file, 'a', 0o600);
  return {
    write: (line) => void writeSync(handle, `${line}\n`),
    close: () => closeSync(handle),
  };
}
