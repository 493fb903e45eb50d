import type { SimulatorClock } from '../simulated/clock';

/** Waits for a promise, at most so many ms; no timer remains. @returns `undefined` if it takes longer */
export async function atMost<T>(
  clock: Pick<SimulatorClock, 'setTimer'>,
  ms: number,
  promise: Promise<T>,
): Promise<T | undefined> {
  let cancel = (): void => undefined;
  const late = new Promise<undefined>((resolve) => (cancel = clock.setTimer(() => resolve(undefined), ms)));
  try {
    return await Promise.race([promise, late]);
  } finally {
    cancel();
  }
}
