import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { formatExit } from '../processes/log-lines';
import { HangError, watchLiveness, type WatchedProcess } from '../processes/liveness';
import { StoppingError, type Command, type Supervisor } from '../processes/supervisor';

/** How much of its output the error of a tool repeats. */
export const MAX_ERROR_LINES = 15;

/** A tool failed; the message contains its last lines of output. */
export class ToolError extends Error {
  override name = 'ToolError';
  constructor(
    message: string,
    /** The tool was ended by a signal, so its failure does not count against the source. */
    readonly interrupted = false,
  ) {
    super(message);
  }
}

/** Finds the full path of a program on the PATH. */
export function findOnPath(program: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

/** Whether this is an executable file. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Runs a tool to completion, however long it takes; the tool never outlives the launcher.
 * @param watch what shows that it goes on besides its output and its processor time, and how long it may show nothing
 * @returns its whole output
 * @throws {ToolError} when it fails, cannot be started or hangs
 */
export async function runTool(
  supervisor: Supervisor,
  command: Command,
  watch: Omit<WatchedProcess, 'pid'> = {},
): Promise<string> {
  const lines: string[] = [];
  let whenPrinted = (): void => undefined;
  const onLine: Command['onLine'] = (line, from) => {
    lines.push(line);
    whenPrinted();
    command.onLine?.(line, from);
  };
  const tool = await supervisor.start({ ...command, onLine }).catch((error: unknown) => {
    if (error instanceof StoppingError) throw error;
    throw new ToolError(error instanceof Error ? error.message : String(error));
  });
  const life = watchLiveness({ pid: tool.pid, ...watch });
  whenPrinted = life.active;
  const code = await Promise.race([tool.exited, life.hangs])
    .catch((error: unknown) => {
      tool.kill();
      throw error instanceof HangError ? new ToolError(error.message) : error;
    })
    .finally(life.stop);
  if (code === 0) return lines.join('\n');
  const ending = `${command.command} ended with ${formatExit(code)}`;
  const interrupted = code > 128;
  const last = lines.slice(-MAX_ERROR_LINES).join('\n');
  throw new ToolError(interrupted || last === '' ? `${last}\n${ending}`.trim() : last, interrupted);
}

/** Whether the version that the pattern captures is at least the required one. */
export function isVersionAtLeast(text: string, pattern: RegExp, least: string): boolean {
  const have = (pattern.exec(text)?.[1] ?? '').split('.').map(Number);
  const need = least.split('.').map(Number);
  const differs = need.findIndex((part, index) => (have[index] ?? 0) !== part);
  return differs === -1 || (have[differs] ?? 0) > (need[differs] ?? 0);
}
