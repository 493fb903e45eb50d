interface Reading<T> {
  /** Settles when the query has ended, however. */
  over: Promise<unknown>;
  /** The one after it, for all who asked meanwhile. */
  next?: Promise<T>;
}

/** A query that hangs holds up no others for longer than this. */
const patienceMs = 1_000;

/**
 * Lets concurrent readers of the same thing share a query. Who asks while one is under way shares the next one: each reader's query begins
 * after they asked, so that nobody sees an older state than with a query of their own.
 * What is read is shared too: it must not be changed.
 */
export function sharedReads<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const readings = new Map<string, Reading<T>>();
  const begin = (key: string): Promise<T> => {
    const result = read(key);
    const reading: Reading<T> = { over: endOf(result) };
    readings.set(key, reading);
    void reading.over.then(() => {
      if (reading.next === undefined) readings.delete(key);
    });
    return result;
  };
  return (key) => {
    const reading = readings.get(key);
    return reading === undefined ? begin(key) : (reading.next ??= reading.over.then(() => begin(key)));
  };
}

/** Resolves when a promise has settled, or when it takes too long. */
function endOf(promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    promise.then(end, end);
  });
}
