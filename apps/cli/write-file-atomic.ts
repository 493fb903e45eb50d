import { randomUUID } from 'node:crypto';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { FailedError, UsageError } from './failures';

/** What an API answers as bytes. */
export type Bytes = AsyncIterable<Uint8Array>;

/** Where a file is to lie in the end: what a link leads to, not the link. @throws {UsageError} when no file can be there */
async function resolveDestination(output: string): Promise<string> {
  const stats = await stat(output).catch(() => undefined);
  // A device such as /dev/null would be replaced by a file.
  if (stats !== undefined && !stats.isFile()) throw new UsageError(`${output} is there already, and is no file.`);
  return stats === undefined ? output : realpath(output);
}

/** What this machine says of its own files; all else is told as it is. */
function toFileError(error: unknown, output: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || !['open', 'write', 'fsync', 'rename'].includes(syscall ?? '')) return error;
  return new FailedError(`The file ${output} cannot be written (${code}).`, { cause: error });
}

/**
 * Writes what is asked for to a file. What has its name is whole: it is written under another beside it until then. That it can be
 * written is found out before anything is asked for.
 */
export async function writeFileAtomic(
  output: string,
  fetchBytes: () => Promise<Bytes>,
  signal: AbortSignal,
): Promise<void> {
  const destination = await resolveDestination(output);
  const part = `${destination}.${randomUUID().slice(0, 8)}.part`;
  try {
    const file = await open(part, 'wx');
    try {
      await pipeline(await fetchBytes(), file.createWriteStream({ flush: true }), { signal });
    } finally {
      await file.close();
    }
    await rename(part, destination);
  } catch (error) {
    await rm(part, { force: true });
    throw toFileError(error, output);
  }
}
