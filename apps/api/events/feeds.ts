import type { Logger } from '../../../shared/adapters/logger';
import type { RecordedEvents, RecordedPlace } from '../../../shared/adapters/mongo/recorded-events';
import { createFeed, type Feed, type Reader } from './feed';

/** How often the events of an organization are read while streams are open: two queries a second. */
const readIntervalMs = 500;
/** While reads fail, the log says so this often. */
const logIntervalMs = 60_000;

/** The feeds of the organizations that have readers. */
export interface Feeds {
  /** @returns a function that removes the reader. @throws if the store is unavailable */
  add(orgId: string, reader: Reader, from?: RecordedPlace): Promise<() => void>;
  close(): void;
}

interface RunningFeed {
  feed: Promise<Feed>;
  /** Readers, including those that wait for the first query. */
  users: number;
  stop: () => void;
}

/** Runs one feed for each organization while it has readers. */
export function createFeeds(events: RecordedEvents, logger: Logger): Feeds {
  const running = new Map<string, RunningFeed>();

  const start = (orgId: string): RunningFeed => {
    const feed = createFeed(orgId, events);
    const timer = setInterval(createReading(feed, orgId, logger), readIntervalMs);
    const entry = {
      feed,
      users: 0,
      stop: () => {
        clearInterval(timer);
        if (running.get(orgId) === entry) running.delete(orgId);
      },
    };
    running.set(orgId, entry);
    return entry;
  };
  return {
    add: async (orgId, reader, from) => {
      const entry = running.get(orgId) ?? start(orgId);
      // Counted before the wait, so that a reader that leaves does not stop it.
      entry.users++;
      const leave = (): void => {
        entry.users--;
        if (entry.users === 0) entry.stop();
      };
      try {
        const remove = (await entry.feed).add(reader, from);
        return () => {
          remove();
          leave();
        };
      } catch (error) {
        leave();
        throw error;
      }
    },
    close: () => {
      for (const { stop } of running.values()) stop();
    },
  };
}

/** One read at a time. A read that fails is repeated: the streams wait. */
function createReading(feed: Promise<Feed>, orgId: string, logger: Logger): () => void {
  let isReading = false;
  let loggedMs = -Infinity;
  const read = async (): Promise<void> => {
    try {
      await (await feed).read();
    } catch (error) {
      if (performance.now() - loggedMs < logIntervalMs) return;
      loggedMs = performance.now();
      logger.warn({ orgId, err: error }, 'events.read_failed');
    }
  };
  return () => {
    if (isReading) return;
    isReading = true;
    void read().finally(() => (isReading = false));
  };
}
