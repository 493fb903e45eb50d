import { waitForSettled } from './wait-for-settled';

interface Reading<T> {
  /** Resolves when the query has succeeded, failed or taken too long. */
  settled: Promise<unknown>;
  /** The following query, shared by every read that was requested during this one. */
  next?: Promise<T>;
}

/** A query that hangs delays the following one for at most this long. */
const maxWaitMs = 1_000;

/**
 * Lets concurrent reads of the same key share a query. A read that arrives during a query shares the next one, so every
 * read's query starts after the read was requested and returns no older state than a query of its own. The result is
 * shared too: it must not be changed.
 */
export function shareReads<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const readings = new Map<string, Reading<T>>();
  const startRead = (key: string): Promise<T> => {
    const result = read(key);
    const reading: Reading<T> = { settled: waitForSettled(result, maxWaitMs) };
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
