import { randomUUID } from 'node:crypto';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { FailedError, UsageError } from './failures';

/** The body of a response. */
export type Bytes = AsyncIterable<Uint8Array>;

/** Resolves the final path: the target of a link, not the link. @throws {UsageError} if the path is not a regular file */
async function resolveDestination(output: string): Promise<string> {
  const stats = await stat(output).catch(() => undefined);
  // The rename would replace a device such as /dev/null.
  if (stats !== undefined && !stats.isFile()) throw new UsageError(`${output} exists and is not a regular file.`);
  return stats === undefined ? output : realpath(output);
}

/** Rewords errors of the file system; returns any other error unchanged. */
function toFileError(error: unknown, output: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || !['open', 'write', 'fsync', 'rename'].includes(syscall ?? '')) return error;
  return new FailedError(`Cannot write the file ${output} (${code}).`, { cause: error });
}

/**
 * Writes a response to a file. A file with the final name is always complete: until then the data is in a temporary file
 * next to it. The temporary file is opened before the request is sent, so a path that cannot be written costs no request.
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
