import type { ProgramName } from '../data-dir';
import { shorten, type Terminal } from '../terminal';
import { exitReason, type ShowLine } from './log-lines';
import { StoppingError, type Command, type SupervisedProcess, type Supervisor } from './supervisor';
import { TimeoutError } from './until';

/** One program of the stack: how it is started, how one knows it is ready, and what of its output is shown. */
export interface Program {
  name: ProgramName;
  command: Omit<Command, 'onLine'>;
  /** Settles when it is ready for work. */
  ready(printed: Printed): Promise<unknown>;
  show: ShowLine;
  /** How long it may take to end. */
  graceMs: number;
}

/**
 * Resolves when the program has printed such a line. Only its own words prove that it is this program that listens: on a
 * port that somebody else took a moment before, somebody else answers.
 */
export type Printed = (line: RegExp, withinMs: number) => Promise<void>;

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
const STOP_FAILED_WITHIN_MS = 1_000;
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
  let failures = 0;
  const startAgain = async (news: string): Promise<void> => {
    const waitMs = restartInMs(failures);
    failures += 1;
    terminal.say(`${news}; it is started again in ${waitMs / 1000} s.`);
    await sleep(waitMs);
    if (isStopping()) return;
    try {
      current = await startOnce(program, around, isStopping);
      terminal.say(`${program.name} is back.`);
    } catch (error) {
      if (error instanceof StoppingError) return;
      await startAgain(error instanceof Error ? error.message : String(error));
    }
  };
  const watch = async () => {
    while (!isStopping()) {
      const sinceMs = Date.now();
      const code = await current.exited;
      if (isStopping()) return;
      onPid(null);
      if (Date.now() - sinceMs > STEADY_AFTER_MS) failures = 0;
      await startAgain(`${program.name} ended (${exitReason(code)})`);
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
  const output = createOutput();
  const onLine: Command['onLine'] = (line, from) => {
    around.log(line);
    output.add(line);
    const shown = isStopping() ? undefined : program.show(line, from);
    if (shown !== undefined) around.terminal.say(shorten(`${program.name} ${shown}`, around.terminal.columns));
  };
  const started = await around.supervisor.start({ ...program.command, onLine });
  around.onPid(started.pid);
  const ended = started.exited.then((code) => {
    throw new Error(exitReason(code));
  });
  // It may end long after this start is over.
  ended.catch(() => undefined);
  try {
    await Promise.race([program.ready(output.printed), ended]);
  } catch (error) {
    await started.stop(STOP_FAILED_WITHIN_MS);
    around.onPid(null);
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${program.name} did not start: ${why}\n${output.lastLines()}`, { cause: error });
  }
  return started;
}

/** What a starting program has said so far, and who waits for it to say something. */
function createOutput(): { add(line: string): void; printed: Printed; lastLines(): string } {
  const lines: string[] = [];
  const listeners = new Set<(line: string) => void>();
  return {
    add(line) {
      lines.push(line);
      if (lines.length > LAST_LINES) lines.shift();
      listeners.forEach((listener) => listener(line));
    },
    printed: (pattern, withinMs) =>
      new Promise((done, fail) => {
        const timer = setTimeout(() => {
          listeners.delete(listener);
          fail(new TimeoutError(`it has not said ${String(pattern)} within ${withinMs / 1000} s`));
        }, withinMs);
        const listener = (line: string) => {
          if (!pattern.test(line)) return;
          clearTimeout(timer);
          listeners.delete(listener);
          done();
        };
        listeners.add(listener);
        lines.forEach(listener);
      }),
    lastLines: () => lines.map((line) => `  | ${line}`).join('\n'),
  };
}
