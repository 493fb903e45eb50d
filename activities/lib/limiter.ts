/** Lets so many things be under way at one time; the others wait in line. */
export type Limiter = <T>(act: () => Promise<T>) => Promise<T>;

export function createLimiter(concurrency: number): Limiter {
  let free = concurrency;
  const queue: (() => void)[] = [];
  return async (act) => {
    if (free > 0) free--;
    else await new Promise<void>((go) => queue.push(go));
    try {
      return await act();
    } finally {
      // A place that is left goes to whoever waits longest, and is free only when nobody does.
      const next = queue.shift();
      if (next) next();
      else free++;
    }
  };
}

/**
 * Does something with each item, with a bound on how many are under way. One that fails does not stop the others.
 * @param limiter a number, or a bound that is shared with others
 * @returns how many failed
 */
export async function forEachLimited<T>(
  items: readonly T[],
  limiter: number | Limiter,
  act: (item: T) => Promise<void>,
): Promise<number> {
  const run = typeof limiter === 'number' ? createLimiter(limiter) : limiter;
  let failed = 0;
  const noteFailure = (): void => {
    failed++;
  };
  await Promise.all(items.map((item) => run(() => act(item)).catch(noteFailure)));
  return failed;
}
