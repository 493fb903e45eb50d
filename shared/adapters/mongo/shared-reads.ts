interface Reading<T> {
  /** Settles when the query has ended, however. */
  settled: Promise<unknown>;
  /** The one after it, for all who asked meanwhile. */
  next?: Promise<T>;
}

/** A query that hangs holds up no others for longer than this. */
const maxWaitMs = 1_000;

/**
 * Lets concurrent readers of the same thing share a query. Who asks while one is under way shares the next one: each reader's query begins
 * after they asked, so that nobody sees an older state than with a query of their own.
 * What is read is shared too: it must not be changed.
 */
export function shareReads<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const readings = new Map<string, Reading<T>>();
  const startRead = (key: string): Promise<T> => {
    const result = read(key);
    const reading: Reading<T> = { settled: waitForSettled(result) };
    readings.set(key, reading);
    void reading.settled.then(() => {
      if (reading.next === undefined) readings.delete(key);
    });
    return result;
  };
  return (key) => {
    const reading = readings.get(key);
    return reading === undefined ? startRead(key) : (reading.next ??= reading.settled.then(() => startRead(key)));
  };
}

/** Resolves when a promise has settled, or when it takes too long. */
function waitForSettled(promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxWaitMs);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    promise.then(end, end);
  });
}
