import { resolve } from 'node:path';
import { showPinoWarnings, type ShowLine } from './processes/log-lines';
import type { Program } from './processes/keep-running';
import { until } from './processes/until';
import { projectRoot } from './settings';

const READY_WITHIN_MS = 120_000;
const ANSWER_WITHIN_MS = 5_000;

/** The API process; ready when it says so itself. */
export function apiProgram(env: NodeJS.ProcessEnv, baseUrl: string, show: ShowLine = showPinoWarnings): Program {
  return {
    name: 'api',
    command: typescript('apps/api/main.ts', env),
    ready: () =>
      until('GET /readyz does not answer 200', READY_WITHIN_MS, async () => {
        const response = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
        if (response.status !== 200) throw new Error(`it answers ${response.status}`);
      }),
    show,
    graceMs: 3_000,
  };
}

/** The worker process; ready when its log says so: it has no port of its own. */
export function workerProgram(env: NodeJS.ProcessEnv, show: ShowLine = showPinoWarnings): Program {
  return {
    name: 'worker',
    command: typescript('apps/worker/main.ts', env),
    ready: (printed) => printed((line) => line.startsWith('{') && line.includes('"msg":"worker ready"')),
    show,
    graceMs: 5_000,
  };
}

function typescript(file: string, env: NodeJS.ProcessEnv): Program['command'] {
  return { command: process.execPath, args: ['--import', 'tsx', resolve(projectRoot, file)], env, cwd: projectRoot };
}
