import { CommanderError } from 'commander';
import { exitCodes, type ExitCode } from './exit-codes';
import { failureOf } from './failures';
import { plain } from './output';
import { createProgram } from './program';
import type { Surroundings } from './session';

/** Runs one command line, without the program's own name, to its exit code. */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  let code: ExitCode = exitCodes.done;
  const program = createProgram(surroundings, (ended) => (code = ended));
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (surroundings.signal.aborted) return exitCodes.interrupted;
    // Commander has said already what is wrong; help that was asked for is no mistake.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    const failure = failureOf(error);
    surroundings.stderr.write(`error: ${failure.lines.map(plain).join('\n')}\n`);
    return failure.code;
  }
}
