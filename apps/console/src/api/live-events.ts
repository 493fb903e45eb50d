import { useEffect, useSyncExternalStore } from 'react';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Event } from '@outdial/client';
import { followEvents, OutdialError } from '@outdial/client/events';
import { createEventRefetch } from '../lib/event-refetch';
import { usePreferences } from '../lib/preferences';
import { createVisibleStream, type StreamReports } from '../lib/visible-stream';
import { useRefusal } from './session';
import { meOptions } from './sign-in';

let isStreaming = false;
const watchers = new Set<() => void>();
const listeners = new Set<(event: Event) => void>();

function setStreaming(value: boolean): void {
  isStreaming = value;
  for (const watcher of watchers) watcher();
}

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** Whether events arrive as they happen. */
export const useIsStreaming = (): boolean => useSyncExternalStore(watch, () => isStreaming);

/** Gives every event of the tab's stream to a function, which must stay the same one. */
export function useEvents(listener: (event: Event) => void): void {
  useEffect(() => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [listener]);
}

const startTimer = (waitMs: number, end: () => void): (() => void) => {
  const timer = window.setTimeout(end, waitMs);
  return () => window.clearTimeout(timer);
};

/** Browsers open six connections to a host over HTTP/1.1, over all of their tabs: the requests of the pages need some of them. */
const streamsOfBrowser = 3;

/** Runs `act` when fewer tabs of this browser stream than may. Until then the tab asks now and then, as without a stream. */
async function whenFree(signal: AbortSignal, act: () => Promise<void>): Promise<void> {
  const nameOf = (slot: number): string => `outdial-events-${slot}`;
  const actIfFree = async (lock: Lock | null): Promise<boolean> => {
    if (lock !== null) await act();
    return lock !== null;
  };
  for (let slot = 1; slot < streamsOfBrowser; slot++)
    if (await navigator.locks.request(nameOf(slot), { ifAvailable: true }, actIfFree)) return;
  await navigator.locks.request(nameOf(streamsOfBrowser), { signal }, act);
}

async function follow(signal: AbortSignal, { onOpen, onLost, onItem }: StreamReports<Event>): Promise<void> {
  const transport = { baseUrl: window.location.origin, headers: {} };
  // A gap needs no further care: whenever the stream opens, all that it concerns is fetched again.
  const options = { signal, onOpen, onReconnect: onLost };
  await whenFree(signal, async () => {
    for await (const { event } of followEvents(transport, {}, options)) onItem(event);
  });
}

function createRefetch(client: QueryClient) {
  return createEventRefetch({
    shown: () =>
      client
        .getQueryCache()
        .findAll({ type: 'active' })
        .map(({ queryHash, queryKey, state }) => ({
          hash: queryHash,
          key: queryKey,
          updatedMs: state.dataUpdatedAt,
          isFetching: state.fetchStatus === 'fetching',
        })),
    refetch: (hashes) =>
      void client.refetchQueries({ type: 'active', predicate: ({ queryHash }) => hashes.has(queryHash) }),
    nowMs: Date.now,
    startTimer,
  });
}

function openLiveEvents(client: QueryClient): () => void {
  const refetch = createRefetch(client);
  const stream = createVisibleStream<Event>({
    follow,
    startTimer,
    onOpen: refetch.onGap,
    onChange: setStreaming,
    onItem: (event) => {
      refetch.onEvent(event);
      for (const listener of listeners) listener(event);
    },
    onRefused: (error) => {
      if (error instanceof OutdialError && error.status === 401)
        void client.refetchQueries({ queryKey: meOptions.queryKey });
    },
  });
  const look = (): void => stream.setVisible(document.visibilityState === 'visible');
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    stream.stop();
    refetch.stop();
  };
}

/** Follows the events of the organization while the tab is seen, and fetches again what they change. One for each tab. */
export function useLiveEvents(): void {
  const client = useQueryClient();
  const [{ updates }] = usePreferences();
  const refusal = useRefusal('jobs:read');
  const isWanted = updates === 'live' && refusal === undefined;
  useEffect(() => (isWanted ? openLiveEvents(client) : undefined), [client, isWanted]);
}
