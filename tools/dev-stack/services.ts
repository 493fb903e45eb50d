import { resolve } from 'node:path';
import type { Program } from './processes/keep-running';
import { waitUntil } from './processes/wait-until';
import { projectRoot } from './settings';

const READY_TIMEOUT_MS = 120_000;
const RESPONSE_TIMEOUT_MS = 5_000;

/** The API process: ready when it has said that it listens, and then itself answers that it is. */
export function createApiProgram(env: NodeJS.ProcessEnv, baseUrl: string): Omit<Program, 'show'> {
  return {
    name: 'api',
    command: buildTsxCommand('apps/api/main.ts', env),
    async ready(waitForLine) {
      await waitForLine(/"msg":"api.listening"/, READY_TIMEOUT_MS);
      await waitUntil('GET /readyz does not answer 200', READY_TIMEOUT_MS, async () => {
        const response = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
        if (response.status !== 200) throw new Error(`it answers ${response.status}`);
      });
    },
    graceMs: 3_000,
  };
}

/** The worker process: ready when it says so, for it has no port. */
export function createWorkerProgram(env: NodeJS.ProcessEnv): Omit<Program, 'show'> {
  return {
    name: 'worker',
    command: buildTsxCommand('apps/worker/main.ts', env),
    ready: (waitForLine) => waitForLine(/"msg":"worker ready"/, READY_TIMEOUT_MS),
    graceMs: 5_000,
  };
}

function buildTsxCommand(file: string, env: NodeJS.ProcessEnv): Program['command'] {
  return { command: process.execPath, args: ['--import', 'tsx', resolve(projectRoot, file)], env, cwd: projectRoot };
}
