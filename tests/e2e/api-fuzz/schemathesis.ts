import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Toolbox } from '../../../tools/dev-stack/obtain/toolbox';
import { runTool, ToolError, findOnPath } from '../../../tools/dev-stack/obtain/tools';
import { createRequest } from '../../support/requests';
import { makeObjects, withoutNewWebhooks } from './objects';

type Tools = Pick<Toolbox, 'cache' | 'supervisor' | 'env'>;

const requirements = join(__dirname, 'requirements.txt');
const python = (folder: string): string => join(folder, 'bin', 'python');

/** schemathesis cannot be had here: the message says why. */
export class NoSchemathesisError extends Error {
  override name = 'NoSchemathesisError';
}

/**
 * A Python with the packages of requirements.txt: the one in the cache, else a new one from PyPI.
 * @throws {NoSchemathesisError}
 */
export async function obtainSchemathesis({ cache, supervisor, env }: Tools): Promise<string> {
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const name = `schemathesis-${hash}`;
  const before = cache.folder(name);
  if (before !== undefined) return python(before);
  const system = findOnPath('python3', env);
  if (system === undefined) throw new NoSchemathesisError('there is no `python3` on your PATH');
  try {
    const folder = await cache.fill(name, async (dir) => {
      await runTool(supervisor, { command: system, args: ['-m', 'venv', dir], env });
      const install = ['-m', 'pip', 'install', '--no-input', '--disable-pip-version-check', '--retries', '1'];
      await runTool(supervisor, { command: python(dir), args: [...install, '-r', requirements], env });
    });
    return python(folder);
  } catch (error) {
    if (error instanceof ToolError)
      throw new NoSchemathesisError(`its virtualenv could not be made:\n${error.message}`);
    throw error;
  }
}

export interface FuzzRun {
  url: string;
  key: string;
  seconds: number;
  seed: number;
  onLine?: (line: string) => void;
}

/**
 * Sends the API what its document allows and what it forbids, for so many seconds, and checks every answer.
 * @returns the report
 * @throws {FindingsError} when an answer is not as the document says
 */
export async function fuzz(program: string, tools: Tools, run: FuzzRun): Promise<string> {
  const request = createRequest(run.url, run.key);
  return withoutNewWebhooks(request, async () => runSchemathesis(program, tools, run, await makeObjects(request)));
}

async function runSchemathesis(
  program: string,
  tools: Tools,
  { url, seconds, seed, onLine }: FuzzRun,
  objects: NodeJS.ProcessEnv,
): Promise<string> {
  const lines: string[] = [];
  const args = ['-m', 'schemathesis.cli', '--no-color', '--config-file', join(__dirname, 'schemathesis.toml')];
  const run = ['run', `${url}/openapi.json`, '--seed', String(seed), '--max-time', String(seconds)];
  const started = await tools.supervisor.start({
    command: program,
    args: [...args, ...run],
    cwd: __dirname,
    env: { ...tools.env, ...objects, PYTHONDONTWRITEBYTECODE: '1', PYTHONUNBUFFERED: '1' },
    onLine: (line) => {
      lines.push(line);
      onLine?.(line);
    },
  });
  const code = await started.exited;
  if (code !== 0) throw new FindingsError(lines.join('\n'));
  return lines.join('\n');
}

/** The message is what schemathesis printed. */
export class FindingsError extends Error {
  override name = 'FindingsError';
}
