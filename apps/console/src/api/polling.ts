import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { usePreferences } from '../lib/preferences';

const liveMs = 2_000;
const idleMs = 10_000;
/** What an action has set in motion is seen for so long as if it were live. */
const afterActionMs = 15_000;
let actedAtMs = -Infinity;

/**
 * The options of a query that follows what it shows: every 2 s while something of it is live or an action was just made, else
 * every 10 s, and not at all in a hidden tab or while updates are held.
 */
export function usePolling(isLive = false): { refetchInterval: () => number | false } {
  const [{ updates }] = usePreferences();
  return {
    refetchInterval: () => {
      if (updates === 'held') return false;
      return isLive || performance.now() - actedAtMs < afterActionMs ? liveMs : idleMs;
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
