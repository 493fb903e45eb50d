import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** How long a program may be inactive. It only ends a hang: no machine is so slow that a program at work is inactive for so long. */
export const HANG_LIMIT_MS = 600_000;

const CHECK_MS = 1_000;
/** An idle process wakes up now and then. A process at work uses more than this share of a processor, even among many others. */
const IDLE_SHARE = 1 / 600;
/** Linux counts in these units on every architecture that Node supports. */
const CLOCK_TICK_MS = 10;
const INACTIVITY_IS_SHOWN_AFTER_MS = 15_000;

/** A process, and what shows that it goes on. */
export interface WatchedProcess {
  pid: number;
  /** Shows progress that is not processor time, such as the size of a file: each change counts as activity. */
  observe?: (() => unknown) | undefined;
  /** After how long without activity it counts as hanging. */
  limitMs?: number | undefined;
  readProcessorMs?: ((pid: number) => number | undefined) | undefined;
}

/** Watches one process. */
export interface LivenessWatch {
  /** Rejects when the process has been inactive for the limit. */
  hangs: Promise<never>;
  /** The process has printed something. */
  active: () => void;
  /** Describes what the process shows: how much it works, or how long it has been inactive. */
  describe: () => string;
  stop: () => void;
}

/** A process was inactive for too long. */
export class HangError extends Error {
  override name = 'HangError';
}

/**
 * Watches the activity of a process: what it prints, its processor time and what `observe` returns. Time counts by checks
 * and not by the clock, so neither a suspended machine nor a starved watcher makes a process look dead.
 * @param onCheck called after each check that finds it alive
 */
export function watchLiveness(
  { pid, observe, limitMs = HANG_LIMIT_MS, readProcessorMs = processorMsOf }: WatchedProcess,
  onCheck?: (watch: LivenessWatch) => void,
): LivenessWatch {
  let usedMs = readProcessorMs(pid) ?? 0;
  let usedBeforeMs = usedMs;
  let observed = observe?.();
  let inactiveMs = 0;
  const active = () => {
    inactiveMs = 0;
    usedBeforeMs = usedMs;
  };
  const check = () => {
    usedMs = readProcessorMs(pid) ?? usedMs;
    inactiveMs += CHECK_MS;
    const now = observe?.();
    if (now !== observed || usedMs - usedBeforeMs > inactiveMs * IDLE_SHARE) active();
    observed = now;
  };
  let timer: NodeJS.Timeout;
  const hangs = new Promise<never>((_, fail) => {
    timer = setInterval(() => {
      check();
      if (inactiveMs < limitMs) return onCheck?.(watch);
      clearInterval(timer);
      fail(new HangError(`it has been inactive for ${formatLimit(limitMs)}`));
    }, CHECK_MS);
  });
  // Nothing waits for it anymore after the watch was stopped.
  hangs.catch(() => undefined);
  const watch: LivenessWatch = {
    hangs,
    active,
    describe: () =>
      inactiveMs < INACTIVITY_IS_SHOWN_AFTER_MS
        ? `at work, ${(usedMs / 1000).toFixed(1)} s of processor time`
        : `inactive for ${inactiveMs / 1000} s, given up after ${formatLimit(limitMs)}`,
    stop: () => clearInterval(timer),
  };
  return watch;
}

/** Formats a limit for a message: "10 min", "30 s". */
export const formatLimit = (ms: number): string => (ms % 60_000 === 0 ? `${ms / 60_000} min` : `${ms / 1000} s`);

/** The processor time of a process and of its children that have ended; `undefined` if it cannot be known. */
export function processorMsOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces, so the fields are counted from its end.
    const ticks = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15);
    return ticks.reduce((sum, field) => sum + Number(field), 0) * CLOCK_TICK_MS;
  } catch {
    return process.platform === 'linux' ? undefined : readPsTime(pid);
  }
}

/** Systems without `/proc`: `ps` prints `[[days-]hours:]minutes:seconds`. */
function readPsTime(pid: number): number | undefined {
  try {
    const printed = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const [seconds = 0, minutes = 0, hours = 0, days = 0] = printed.split(/[:-]/).map(Number).reverse();
    return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
  } catch {
    return undefined;
  }
}
