import { shareRuns } from '../../domain/share-runs';
import { waitForSettled } from './wait-for-settled';

/** A query that hangs delays the following one for at most this long. */
const maxWaitMs = 1_000;

/**
 * Lets concurrent reads of the same key share a query, which returns no older state than a query of their own. The result
 * is shared too: it must not be changed.
 */
export const shareReads = <T>(read: (key: string) => Promise<T>): ((key: string) => Promise<T>) => {
  const shared = shareRuns<T, undefined>(read, (query) => waitForSettled(query, maxWaitMs));
  return (key) => shared(key, undefined);
};
