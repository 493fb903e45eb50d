/** Time for the simulator: real by default, a fake one in unit tests. */
export interface SimulatorClock {
  /** Unix time in ms. */
  nowMs(): number;
  /** Calls `fn` once after `ms`; the returned function takes that back. */
  setTimer(fn: () => void, ms: number): () => void;
}

/** `setTimeout` fires at once above this. */
const maxTimerMs = 2 ** 31 - 1;

/** A clock that starts at the wall clock's time and from then on never jumps, so that audio stays contiguous. */
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

/** The timers of one call, so that the end of the call can clear them all. */
export interface Timers {
  after(ms: number, fn: () => void): () => void;
  clear(): void;
}

/** Timers of one call on the given clock. */
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
