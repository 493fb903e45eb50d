import type { ProgramName } from '../data-dir';
import { shorten, type Terminal } from '../terminal';
import { formatExit, type ShowLine } from './log-lines';
import { StoppingError, type Command, type SupervisedProcess, type Supervisor } from './supervisor';
import { TimeoutError } from './wait-until';

/** One program of the stack: how it is started, how one knows it is ready, and what of its output is shown. */
export interface Program {
  name: ProgramName;
  command: Omit<Command, 'onLine'>;
  /** Settles when it is ready for work. */
  ready(waitForLine: WaitForLine): Promise<unknown>;
  show: ShowLine;
  /** How long it may take to end. */
  graceMs: number;
}

/**
 * Resolves when the program has printed such a line. Only its own words prove that it is this program that listens: on a
 * port that somebody else took a moment before, somebody else answers.
 */
export type WaitForLine = (line: RegExp, timeoutMs: number) => Promise<void>;

/** What keeping a program running needs of its surroundings. */
export interface SupervisionContext {
  supervisor: Supervisor;
  terminal: Terminal;
  log: (line: string) => void;
  onPid: (pid: number | null) => void;
  sleep?: (ms: number) => Promise<void>;
}

/** A program that is started again whenever it ends. */
export interface RunningProgram {
  stop(): Promise<void>;
}

const MAX_LAST_LINES = 15;
const STOP_FAILED_TIMEOUT_MS = 1_000;
const STABLE_AFTER_MS = 60_000;
const sleepFor = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** 1 s, 2 s, 4 s ... 30 s. */
export const restartDelayMs = (failuresInARow: number) => Math.min(30_000, 1000 * 2 ** failuresInARow);

/**
 * Starts a program, waits until it is ready, and from then on starts it again whenever it ends.
 * @throws {Error} with its last lines, when the first start fails: then something is wrong that waiting does not mend
 */
export async function keepRunning(program: Program, context: SupervisionContext): Promise<RunningProgram> {
  const { terminal, onPid, sleep = sleepFor } = context;
  let stopping = false;
  const isStopping = () => stopping;
  let current = await startOnce(program, context, isStopping);
  let failures = 0;
  const restart = async (message: string): Promise<void> => {
    const waitMs = restartDelayMs(failures);
    failures += 1;
    terminal.print(`${message}; it is started again in ${waitMs / 1000} s.`);
    await sleep(waitMs);
    if (isStopping()) return;
    try {
      current = await startOnce(program, context, isStopping);
      terminal.print(`${program.name} is back.`);
    } catch (error) {
      if (error instanceof StoppingError) return;
      await restart(error instanceof Error ? error.message : String(error));
    }
  };
  const watch = async () => {
    while (!isStopping()) {
      const sinceMs = Date.now();
      const code = await current.exited;
      if (isStopping()) return;
      onPid(null);
      if (Date.now() - sinceMs > STABLE_AFTER_MS) failures = 0;
      await restart(`${program.name} ended (${formatExit(code)})`);
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
  context: SupervisionContext,
  isStopping: () => boolean,
): Promise<SupervisedProcess> {
  const output = createOutputBuffer();
  const onLine: Command['onLine'] = (line, from) => {
    context.log(line);
    output.add(line);
    const shown = isStopping() ? undefined : program.show(line, from);
    if (shown !== undefined) context.terminal.print(shorten(`${program.name} ${shown}`, context.terminal.columns));
  };
  const started = await context.supervisor.start({ ...program.command, onLine });
  context.onPid(started.pid);
  const ended = started.exited.then((code) => {
    throw new Error(formatExit(code));
  });
  // It may end long after this start is over.
  ended.catch(() => undefined);
  try {
    await Promise.race([program.ready(output.printed), ended]);
  } catch (error) {
    await started.stop(STOP_FAILED_TIMEOUT_MS);
    context.onPid(null);
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${program.name} did not start: ${why}\n${output.lastLines()}`, { cause: error });
  }
  return started;
}

/** What a starting program has said so far, and who waits for it to say something. */
function createOutputBuffer(): { add(line: string): void; printed: WaitForLine; lastLines(): string } {
  const lines: string[] = [];
  const listeners = new Set<(line: string) => void>();
  return {
    add(line) {
      lines.push(line);
      if (lines.length > MAX_LAST_LINES) lines.shift();
      listeners.forEach((listener) => listener(line));
    },
    printed: (pattern, timeoutMs) =>
      new Promise((done, fail) => {
        const timer = setTimeout(() => {
          listeners.delete(listener);
          fail(new TimeoutError(`it has not said ${String(pattern)} within ${timeoutMs / 1000} s`));
        }, timeoutMs);
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
