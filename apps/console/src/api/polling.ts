import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { isKeptByEvents } from '../lib/event-queries';
import { usePreferences } from '../lib/preferences';
import { useIsStreaming } from './live-events';

const liveMs = 2_000;
const idleMs = 10_000;
/** For what events keep current: what they do not say, such as a new limit, is seen within this time. */
const keptMs = 30_000;
/** What an action has set in motion is seen for so long as if it were live. */
const afterActionMs = 15_000;
let actedAtMs = -Infinity;

interface PollingOptions {
  refetchInterval: (query: { queryKey: readonly unknown[] }) => number | false;
}

/**
 * The options of a query that follows what it shows: every 2 s while something of it is live or an action was just made, else every
 * 10 s; every 30 s while the stream of events keeps it current; not at all in a hidden tab or while updates are held.
 * @param hasSpeech a call in it is in progress: what is said is no event
 */
export function usePolling(isLive = false, hasSpeech = false): PollingOptions {
  const [{ updates }] = usePreferences();
  const isStreaming = useIsStreaming();
  return {
    refetchInterval: ({ queryKey }) => {
      if (updates === 'held') return false;
      if (hasSpeech || performance.now() - actedAtMs < afterActionMs) return liveMs;
      if (isStreaming && isKeptByEvents(queryKey)) return keptMs;
      return isLive ? liveMs : idleMs;
    },
  };
}

/** Returns a function that fetches again what is shown, because something has changed. */
export function useInvalidation(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => {
    actedAtMs = performance.now();
    return client.invalidateQueries();
  }, [client]);
}
