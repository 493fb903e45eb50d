/** What to do with a frame for one listener. */
export type FrameDecision = 'send' | 'drop' | 'cut';

/** Tracks how far behind one listener is. Time is passed in, in ms of any monotonic clock. */
export interface Backpressure {
  /** @param waitingBytes bytes sent that are still buffered in this process */
  offer(waitingBytes: number, frameBytes: number, nowMs: number): FrameDecision;
}

/**
 * A listener that is `capBytes` behind loses frames; one that stays behind for `cutAfterMs` is disconnected. A listener
 * that hovers at the cap stays behind: after an overflow, its buffer must fall to half the cap before it counts as
 * caught up.
 */
export function createBackpressure({ capBytes, cutAfterMs }: { capBytes: number; cutAfterMs: number }): Backpressure {
  let behindSinceMs: number | undefined;
  return {
    offer: (waitingBytes, frameBytes, nowMs) => {
      const fits = waitingBytes + frameBytes <= capBytes;
      if (!fits) behindSinceMs ??= nowMs;
      else if (waitingBytes <= capBytes / 2) behindSinceMs = undefined;
      if (behindSinceMs !== undefined && nowMs - behindSinceMs >= cutAfterMs) return 'cut';
      return fits ? 'send' : 'drop';
    },
  };
}
