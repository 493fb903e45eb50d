import type { ExitCode } from './exit-codes';
import { run } from './run';
import { readEnvironment } from './settings';

/** Runs the command line of this process. */
export async function main(args: readonly string[]): Promise<ExitCode> {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
  // Whoever reads our output may have had enough of it, as `head` has.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  return run(args, {
    stdout: process.stdout,
    stderr: process.stderr,
    env: readEnvironment(),
    signal: interruption.signal,
    stdin: async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
  });
}
