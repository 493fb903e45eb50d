/** The effects that turns depend on, so that tests can pass time in. */
export interface TurnEffects {
  /** A monotonic clock, in ms. */
  nowMs: () => number;
  sleep: (ms: number) => Promise<unknown>;
}

/** Pauses a computation when its turn is over. @returns how long it computed in its earlier turns, in ms */
export type Pace = () => Promise<number>;

/** Shares one thread between long computations and everything else that it does. */
export interface Turns {
  /**
   * Runs a computation that calls `pace` between its steps. A step should take a few milliseconds at most, and must not
   * wait for anything else.
   */
  run<T>(compute: (pace: Pace) => Promise<T>): Promise<T>;
}

/** Short enough to delay neither a request nor a frame of live audio noticeably. */
const turnMs = 5;

/**
 * Creates turns for one process. Only one computation runs at a time, for a few milliseconds; then the process has as
 * long for its other work, and the next computation has its turn. So any number of computations use half a core
 * together, and none holds up the others or the event loop.
 */
export function createTurns({ nowMs, sleep }: TurnEffects): Turns {
  let last: Promise<unknown> = Promise.resolve();
  const beginTurn = async (): Promise<{ ranMs: () => number; end: () => void }> => {
    const previous = last;
    let end: (ranMs: number) => void = () => undefined;
    last = new Promise<number>((resolve) => (end = resolve)).then(sleep);
    await previous;
    const startedMs = nowMs();
    const ranMs = (): number => nowMs() - startedMs;
    return { ranMs, end: () => end(ranMs()) };
  };
  return {
    run: async (compute) => {
      let turn = await beginTurn();
      let computedMs = 0;
      const pace: Pace = async () => {
        const ranMs = turn.ranMs();
        if (ranMs < turnMs) return computedMs;
        computedMs += ranMs;
        turn.end();
        turn = await beginTurn();
        return computedMs;
      };
      try {
        return await compute(pace);
      } finally {
        turn.end();
      }
    },
  };
}
