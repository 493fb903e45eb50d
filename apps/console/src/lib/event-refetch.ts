import { followsEvent, followsEvents, paceMsOf, type EventSubject } from './event-queries.ts';

/** A query that the page shows. */
export interface ShownQuery {
  hash: string;
  key: readonly unknown[];
  /** When its answer arrived, in unix ms; 0 before the first. */
  updatedMs: number;
  isFetching: boolean;
}

interface RefetchDeps {
  shown: () => readonly ShownQuery[];
  refetch: (hashes: ReadonlySet<string>) => void;
  nowMs: () => number;
  /** @returns a function that cancels it */
  startTimer: (waitMs: number, end: () => void) => () => void;
}

/** Events come in groups: what one request can answer is asked for once. */
const gatherMs = 200;

/**
 * Fetches again what events change, each query no more often than its pace however many events there are. A query that is being
 * fetched is fetched once more afterwards, because its answer may be older than the event.
 */
export function createEventRefetch({ shown, refetch, nowMs, startTimer }: RefetchDeps) {
  const dueMs = new Map<string, number>();
  let cancelTimer: (() => void) | undefined;

  const plan = (queries: readonly ShownQuery[]): void => {
    for (const { hash, key, updatedMs } of queries)
      if (!dueMs.has(hash)) dueMs.set(hash, Math.max(nowMs() + gatherMs, updatedMs + paceMsOf(key)));
    arm();
  };
  const arm = (): void => {
    cancelTimer?.();
    cancelTimer = undefined;
    if (dueMs.size === 0) return;
    cancelTimer = startTimer(Math.max(0, Math.min(...dueMs.values()) - nowMs()), run);
  };
  const run = (): void => {
    cancelTimer = undefined;
    const now = nowMs();
    const queries = new Map(shown().map((query) => [query.hash, query]));
    const ready = new Set<string>();
    for (const [hash, atMs] of dueMs) {
      const query = queries.get(hash);
      if (query === undefined) dueMs.delete(hash);
      else if (atMs <= now && query.isFetching) dueMs.set(hash, now + gatherMs);
      else if (atMs <= now) ready.add(hash);
    }
    for (const hash of ready) dueMs.delete(hash);
    if (ready.size > 0) refetch(ready);
    arm();
  };
  return {
    onEvent: (event: EventSubject): void => plan(shown().filter(({ key }) => followsEvent(key, event))),
    /** Events may have been missed. */
    onGap: (): void => plan(shown().filter(({ key }) => followsEvents(key))),
    stop: (): void => {
      cancelTimer?.();
      dueMs.clear();
    },
  };
}
