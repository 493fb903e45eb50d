import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** What to run, and who reads its output. */
export interface Command {
  command: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  onLine?: (line: string, from: 'stdout' | 'stderr') => void;
}

/** A program that ends when this process does, even by SIGKILL. */
export interface SupervisedProcess {
  /** Of the program itself, not of the small process that watches it. */
  pid: number;
  /** Its exit code, 128 + n for signal n; never rejects. */
  exited: Promise<number>;
  /** SIGTERM to the program and all it started, SIGKILL after the grace. */
  stop(graceMs: number): Promise<number>;
  kill(): void;
}

/** Nothing is started any more: everything is being ended. */
export class StoppingError extends Error {
  override name = 'StoppingError';
}

/** Starts programs and knows which of them still run. */
export interface Supervisor {
  /** @throws {StoppingError} after `refuseNew` */
  start(command: Command): Promise<SupervisedProcess>;
  /** From here on nothing is started, whatever is still under way. */
  refuseNew(): void;
  stopAll(graceMs: number): Promise<void>;
  /** The hard way out. */
  killAll(): void;
}

/** Starts every program through `supervised.mjs`, which holds on to it by a pipe that closes when we die. */
export function createSupervisor(): Supervisor {
  const running = new Set<SupervisedProcess>();
  let stopping = false;
  return {
    async start(command) {
      if (stopping) throw new StoppingError(`${command.command} is not started: everything is being ended.`);
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

async function startSupervised({ command, args, env, cwd, onLine }: Command): Promise<SupervisedProcess> {
  const wrapper = spawn(process.execPath, [resolve(__dirname, 'supervised.mjs'), command, ...args], {
    // Its own session: a Ctrl-C meant for us must not end the watchdogs before the programs.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: env ?? process.env,
    cwd,
  });
  for (const from of ['stdout', 'stderr'] as const) forEachLine(wrapper[from], (line) => onLine?.(line, from));
  const pid = await waitForPid(wrapper, command);
  const exited = new Promise<number>((done) => {
    wrapper.once('close', (code) => {
      // Without a code the watchdog itself was killed; its program must not live on unwatched.
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
    wrapper.once('exit', () => fail(new Error(`${command} cannot be started: its watchdog ended at once.`)));
  });
}

/** Ends a program and what it started: each program leads a process group of its own. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
