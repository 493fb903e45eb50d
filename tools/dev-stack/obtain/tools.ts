import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { StoppingError, type Command, type Supervisor } from '../processes/supervisor';

const MAX_ERROR_LINES = 15;

/** A tool ended with an error; the message holds its last lines. */
export class ToolError extends Error {
  override name = 'ToolError';
  constructor(
    message: string,
    /** Ended by a signal: says nothing about whether the tool can do its work. */
    readonly interrupted = false,
  ) {
    super(message);
  }
}

/** The full path of a program on PATH. */
export function findOnPath(program: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

/** Whether this is a file that may be run. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Runs a tool to its end; it does not outlive the launcher.
 * @returns everything it printed
 * @throws {ToolError} when it ends with an error or cannot be started
 */
export async function runTool(supervisor: Supervisor, command: Command, signal?: AbortSignal): Promise<string> {
  const lines: string[] = [];
  const onLine: Command['onLine'] = (line, from) => {
    lines.push(line);
    command.onLine?.(line, from);
  };
  const tool = await supervisor.start({ ...command, onLine }).catch((error: unknown) => {
    if (error instanceof StoppingError) throw error;
    throw new ToolError(error instanceof Error ? error.message : String(error));
  });
  signal?.addEventListener('abort', () => tool.kill());
  const code = await tool.exited;
  if (code === 0) return lines.join('\n');
  throw new ToolError(
    lines.slice(-MAX_ERROR_LINES).join('\n') || `${command.command} ended with code ${code}`,
    code > 128,
  );
}

/** `1.29.1` of the first match, when it is at least what is needed. */
export function isVersionAtLeast(text: string, pattern: RegExp, least: string): boolean {
  const have = (pattern.exec(text)?.[1] ?? '').split('.').map(Number);
  const need = least.split('.').map(Number);
  const differs = need.findIndex((part, index) => (have[index] ?? 0) !== part);
  return differs === -1 || (have[differs] ?? 0) > (need[differs] ?? 0);
}
