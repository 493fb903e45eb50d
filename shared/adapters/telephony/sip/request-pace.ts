/** How many requests of the other side a call may get at once, and then each second. A call needs few: keys, holds, the timer. */
const [burst, perSecond] = [50, 20];

/** Bounds the requests in one dialog: each may change the call, and is stored. */
export interface RequestPace {
  /** @returns false for one too many */
  take(nowMs: number): boolean;
}

export function createRequestPace(): RequestPace {
  let tokens = burst;
  let lastMs: number | undefined;
  return {
    take: (nowMs) => {
      tokens = Math.min(burst, tokens + (Math.max(0, nowMs - (lastMs ?? nowMs)) / 1_000) * perSecond);
      lastMs = nowMs;
      if (tokens < 1) return false;
      tokens--;
      return true;
    },
  };
}
