/** A limit on what may be in progress under a key. */
export interface ConcurrencyLimit {
  key: string;
  limit: number;
}

export interface ConcurrencyLimiter {
  /**
   * Acquires a slot under every limit, or none.
   * @returns the idempotent function that releases the slots; `undefined` if a limit is reached
   */
  acquire(limits: readonly ConcurrencyLimit[]): (() => void) | undefined;
}

/** Counts slots in this process only. */
export function createConcurrencyLimiter(): ConcurrencyLimiter {
  const active = new Map<string, number>();
  const add = (key: string, change: number): void => {
    const count = (active.get(key) ?? 0) + change;
    if (count > 0) active.set(key, count);
    else active.delete(key);
  };
  return {
    acquire: (limits) => {
      if (limits.some(({ key, limit }) => (active.get(key) ?? 0) >= limit)) return undefined;
      for (const { key } of limits) add(key, 1);
      let released = false;
      return () => {
        if (released) return;
        released = true;
        for (const { key } of limits) add(key, -1);
      };
    },
  };
}
