import type { AriEvent, AriEvents } from './events';

/** The events of one channel, from before it is created. None is lost before there is a listener. */
export interface ChannelWatch {
  /** Waits for an event, also one that has arrived. @returns `undefined` if it does not arrive within the time */
  until(holds: (event: AriEvent) => boolean, withinMs: number): Promise<AriEvent | undefined>;
  /** Hands over all events so far, and then each as it arrives. Only one listener can have them. */
  handle(listener: (event: AriEvent, atMs: number) => void): void;
  stop(): void;
}

/** Begins to watch a channel. @param nowMs a Unix time: when each event arrived */
export function watchChannel(events: AriEvents, channelId: string, nowMs: () => number): ChannelWatch {
  const arrived: { event: AriEvent; atMs: number }[] = [];
  const waiting = new Set<(event: AriEvent) => void>();
  let listener: ((event: AriEvent, atMs: number) => void) | undefined;
  const stop = events.onChannel(channelId, (event) => {
    const atMs = nowMs();
    for (const check of [...waiting]) check(event);
    if (listener === undefined) arrived.push({ event, atMs });
    else listener(event, atMs);
  });
  return {
    until: (holds, withinMs) =>
      new Promise((resolve) => {
        const found = arrived.find(({ event }) => holds(event));
        if (found !== undefined) {
          resolve(found.event);
          return;
        }
        const end = (event: AriEvent | undefined): void => {
          clearTimeout(timer);
          waiting.delete(check);
          resolve(event);
        };
        const check = (event: AriEvent): void => {
          if (holds(event)) end(event);
        };
        const timer = setTimeout(end, withinMs, undefined);
        waiting.add(check);
      }),
    handle: (next) => {
      listener = next;
      for (const { event, atMs } of arrived.splice(0)) next(event, atMs);
    },
    stop,
  };
}
