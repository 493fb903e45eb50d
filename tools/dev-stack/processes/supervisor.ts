import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { lowerPriority } from './priority';

/** A command and the reader of its output. */
export interface Command {
  command: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  onLine?: (line: string, from: 'stdout' | 'stderr') => void;
  /** If low, other programs go before this one where both want the processor. */
  priority?: 'low';
}

/** A program that ends with this process, even when this process is killed by SIGKILL. */
export interface SupervisedProcess {
  /** The id of the program itself, not of its wrapper process. */
  pid: number;
  /** Its exit code, 128 + n for signal n; never rejects. */
  exited: Promise<number>;
  /** Sends SIGTERM to the program and its children, and SIGKILL after the grace period. */
  stop(graceMs: number): Promise<number>;
  kill(): void;
}

/** The supervisor is shutting down and starts nothing more. */
export class StoppingError extends Error {
  override name = 'StoppingError';
}

/** Starts programs and keeps track of those that run. */
export interface Supervisor {
  /** @throws {StoppingError} after `refuseNew` */
  start(command: Command): Promise<SupervisedProcess>;
  /** Rejects every later start. */
  refuseNew(): void;
  stopAll(graceMs: number): Promise<void>;
  /** Sends SIGKILL to every program. */
  killAll(): void;
}

/** Starts every program through `supervised.mjs`, which ends it when this process dies. */
export function createSupervisor(): Supervisor {
  const running = new Set<SupervisedProcess>();
  let stopping = false;
  return {
    async start(command) {
      if (stopping) throw new StoppingError(`${command.command} is not started: the launcher is shutting down.`);
      const supervised = await startSupervised(command);
      running.add(supervised);
      void supervised.exited.then(() => running.delete(supervised));
      return supervised;
    },
    refuseNew() {
      stopping = true;
    },
    killAll: () => running.forEach((supervised) => supervised.kill()),
    async stopAll(graceMs) {
      await Promise.all([...running].map((supervised) => supervised.stop(graceMs)));
    },
  };
}

async function startSupervised({ command, args, env, cwd, onLine, priority }: Command): Promise<SupervisedProcess> {
  const wrapper = spawn(process.execPath, [resolve(__dirname, 'supervised.mjs'), command, ...args], {
    // Its own session: Ctrl-C must not end the wrappers before their programs.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: env ?? process.env,
    cwd,
  });
  for (const from of ['stdout', 'stderr'] as const) forEachLine(wrapper[from], (line) => onLine?.(line, from));
  const pid = await waitForPid(wrapper, command);
  if (priority === 'low') lowerPriority(pid);
  const exited = new Promise<number>((done) => {
    wrapper.once('close', (code) => {
      // No code: the wrapper itself was killed. Its program must not run on without supervision.
      if (code === null) killGroup(pid);
      done(code ?? 137);
    });
  });
  return {
    pid,
    exited,
    stop(graceMs) {
      if (wrapper.connected) wrapper.send({ stopWithinMs: graceMs });
      return exited;
    },
    kill: () => killGroup(pid),
  };
}

function forEachLine(stream: Readable | null, onLine: (line: string) => void): void {
  if (stream) createInterface({ input: stream, crlfDelay: Infinity }).on('line', onLine);
}

function waitForPid(wrapper: ChildProcess, command: string): Promise<number> {
  return new Promise((done, fail) => {
    wrapper.once('error', fail);
    wrapper.once('message', (message: { pid?: number; error?: string }) => {
      if (message.pid === undefined)
        fail(new Error(`${command} cannot be started: ${message.error ?? 'unknown reason'}`));
      else done(message.pid);
    });
    wrapper.once('close', () => fail(new Error(`${command} cannot be started: its wrapper process exited at once.`)));
  });
}

/** Kills a program and its children: each program leads its own process group. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has already exited.
  }
}
