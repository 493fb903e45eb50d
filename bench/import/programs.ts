import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createProcesses, type ApiProcess, type TestProcess } from '../../tests/support/processes';

/** The service as production runs it, on its own servers. */
export interface MeasuredService {
  temporalAddress: string;
  start(): Promise<{ api: ApiProcess; worker: TestProcess }>;
  end(): Promise<void>;
}

export async function openService(key: string, more: NodeJS.ProcessEnv = {}): Promise<MeasuredService> {
  const processes = createProcesses();
  const [temporal, mongo] = await Promise.all([
    processes.temporal({ priority: 'low' }),
    processes.mongo({ inMemory: true }),
  ]);
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    MONGODB_URI: mongo.uri,
    TEMPORAL_ADDRESS: temporal.address,
    OUTDIAL_MASTER_KEY: randomBytes(32).toString('base64'),
    OUTDIAL_BOOTSTRAP_KEY: key,
    OUTDIAL_DEMO: 'true',
    NODE_ENV: 'production',
    ...more,
  };
  return {
    temporalAddress: temporal.address,
    start: async () => {
      const [api, worker] = await Promise.all([processes.api(env), processes.worker(env)]);
      return { api, worker };
    },
    end: () => processes.end(),
  };
}

const readProc = (program: TestProcess, file: string): string => readFileSync(`/proc/${program.pid()}/${file}`, 'utf8');

/** Returns the resident memory, in MB. */
export const memoryMb = (program: TestProcess): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readProc(program, 'status'))?.[1] ?? 0) / 1024;

/** Returns the processor time, in seconds. */
export function cpuSeconds(program: TestProcess): number {
  const [user = '0', system = '0'] = readProc(program, 'stat').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
  return (Number(user) + Number(system)) / 100;
}
