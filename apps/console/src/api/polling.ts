import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { usePreferences } from '../lib/preferences';

const liveMs = 2_000;
const idleMs = 10_000;

/**
 * The options of a query that follows what it shows: every 2 s while something of it is live, else every 10 s, and not at
 * all in a hidden tab or while updates are held.
 */
export function usePolling(isLive = false): { refetchInterval: number | false } {
  const [{ updates }] = usePreferences();
  if (updates === 'held') return { refetchInterval: false };
  return { refetchInterval: isLive ? liveMs : idleMs };
}

/** Returns a function that fetches again what is shown, because something has changed. */
export function useInvalidation(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries(), [client]);
}
