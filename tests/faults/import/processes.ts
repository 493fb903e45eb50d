import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(__dirname, '../../..');

/** A program of ours as operators run it, which a test may kill. */
export interface RunningProgram {
  pid: number;
  /** SIGKILL: no farewell. Resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts `apps/<name>/main.ts`, and resolves when it says that it is ready. @throws with its last words when it ends before */
export async function startProgram(name: 'api' | 'worker', env: Record<string, string>): Promise<RunningProgram> {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', `apps/${name}/main.ts`], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  let said = '';
  await new Promise<void>((ready, fail) => {
    const listen = (chunk: Buffer): void => {
      said = (said + chunk.toString()).slice(-4_000);
      if (said.includes(`"msg":"${name} ready"`)) ready();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    void gone.then(() => fail(new Error(`The ${name} ended before it was ready: ${said}`)));
  });
  return {
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
