import { join } from 'node:path';
import { obtainPython, type Tools } from '../../support/python-packages';
import { createRequest } from '../../support/requests';
import { makeObjects, withoutNewWebhooks } from './objects';

/** A Python with schemathesis. @throws {NotObtainableError} */
export const obtainSchemathesis = (tools: Tools): Promise<string> =>
  obtainPython('schemathesis', join(__dirname, 'requirements.txt'), tools);

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
