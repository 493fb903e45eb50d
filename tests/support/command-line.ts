import type { ExitCode } from '../../apps/cli/exit-codes';
import { run } from '../../apps/cli/run';
import type { Environment } from '../../apps/cli/settings';

/** What became of a command line. */
export interface Ran {
  code: ExitCode;
  out: string;
  err: string;
  /** The JSON values of `out`, one a line. */
  values: () => unknown[];
}
export interface RunOptions {
  env?: Environment;
  stdin?: string;
  signal?: AbortSignal;
  /** Receives everything that is printed, unchanged. */
  onOut?: (soFar: string) => void;
}

/** Runs `outdial` in this process. No local stack is found unless the environment names one. */
export async function outdial(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  let [out, err] = ['', ''];
  const code = await run(args, {
    stdout: {
      write: (text) => {
        out += text;
        options.onOut?.(out);
      },
    },
    stderr: { write: (text) => (err += text) },
    env: { OUTDIAL_DATA_DIR: '/nowhere', ...options.env },
    signal: options.signal ?? new AbortController().signal,
    stdin: () => Promise.resolve(Buffer.from(options.stdin ?? '')),
  });
  const values = () =>
    out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown);
  return { code, out, err, values };
}
