/** Something of which only so much may be under way at a time. */
export interface Bound {
  of: string;
  limit: number;
}

/** Takes a place under every one of some bounds. @returns how to leave it, which does nothing the second time; `undefined` when one is full */
export type TakePlace = (bounds: readonly Bound[]) => (() => void) | undefined;

/** Counts what is under way, by this process's count. */
export function createPlaces(): TakePlace {
  const taken = new Map<string, number>();
  const add = (of: string, change: number): void => {
    const count = (taken.get(of) ?? 0) + change;
    if (count > 0) taken.set(of, count);
    else taken.delete(of);
  };
  return (bounds) => {
    if (bounds.some(({ of, limit }) => (taken.get(of) ?? 0) >= limit)) return undefined;
    for (const { of } of bounds) add(of, 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      for (const { of } of bounds) add(of, -1);
    };
  };
}
