/** The simulator's clock: real by default, fake in unit tests. */
export interface SimulatorClock {
  /** Unix time in ms. */
  nowMs(): number;
  /** Calls `fn` once after `ms`. @returns a function that cancels the timer */
  setTimer(fn: () => void, ms: number): () => void;
}

/** `setTimeout` fires immediately for longer delays. */
const maxTimerMs = 2 ** 31 - 1;

/** Creates a clock that starts at the wall clock's time and never jumps afterwards, so that audio stays contiguous. */
export function createRealClock(): SimulatorClock {
  const originMs = Date.now() - performance.now();
  return {
    nowMs: () => Math.floor(originMs + performance.now()),
    setTimer: (fn, ms) => {
      const timer = setTimeout(fn, Math.min(ms, maxTimerMs));
      return () => clearTimeout(timer);
    },
  };
}

/** The timers of one call, which the end of the call clears together. */
export interface Timers {
  after: (ms: number, fn: () => void) => () => void;
  clear: () => void;
}

/** Creates the timers of one call on the given clock. */
export function createTimers(clock: SimulatorClock): Timers {
  const cancels = new Set<() => void>();
  return {
    after: (ms, fn) => {
      const stop = clock.setTimer(
        () => {
          cancels.delete(cancel);
          fn();
        },
        Math.max(0, Math.ceil(ms)),
      );
      const cancel = () => {
        cancels.delete(cancel);
        stop();
      };
      cancels.add(cancel);
      return cancel;
    },
    clear: () => cancels.forEach((cancel) => cancel()),
  };
}
