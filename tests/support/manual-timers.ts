/** A clock that stands until it is moved, with timers that follow it. */
export function createManualTimers(startMs = 1_000_000) {
  let nowMs = startMs;
  const timers = new Set<{ atMs: number; end: () => void }>();
  const nextBefore = (untilMs: number) =>
    [...timers].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
  return {
    nowMs: () => nowMs,
    startTimer: (waitMs: number, end: () => void): (() => void) => {
      const timer = { atMs: nowMs + waitMs, end };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    /** Moves the clock, and ends the timers on its way in their order. */
    advance: (ms: number): void => {
      const untilMs = nowMs + ms;
      for (let timer = nextBefore(untilMs); timer !== undefined; timer = nextBefore(untilMs)) {
        timers.delete(timer);
        nowMs = timer.atMs;
        timer.end();
      }
      nowMs = untilMs;
    },
    pending: () => timers.size,
  };
}
