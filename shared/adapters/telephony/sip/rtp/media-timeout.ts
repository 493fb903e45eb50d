/** How long the other side's audio may be missing (ms): from the answer on, and once it was heard. */
const [firstMs, laterMs] = [30_000, 15_000];

/** Finds out that the audio of the other side has stopped. */
export interface MediaTimeout {
  /** Whether audio must arrive: the call is answered, and not held. */
  expect(isExpected: boolean, nowMs: number): void;
  /** A packet arrived. */
  heard(nowMs: number): void;
  isOver(nowMs: number): boolean;
}

export function createMediaTimeout(): MediaTimeout {
  let sinceMs: number | undefined;
  let hasHeard = false;
  return {
    expect: (isExpected, nowMs) => {
      sinceMs = isExpected ? (sinceMs ?? nowMs) : undefined;
    },
    heard: (nowMs) => {
      if (sinceMs === undefined) return;
      hasHeard = true;
      sinceMs = nowMs;
    },
    isOver: (nowMs) => sinceMs !== undefined && nowMs - sinceMs > (hasHeard ? laterMs : firstMs),
  };
}
