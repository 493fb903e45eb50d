/**
 * Does something with each item, with a bound on how many are under way. One that fails does not stop the others.
 * @returns how many failed
 */
export async function forEachBounded<T>(
  items: readonly T[],
  inFlight: number,
  act: (item: T) => Promise<void>,
): Promise<number> {
  const waiting = items.values();
  let failed = 0;
  const work = async (): Promise<void> => {
    for (const item of waiting) {
      await act(item).catch(() => {
        failed++;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(inFlight, items.length) }, work));
  return failed;
}
