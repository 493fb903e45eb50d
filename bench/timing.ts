/** Sends a request every 50 ms while `isRunning`. @returns the response times, in ms */
export async function measureWhile(send: () => Promise<unknown>, isRunning: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (isRunning()) {
    const seconds = createStopwatch();
    await send();
    times.push(seconds() * 1000);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return times;
}

/** The 95th percentile. */
export const p95Of = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? NaN;

/** The processor time of a task, in seconds: other programs on the machine change it less than its duration. */
export function cpuSecondsOf(act: () => void): number {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** @returns a function that returns the seconds elapsed */
export function createStopwatch(): () => number {
  const begin = performance.now();
  return () => (performance.now() - begin) / 1000;
}
