import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Toolbox } from '../../tools/dev-stack/obtain/toolbox';
import { findOnPath, runTool, ToolError } from '../../tools/dev-stack/obtain/tools';

export type Tools = Pick<Toolbox, 'cache' | 'supervisor' | 'env'>;

/** A program that a test needs cannot be had here: the message says why. */
export class NotObtainableError extends Error {
  override name = 'NotObtainableError';
}

/**
 * A Python with the packages of a requirements file: the one in the cache, else a new one from PyPI.
 * @returns its path. @throws {NotObtainableError}
 */
export async function obtainPython(label: string, requirements: string, tools: Tools): Promise<string> {
  const { cache, supervisor, env } = tools;
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const name = `${label}-${hash}`;
  const python = (folder: string): string => join(folder, 'bin', 'python');
  const before = cache.folder(name);
  if (before !== undefined) return python(before);
  const system = findOnPath('python3', env);
  if (system === undefined) throw new NotObtainableError('there is no `python3` on your PATH');
  try {
    const folder = await cache.fill(name, async (dir) => {
      await runTool(supervisor, { command: system, args: ['-m', 'venv', dir], env });
      const install = ['-m', 'pip', 'install', '--no-input', '--disable-pip-version-check', '--retries', '1'];
      await runTool(supervisor, { command: python(dir), args: [...install, '-r', requirements], env });
    });
    return python(folder);
  } catch (error) {
    if (error instanceof ToolError) throw new NotObtainableError(`its virtualenv could not be made:\n${error.message}`);
    throw error;
  }
}
