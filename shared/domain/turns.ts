/** The effects that turns depend on, so that tests can pass time in. */
export interface TurnEffects {
  /** A monotonic clock, in ms. */
  nowMs: () => number;
  /** How long the thread has had nothing to do since it started, in ms. */
  idleMs: () => number;
  sleep: (ms: number) => Promise<unknown>;
}

/** Pauses a computation when its turn is over. @returns how long it computed in its earlier turns, in ms */
export type Pace = () => Promise<number>;

/** Shares one thread between long computations and everything else that it does. */
export interface Turns {
  /**
   * Runs a computation that calls `pace` between its steps. A step should take a few milliseconds at most, and must not
   * wait for anything else.
   * @param owner the organization that it computes for
   */
  run<T>(owner: string, compute: (pace: Pace) => Promise<T>): Promise<T>;
}

/** Converts items one after another, in turns with the other work of the process. */
export type InTurns = <Item, Result>(items: readonly Item[], convert: (item: Item) => Result) => Promise<Result[]>;

/** Short enough to delay neither a request nor a frame of live audio noticeably. */
const turnMs = 1;
/** A busy process still computes this often. */
const maxPauseMs = 20;

/**
 * Creates turns for one process. Only one computation runs at a time, for about a millisecond. Then the process does its
 * other work for as long or, if that leaves it no idle time, for longer; then the next organization has its turn. So any
 * number of computations together use half a core of an idle process and a twentieth of a busy one, and an organization
 * waits for one turn of each other one, however many computations they have.
 */
export function createTurns({ nowMs, idleMs, sleep }: TurnEffects): Turns {
  const pauseFor = async (ranMs: number): Promise<void> => {
    const [startedMs, idleBeforeMs] = [nowMs(), idleMs()];
    do await sleep(ranMs);
    while (idleMs() - idleBeforeMs < ranMs / 2 && nowMs() - startedMs < maxPauseMs);
  };
  /** In the order of their next turns. */
  const waiting = new Map<string, (() => void)[]>();
  let isBusy = false;
  const startNext = (): void => {
    const [next] = waiting;
    if (isBusy || next === undefined) return;
    const [owner, [start, ...others]] = next;
    waiting.delete(owner);
    if (others.length > 0) waiting.set(owner, others);
    isBusy = true;
    start?.();
  };
  const beginTurn = async (owner: string): Promise<{ ranMs: () => number; end: () => void }> => {
    await new Promise<void>((resolve) => {
      waiting.set(owner, [...(waiting.get(owner) ?? []), resolve]);
      startNext();
    });
    const startedMs = nowMs();
    const ranMs = (): number => nowMs() - startedMs;
    const end = (): void => {
      void pauseFor(ranMs()).then(() => {
        isBusy = false;
        startNext();
      });
    };
    return { ranMs, end };
  };
  return {
    run: async (owner, compute) => {
      let turn = await beginTurn(owner);
      let computedMs = 0;
      const pace: Pace = async () => {
        const ranMs = turn.ranMs();
        if (ranMs < turnMs) return computedMs;
        computedMs += ranMs;
        turn.end();
        turn = await beginTurn(owner);
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
