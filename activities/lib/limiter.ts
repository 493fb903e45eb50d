/** Runs at most so many operations concurrently; the others wait in order. */
export type Limiter = <T>(operation: () => Promise<T>) => Promise<T>;

/** @param concurrency the maximum; a function is asked when an operation begins or ends, and its answer may change */
export function createLimiter(concurrency: number | (() => number)): Limiter {
  const maximum = typeof concurrency === 'number' ? () => concurrency : concurrency;
  let running = 0;
  // Those that have waited longest come first.
  const queue: (() => void)[] = [];
  const admit = (): void => {
    while (queue.length > 0 && running < maximum()) {
      running++;
      queue.shift()?.();
    }
  };
  return async (operation) => {
    await new Promise<void>((resolve) => {
      queue.push(resolve);
      admit();
    });
    try {
      return await operation();
    } finally {
      running--;
      admit();
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
