import { shorten, type Report, type Terminal } from '../terminal';
import { formatExit, type ShowLine } from './log-lines';
import { formatLimit, HANG_LIMIT_MS, watchLiveness, type WatchedProcess } from './liveness';
import { StoppingError, type Command, type SupervisedProcess, type Supervisor } from './supervisor';

/** One program of the stack: its command, its readiness check and the filter for its output. */
export interface Program {
  name: string;
  command: Omit<Command, 'onLine'>;
  /** Resolves when the program is ready; reports what it still waits for. */
  ready(waitForLine: WaitForLine, report: Report): Promise<unknown>;
  show: ShowLine;
  /** How long it may take to shut down. */
  graceMs: number;
}

/**
 * Resolves when the program has printed a matching line. Only its own output proves that this program listens: another
 * process may have taken the port a moment before, and then it answers.
 */
export type WaitForLine = (line: RegExp) => Promise<void>;

/** The dependencies of `keepRunning`. */
export interface SupervisionContext {
  supervisor: Supervisor;
  terminal: Terminal;
  log: (line: string) => void;
  onPid: (pid: number | null) => void;
  /** The file that `log` writes to; named in the error when the program does not start. */
  logFile?: string;
  /** Shows what a program does that is starting. */
  report?: Report;
  sleep?: (ms: number) => Promise<void>;
  readProcessorMs?: WatchedProcess['readProcessorMs'];
}

/** A program that is restarted whenever it exits. */
export interface RunningProgram {
  stop(): Promise<void>;
}

const MAX_LAST_LINES = 15;
const STOP_FAILED_TIMEOUT_MS = 1_000;
const STABLE_AFTER_MS = 60_000;
/** Then one line says why the wait goes on. */
const SLOW_AFTER_MS = 60_000;
const sleepFor = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Backs off: 1 s, 2 s, 4 s ... 30 s. */
export const restartDelayMs = (failuresInARow: number) => Math.min(30_000, 1000 * 2 ** failuresInARow);

/**
 * Starts a program, waits until it is ready, and restarts it whenever it exits. However long a start takes, only a program
 * that exits or is inactive ends the wait.
 * @throws {Error} with its last lines of output, when the first start fails: retrying would not fix the cause
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
    terminal.print(`${message}; restarting in ${waitMs / 1000} s.`);
    await sleep(waitMs);
    if (isStopping()) return;
    try {
      current = await startOnce(program, context, isStopping);
      terminal.print(`${program.name} is running again.`);
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
      await restart(`${program.name} exited (${formatExit(code)})`);
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
  let whenPrinted = (): void => undefined;
  const onLine: Command['onLine'] = (line, from) => {
    context.log(line);
    output.add(line);
    whenPrinted();
    const shown = isStopping() ? undefined : program.show(line, from);
    if (shown !== undefined) context.terminal.print(shorten(`${program.name} ${shown}`, context.terminal.columns));
  };
  const started = await context.supervisor.start({ ...program.command, onLine });
  context.onPid(started.pid);
  const ended = started.exited.then((code) => {
    throw new Error(`it exited (${formatExit(code)})`);
  });
  // The program may exit long after the start has succeeded.
  ended.catch(() => undefined);
  const start = watchStart(program.name, started.pid, context);
  whenPrinted = start.active;
  try {
    await Promise.race([program.ready(output.printed, start.waitsFor), ended, start.hangs]);
  } catch (error) {
    await started.stop(STOP_FAILED_TIMEOUT_MS);
    context.onPid(null);
    throw new Error(describeFailedStart(program.name, error, output.lastLines(), context.logFile), { cause: error });
  } finally {
    start.stop();
  }
  return started;
}

/** Watches a program that is starting, and shows what it does. */
function watchStart(name: string, pid: number, { terminal, report, readProcessorMs }: SupervisionContext) {
  const sinceMs = performance.now();
  let waitsFor = '';
  let isExplained = false;
  const life = watchLiveness({ pid, readProcessorMs }, (watch) => {
    report?.(`${watch.describe()}${waitsFor === '' ? '' : `; ${waitsFor}`}`);
    if (isExplained || performance.now() - sinceMs < SLOW_AFTER_MS) return;
    isExplained = true;
    const rule = `It is given up only when it exits or is inactive for ${formatLimit(HANG_LIMIT_MS)}.`;
    terminal.print(`${name} is still starting after ${SLOW_AFTER_MS / 1000} s (${watch.describe()}). ${rule}`);
  });
  return { ...life, waitsFor: (reason: string) => (waitsFor = reason) };
}

function describeFailedStart(
  name: string,
  error: unknown,
  lastLines: readonly string[],
  logFile: string | undefined,
): string {
  const reason = error instanceof Error ? error.message : String(error);
  const lines = lastLines.length === 0 ? ['It printed nothing.'] : lastLines.map((line) => `  | ${line}`);
  return [`${name} did not start: ${reason}`, ...lines, ...(logFile === undefined ? [] : [`Log: ${logFile}`])].join(
    '\n',
  );
}

/** Keeps the last lines that a starting program has printed, and resolves those who wait for a line. */
function createOutputBuffer(): { add(line: string): void; printed: WaitForLine; lastLines(): readonly string[] } {
  const lines: string[] = [];
  const listeners = new Set<(line: string) => void>();
  return {
    add(line) {
      lines.push(line);
      if (lines.length > MAX_LAST_LINES) lines.shift();
      listeners.forEach((listener) => listener(line));
    },
    printed: (pattern) =>
      new Promise((done) => {
        const listener = (line: string) => {
          if (!pattern.test(line)) return;
          listeners.delete(listener);
          done();
        };
        listeners.add(listener);
        lines.forEach(listener);
      }),
    lastLines: () => lines,
  };
}
