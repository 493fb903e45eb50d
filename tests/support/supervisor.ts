import { spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { lowerPriority } from '../../tools/dev-stack/processes/priority';
import {
  killGroup,
  StoppingError,
  type Command,
  type SupervisedProcess,
  type Supervisor,
} from '../../tools/dev-stack/processes/supervisor';

/** After a program has ended, its children are given this long to close its output. */
const lastOutputMs = 1_000;

/**
 * Reads the process groups that run, `+ ID`, and those that have ended, `- ID`. Its input ends with this process, however that ends; then
 * it kills what still runs.
 */
const watchGroups = `
groups=' '
while read -r change group; do
  case $change in
    +) groups="$groups$group " ;;
    -) groups="\${groups%% $group *} \${groups#* $group }" ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
`;

/** Jest loads the project's modules anew for each file: the files of a process share one shell. */
const ofProcess = globalThis as { [key: symbol]: ChildProcess | undefined };
const watcherOfProcess = Symbol.for('outdial.tests.group-watcher');

function groupWatcher(): ChildProcess {
  const running = ofProcess[watcherOfProcess];
  if (running?.exitCode === null && running.signalCode === null) return running;
  const watcher = spawn('sh', ['-c', watchGroups], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  watcher.stdin.on('error', () => undefined);
  letProcessEnd(watcher);
  return (ofProcess[watcherOfProcess] = watcher);
}

/** This process ends without waiting for a program. */
function letProcessEnd(program: ChildProcess): void {
  program.unref();
  for (const stream of program.stdio) (stream as Socket | null)?.unref();
}

/** A program that lasts as long as this process does, which does not wait for it. */
export interface TestCommand extends Command {
  lasting?: boolean;
}

export interface TestSupervisor extends Supervisor {
  start(command: TestCommand): Promise<SupervisedProcess>;
}

/**
 * Starts programs as the launcher's supervisor does: each leads a process group, and none outlives this process, even if that is killed by
 * SIGKILL. One shell watches all programs of a process; the launcher has a process of Node for each, which also lets it shut down.
 */
export function createTestSupervisor(): TestSupervisor {
  const running = new Set<SupervisedProcess>();
  let stopping = false;
  return {
    async start(command) {
      if (stopping) throw new StoppingError(`${command.command} is not started: its test has ended.`);
      const program = await startWatched(command);
      running.add(program);
      void program.exited.then(() => running.delete(program));
      return program;
    },
    refuseNew() {
      stopping = true;
    },
    killAll: () => running.forEach((program) => program.kill()),
    async stopAll(graceMs) {
      await Promise.all([...running].map((program) => program.stop(graceMs)));
    },
  };
}

async function startWatched({ lasting, ...command }: TestCommand): Promise<SupervisedProcess> {
  const program = spawn(command.command, command.args, {
    detached: true,
    env: command.env ?? process.env,
    cwd: command.cwd,
  });
  const exited = watchExit(program);
  for (const from of ['stdout', 'stderr'] as const)
    createInterface({ input: program[from], crlfDelay: Infinity }).on('line', (line) => command.onLine?.(line, from));
  program.stdin.on('error', () => undefined);
  await new Promise<void>((done, fail) => {
    program.once('spawn', done);
    program.once('error', (error) => fail(new Error(`${command.command} cannot be started: ${error.message}`)));
  });
  const pid = program.pid!;
  if (command.priority === 'low') lowerPriority(pid);
  if (lasting) letProcessEnd(program);
  return {
    pid,
    exited,
    stop(graceMs) {
      signalGroup(pid, 'SIGTERM');
      const timer = setTimeout(() => killGroup(pid), graceMs);
      void exited.then(() => clearTimeout(timer));
      return exited;
    },
    kill: () => killGroup(pid),
  };
}

/** Resolves with the exit code, 128 + n for signal n, when the program and its children are gone. */
function watchExit(program: ChildProcess): Promise<number> {
  const { pid } = program;
  if (pid === undefined) return new Promise(() => undefined);
  const report = (change: '+' | '-') => groupWatcher().stdin?.write(`${change} ${pid}\n`);
  report('+');
  return new Promise((done) => {
    program.once('exit', (code, signal) => {
      killGroup(pid);
      report('-');
      const leave = () => done(code ?? 128 + constants.signals[signal!]);
      program.once('close', leave);
      setTimeout(leave, lastOutputMs).unref();
    });
  });
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}
