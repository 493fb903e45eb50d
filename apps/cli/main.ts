import type { ExitCode } from './exit-codes';
import { run } from './run';
import { readEnvironment } from './settings';

/** Runs the command line of this process. */
function main(): Promise<ExitCode> {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort());
  // The reader may close the pipe early, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  return run(process.argv.slice(2), {
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

void main().then((code) => {
  process.exitCode = code;
});
