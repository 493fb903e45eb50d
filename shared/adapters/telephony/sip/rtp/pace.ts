import { frameMs } from '../../../../domain/audio/format';
import type { MediaClock, MediaLogger } from './types';

/** One timer for the media of all calls of a process. It runs while there are calls. */
export interface MediaPace {
  /** Calls `tick` about every 20 ms. @returns a function that ends that */
  join(tick: (nowMs: number) => void): () => void;
}

export function createMediaPace(clock: MediaClock, logger?: MediaLogger): MediaPace {
  const members = new Set<(nowMs: number) => void>();
  let nextMs = 0;
  let isRunning = false;
  const run = (): void => {
    const now = clock.nowMs();
    for (const tick of members) {
      try {
        tick(now);
      } catch (error) {
        logger?.warn({ err: error }, 'rtp.tick_failed');
      }
    }
    isRunning = members.size > 0;
    if (isRunning) schedule();
  };
  const schedule = (): void => {
    const now = clock.nowMs();
    nextMs = nextMs + frameMs > now ? nextMs + frameMs : now + frameMs;
    // Timers run before sockets are read: after a stall of the process the packets that wait in the sockets come first.
    clock.setTimer(() => setImmediate(run), nextMs - now);
  };
  return {
    join: (tick) => {
      members.add(tick);
      if (!isRunning) {
        isRunning = true;
        nextMs = clock.nowMs();
        schedule();
      }
      return () => void members.delete(tick);
    },
  };
}
