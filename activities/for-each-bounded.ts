/** Lets so many things be under way at one time; the others wait in line. */
export type Bound = <T>(act: () => Promise<T>) => Promise<T>;

export function createBound(atOnce: number): Bound {
  let free = atOnce;
  const line: (() => void)[] = [];
  return async (act) => {
    if (free > 0) free--;
    else await new Promise<void>((go) => line.push(go));
    try {
      return await act();
    } finally {
      // A place that is left goes to whoever waits longest, and is free only when nobody does.
      const next = line.shift();
      if (next) next();
      else free++;
    }
  };
}

/**
 * Does something with each item, with a bound on how many are under way. One that fails does not stop the others.
 * @param bound a number, or a bound that is shared with others
 * @returns how many failed
 */
export async function forEachBounded<T>(
  items: readonly T[],
  bound: number | Bound,
  act: (item: T) => Promise<void>,
): Promise<number> {
  const within = typeof bound === 'number' ? createBound(bound) : bound;
  let failed = 0;
  const noteFailure = (): void => {
    failed++;
  };
  await Promise.all(items.map((item) => within(() => act(item)).catch(noteFailure)));
  return failed;
}
