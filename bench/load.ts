/** Runs a function `count` times with bounded concurrency. @returns runs per second */
export async function measureRate(
  count: number,
  concurrency: number,
  run: (index: number) => Promise<unknown>,
): Promise<number> {
  const startedMs = performance.now();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await run(index);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return (count * 1000) / (performance.now() - startedMs);
}

/** Measures `count` sequential runs, in ms. */
export async function measureDurations(count: number, run: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < count; index++) {
    const startedMs = performance.now();
    await run();
    taken.push(performance.now() - startedMs);
  }
  return taken;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
