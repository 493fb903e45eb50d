import type { ProgramName } from '../data-dir';
import { shorten, type Terminal } from '../terminal';
import { exitReason, type ShowLine } from './log-lines';
import { StoppingError, type Command, type SupervisedProcess, type Supervisor } from './supervisor';

/** One program of the stack: how it is started, how one knows it is ready, and what of its output is shown. */
export interface Program {
  name: ProgramName;
  command: Omit<Command, 'onLine'>;
  /** Settles when it is ready for work; `printed` resolves with the first matching line of its output. */
  ready(printed: (matches: (line: string) => boolean) => Promise<string>): Promise<unknown>;
  show: ShowLine;
  /** How long it may take to end. */
  graceMs: number;
}

/** What keeping a program running needs of its surroundings. */
export interface Surroundings {
  supervisor: Supervisor;
  terminal: Terminal;
  log: (line: string) => void;
  onPid: (pid: number | null) => void;
  sleep?: (ms: number) => Promise<void>;
}

/** A program that is started again whenever it ends. */
export interface KeptProgram {
  stop(): Promise<void>;
}

const LAST_LINES = 15;
const STEADY_AFTER_MS = 60_000;
const sleepFor = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** 1 s, 2 s, 4 s ... 30 s. */
export const restartInMs = (failuresInARow: number) => Math.min(30_000, 1000 * 2 ** failuresInARow);

/**
 * Starts a program, waits until it is ready, and from then on starts it again whenever it ends.
 * @throws {Error} with its last lines, when the first start fails: then something is wrong that waiting does not mend
 */
export async function keepRunning(program: Program, around: Surroundings): Promise<KeptProgram> {
  const { terminal, onPid, sleep = sleepFor } = around;
  let stopping = false;
  const isStopping = () => stopping;
  let current = await startOnce(program, around, isStopping);
  const watch = async () => {
    for (let failures = 0; ; failures += 1) {
      const sinceMs = Date.now();
      const code = await current.exited;
      if (isStopping()) return;
      onPid(null);
      if (Date.now() - sinceMs > STEADY_AFTER_MS) failures = 0;
      const waitMs = restartInMs(failures);
      terminal.say(`${program.name} ended (${exitReason(code)}); it is started again in ${waitMs / 1000} s.`);
      await sleep(waitMs);
      if (isStopping()) return;
      try {
        current = await startOnce(program, around, isStopping);
        terminal.say(`${program.name} is back.`);
      } catch (error) {
        if (error instanceof StoppingError) return;
        terminal.say(error instanceof Error ? error.message : String(error));
      }
    }
  };
  void watch();
  return {
    async stop() {
      stopping = true;
      await current.stop(program.graceMs);
      onPid(null);
    },
  };
}

async function startOnce(
  program: Program,
  around: Surroundings,
  isStopping: () => boolean,
): Promise<SupervisedProcess> {
  const lastLines: string[] = [];
  const listeners = new Set<(line: string) => void>();
  const onLine: Command['onLine'] = (line, from) => {
    around.log(line);
    lastLines.push(line);
    if (lastLines.length > LAST_LINES) lastLines.shift();
    listeners.forEach((listener) => listener(line));
    const shown = isStopping() ? undefined : program.show(line, from);
    if (shown !== undefined) around.terminal.say(shorten(`${program.name} ${shown}`, around.terminal.columns));
  };
  const started = await around.supervisor.start({ ...program.command, onLine });
  around.onPid(started.pid);
  const printed = (matches: (line: string) => boolean) =>
    new Promise<string>((done) =>
      listeners.add((line) => {
        if (matches(line)) done(line);
      }),
    );
  const ended = started.exited.then((code) => {
    throw new Error(exitReason(code));
  });
  try {
    await Promise.race([program.ready(printed), ended]);
    ended.catch(() => undefined);
  } catch (error) {
    await started.stop(1000);
    around.onPid(null);
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${program.name} did not start: ${why}\n${lastLines.map((line) => `  | ${line}`).join('\n')}`, {
      cause: error,
    });
  }
  listeners.clear();
  return started;
}
