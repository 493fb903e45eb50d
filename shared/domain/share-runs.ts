interface Running<T> {
  /** Resolves when the run is over, or has taken too long. It never rejects. */
  over: Promise<unknown>;
  /** The following run, shared by all that were asked for during this one. */
  next?: Promise<T>;
}

/**
 * Lets concurrent runs with the same key share one. A run that is asked for during another shares the next one, so every
 * run starts after it was asked for: what it reads is as new as if it ran alone. A shared run gets the input of the one
 * who asked for it first.
 * @param waitFor waits until a run is over, for a bounded time, and never rejects
 */
export function shareRuns<T, Input>(
  run: (key: string, input: Input) => Promise<T>,
  waitFor: (run: Promise<T>) => Promise<unknown>,
): (key: string, input: Input) => Promise<T> {
  const running = new Map<string, Running<T>>();
  const start = (key: string, input: Input): Promise<T> => {
    const result = run(key, input);
    const current: Running<T> = { over: waitFor(result) };
    running.set(key, current);
    void current.over.then(() => {
      if (current.next === undefined) running.delete(key);
    });
    return result;
  };
  return (key, input) => {
    const current = running.get(key);
    return current === undefined ? start(key, input) : (current.next ??= current.over.then(() => start(key, input)));
  };
}
