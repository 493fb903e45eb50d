/** Sends a request every 50 ms while `isRunning`. @returns the 95th percentile of the response times, in ms */
export async function measureP95While(send: () => Promise<unknown>, isRunning: () => boolean): Promise<number> {
  const times: number[] = [];
  while (isRunning()) {
    const seconds = createStopwatch();
    await send();
    times.push(seconds() * 1000);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? NaN;
}

/** @returns a function that returns the seconds elapsed */
export function createStopwatch(): () => number {
  const begin = performance.now();
  return () => (performance.now() - begin) / 1000;
}
