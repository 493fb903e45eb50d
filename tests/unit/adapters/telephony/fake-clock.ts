import type { SimulatorClock } from '../../../../shared/adapters/telephony/simulated/clock';

/** A clock that advances only on request, timer by timer, and lets promises settle in between. */
export interface FakeClock extends SimulatorClock {
  advance(ms: number): Promise<void>;
  /** Advances the time without running timers, like a busy event loop. */
  stall(ms: number): void;
  /** Number of timers that have not fired. */
  pending(): number;
}

export function createFakeClock(startMs = Date.UTC(2026, 0, 5, 9)): FakeClock {
  let nowMs = startMs;
  let timers: { atMs: number; fn: () => void }[] = [];
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const takeDue = (untilMs: number) => {
    const due = timers.filter(({ atMs }) => atMs <= untilMs).sort((one, other) => one.atMs - other.atMs)[0];
    timers = timers.filter((timer) => timer !== due);
    return due;
  };
  return {
    nowMs: () => nowMs,
    setTimer: (fn, ms) => {
      const timer = { atMs: nowMs + ms, fn };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance: async (ms) => {
      const untilMs = nowMs + ms;
      await settle();
      for (let due = takeDue(untilMs); due; due = takeDue(untilMs)) {
        nowMs = Math.max(nowMs, due.atMs);
        due.fn();
        await settle();
      }
      nowMs = Math.max(nowMs, untilMs);
    },
    stall: (ms) => {
      nowMs += ms;
    },
    pending: () => timers.length,
  };
}
