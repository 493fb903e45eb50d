import type { SupervisedProcess } from '../../tools/dev-stack/processes/supervisor';
import type { TestCommand, TestSupervisor } from './supervisor';
import { until } from './until';

const readyWithinMs = 60_000;
const lastLines = 30;

/** A process that a test may kill as a power cut would, and start again with what it left behind. */
export interface TestProcess {
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>;
  /** Sends a signal, SIGTERM unless another is named, and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number>;
  /** Starts it again after it has ended. */
  start(): Promise<void>;
  running(): boolean;
  pid(): number;
  /** Resolves with the exit code of the current run. */
  exited(): Promise<number>;
  /** The last lines that this run printed. */
  output(): string;
  /** Everything that all runs have printed, or one stream of it. */
  printed(from?: 'stdout' | 'stderr'): string;
}

/** Waits for a text in what a program prints. */
export const untilPrinted = (printed: () => string, text: string): Promise<string> =>
  until(printed, (seen) => seen.includes(text), readyWithinMs);

/**
 * The one way in which tests and benches start a process.
 * @throws with its last lines when it ends, or fails, before `ready` resolves
 */
export async function startProgram(
  supervisor: TestSupervisor,
  command: TestCommand,
  ready: (printed: () => string) => Promise<unknown>,
): Promise<TestProcess> {
  const name = [command.command, ...command.args].join(' ');
  const all: { line: string; from: string }[] = [];
  let lines: string[] = [];
  let current: SupervisedProcess | undefined;
  let exited: Promise<number> = Promise.reject(new Error(`${name} has not been started.`));
  exited.catch(() => undefined);
  const explain = (what: string): string => `${name} ${what}:\n${lines.slice(-lastLines).join('\n')}`;

  const start = async (): Promise<void> => {
    lines = [];
    const started = await supervisor.start({
      ...command,
      onLine: (line, from) => {
        lines.push(line);
        all.push({ line, from });
        command.onLine?.(line, from);
      },
    });
    current = started;
    exited = started.exited.then((code) => {
      if (current === started) current = undefined;
      return code;
    });
    const ended = exited.then((code) => Promise.reject(new Error(explain(`ended (${code}) before it was ready`))));
    try {
      await Promise.race([ready(() => lines.join('\n')), ended]);
    } catch (error) {
      started.kill();
      const message = error instanceof Error ? error.message : String(error);
      throw message.startsWith(name) ? error : new Error(explain(`is not ready: ${message}`), { cause: error });
    } finally {
      ended.catch(() => undefined);
    }
  };
  const runningProcess = (): SupervisedProcess => {
    if (current === undefined) throw new Error(explain('is not running'));
    return current;
  };

  await start();
  return {
    start,
    kill: async () => {
      current?.kill();
      await exited;
    },
    stop: (signal = 'SIGTERM') => {
      process.kill(runningProcess().pid, signal);
      return exited;
    },
    running: () => current !== undefined,
    pid: () => runningProcess().pid,
    exited: () => exited,
    output: () => lines.slice(-lastLines).join('\n'),
    printed: (from) =>
      all
        .filter((printed) => from === undefined || printed.from === from)
        .map(({ line }) => line)
        .join('\n'),
  };
}
