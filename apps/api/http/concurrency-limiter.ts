/** Something of which only so much may be under way at a time. */
export interface ConcurrencyLimit {
  key: string;
  limit: number;
}

/** Takes a place under every one of some bounds. @returns how to leave it, which does nothing the second time; `undefined` when one is full */
export type ConcurrencyLimiter = (limits: readonly ConcurrencyLimit[]) => (() => void) | undefined;

/** Counts what is under way, by this process's count. */
export function createConcurrencyLimiter(): ConcurrencyLimiter {
  const active = new Map<string, number>();
  const add = (of: string, change: number): void => {
    const count = (active.get(of) ?? 0) + change;
    if (count > 0) active.set(of, count);
    else active.delete(of);
  };
  return (limits) => {
    if (limits.some(({ key: of, limit }) => (active.get(of) ?? 0) >= limit)) return undefined;
    for (const { key: of } of limits) add(of, 1);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      for (const { key: of } of limits) add(of, -1);
    };
  };
}
