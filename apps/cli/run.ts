import { CommanderError } from 'commander';
import { exitCodes, type ExitCode } from './exit-codes';
import { describeFailure } from './failures';
import { escapeControls } from './output';
import { createProgram } from './program';
import type { CliContext } from './session';

/** Runs one command line, given without the name of the program. @returns its exit code */
export async function run(args: readonly string[], context: CliContext): Promise<ExitCode> {
  let code: ExitCode = exitCodes.done;
  const program = createProgram(context, (exitCode) => (code = exitCode));
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (context.signal.aborted) return exitCodes.interrupted;
    // Commander has already printed the problem; requested help is not an error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    const failure = describeFailure(error);
    context.stderr.write(`error: ${failure.lines.map(escapeControls).join('\n')}\n`);
    return failure.code;
  }
}
