import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';

/** A process of ours under measurement. */
export interface Program {
  /** Resident memory, in MB. */
  memoryMb(): number;
  stop(): Promise<void>;
}

/** Starts `apps/<name>/main.ts` and waits until it says that it is ready. */
export async function startProgram(
  name: 'api' | 'worker',
  root: string,
  env: Record<string, string>,
): Promise<Program> {
  const child = spawn(process.execPath, ['--import', 'tsx', `apps/${name}/main.ts`], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-2_000);
      if (said.includes(`"msg":"${name} ready"`)) resolve();
    });
    void gone.then(() => reject(new Error(`The ${name} ended: ${said}`)));
  });
  return {
    memoryMb: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid ?? 0}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    stop: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
