/** What becomes of a frame for one listener. */
export type FrameDecision = 'send' | 'drop' | 'cut';

/** Follows how far behind one listener is. Time is an argument, in ms on any clock that only goes forward. */
export interface Backpressure {
  /** @param waitingBytes what was sent and has not left this process yet */
  offer(waitingBytes: number, frameBytes: number, nowMs: number): FrameDecision;
}

/**
 * A listener who is behind by `capBytes` loses frames; one who has been behind for `cutAfterMs` is cut. Somebody who takes just enough
 * to hover at the cap is behind all the same: who overflowed must come down to half of it to count as having caught up.
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
