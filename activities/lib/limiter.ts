/** Runs at most so many operations concurrently; the others wait in order. */
export type Limiter = <T>(operation: () => Promise<T>) => Promise<T>;

export function createLimiter(concurrency: number): Limiter {
  let free = concurrency;
  const queue: (() => void)[] = [];
  return async (operation) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await operation();
    } finally {
      // A released slot goes to the operation that has waited longest.
      const next = queue.shift();
      if (next) next();
      else free++;
    }
  };
}

/**
 * Processes each item, at most so many concurrently. A failure does not stop the others.
 * @param limiter the maximum, or a limiter that is shared with other loops
 * @returns how many failed
 */
export async function forEachLimited<T>(
  items: readonly T[],
  limiter: number | Limiter,
  process: (item: T) => Promise<void>,
): Promise<number> {
  const run = typeof limiter === 'number' ? createLimiter(limiter) : limiter;
  let failed = 0;
  const countFailure = (): void => {
    failed++;
  };
  await Promise.all(items.map((item) => run(() => process(item)).catch(countFailure)));
  return failed;
}
