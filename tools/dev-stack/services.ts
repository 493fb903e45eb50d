import type { Program } from './processes/keep-running';
import { HANG_LIMIT_MS } from './processes/liveness';
import { waitUntil } from './processes/wait-until';
import { programArguments } from './programs';
import { projectRoot } from './settings';
import { shorten } from './terminal';

/** Of one request; another follows. */
const RESPONSE_TIMEOUT_MS = 30_000;
const MAX_BODY_COLUMNS = 200;

/** Creates the program of the API. It is ready when it has logged that it listens and /readyz answers 200. */
export function createApiProgram(env: NodeJS.ProcessEnv, baseUrl: string): Omit<Program, 'show'> {
  return {
    name: 'api',
    command: commandOf('api', env),
    async ready(waitForLine, report) {
      await waitForLine(/"msg":"api.listening"/);
      const check = async () => {
        const response = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
        const body = shorten(await response.text(), MAX_BODY_COLUMNS);
        if (response.status !== 200) throw new Error(`it answers ${response.status} ${body}`);
      };
      await waitUntil('GET /readyz has not answered 200', HANG_LIMIT_MS, check, report);
    },
    graceMs: 3_000,
  };
}

/** Creates the program of the worker. It has no port, so its log line says when it is ready. */
export function createWorkerProgram(env: NodeJS.ProcessEnv): Omit<Program, 'show'> {
  return {
    name: 'worker',
    command: commandOf('worker', env),
    ready: (waitForLine) => waitForLine(/"msg":"worker\.started"/),
    // Calls are hung up after two seconds; their recordings have two more.
    graceMs: 10_000,
  };
}

const commandOf = (name: 'api' | 'worker', env: NodeJS.ProcessEnv): Program['command'] => ({
  command: process.execPath,
  args: programArguments(name),
  env,
  cwd: projectRoot,
});
