import { resolve } from 'node:path';
import type { Program } from './processes/keep-running';
import { until } from './processes/until';
import { projectRoot } from './settings';

const READY_WITHIN_MS = 120_000;
const ANSWER_WITHIN_MS = 5_000;

/** The API process: ready when it has said that it listens, and then itself answers that it is. */
export function apiProgram(env: NodeJS.ProcessEnv, baseUrl: string): Omit<Program, 'show'> {
  return {
    name: 'api',
    command: typescript('apps/api/main.ts', env),
    async ready(printed) {
      await printed(/"msg":"api ready"/, READY_WITHIN_MS);
      await until('GET /readyz does not answer 200', READY_WITHIN_MS, async () => {
        const response = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
        if (response.status !== 200) throw new Error(`it answers ${response.status}`);
      });
    },
    graceMs: 3_000,
  };
}

/** The worker process: ready when it says so, for it has no port. */
export function workerProgram(env: NodeJS.ProcessEnv): Omit<Program, 'show'> {
  return {
    name: 'worker',
    command: typescript('apps/worker/main.ts', env),
    ready: (printed) => printed(/"msg":"worker ready"/, READY_WITHIN_MS),
    graceMs: 5_000,
  };
}

function typescript(file: string, env: NodeJS.ProcessEnv): Program['command'] {
  return { command: process.execPath, args: ['--import', 'tsx', resolve(projectRoot, file)], env, cwd: projectRoot };
}
