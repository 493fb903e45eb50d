import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from '../job/build';

const root = join(__dirname, '../..');

/** A process of ours under measurement. */
export interface Program {
  /** Resident memory, in MB. */
  memoryMb(): number;
  /** Time that it had a core, in seconds. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/** What `npm run start:<name>` tells node. */
function argumentsOf(name: 'api' | 'worker'): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return (scripts[`start:${name}`] ?? '').split(' ').slice(1);
}

/** The options of node that production runs a program with. */
export const nodeOptionsOf = (name: 'api' | 'worker'): string[] =>
  argumentsOf(name).filter((argument) => argument.startsWith('--'));

/** What `npm run start:<name>` runs, with the build that is measured in the place of `dist`. */
const commandOf = (name: 'api' | 'worker', built: string): string[] =>
  argumentsOf(name).map((arg) => (arg.startsWith('dist/') ? join(built, arg.slice('dist/'.length)) : arg));

/** What both programs are told, on servers of their own. */
export const programEnv = (at: { temporal: string; mongo: string; port: number; key: string }) => ({
  MONGODB_URI: at.mongo,
  TEMPORAL_ADDRESS: at.temporal,
  OUTDIAL_MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
  OUTDIAL_BOOTSTRAP_KEY: at.key,
  OUTDIAL_DEMO: 'true',
  PORT: String(at.port),
  NODE_ENV: 'production',
});

/** Starts a program as production runs it, and waits until it says that it is ready. */
export async function startProgram(name: 'api' | 'worker', env: Record<string, string>): Promise<Program> {
  const { folder } = await build();
  const child = spawn(process.execPath, commandOf(name, folder), {
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
  const proc = (file: string): string => readFileSync(`/proc/${child.pid ?? 0}/${file}`, 'utf8');
  return {
    memoryMb: () => Number(/VmRSS:\s+(\d+)/.exec(proc('status'))?.[1] ?? 0) / 1024,
    cpuSeconds: () => {
      const [user = '0', system = '0'] = proc('stat').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
      return (Number(user) + Number(system)) / 100;
    },
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
