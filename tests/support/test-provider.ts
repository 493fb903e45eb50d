import { withMachineDetection } from '../../shared/adapters/telephony/machine-listener';
import { createSimulatedProvider } from '../../shared/adapters/telephony/simulated/provider';
import type { SimulatorClock } from '../../shared/adapters/telephony/simulated/clock';
import type { RingLog } from '../../shared/adapters/telephony/ring-log';
import type { TelephonyProvider } from '../../shared/adapters/telephony/telephony';

/** A clock on which a whole call passes between two looks: each timer fires as soon as everything before it has settled. */
function createInstantClock(startMs: number): SimulatorClock {
  let nowMs = startMs;
  let running = false;
  let timers: { atMs: number; fn: () => void }[] = [];
  const run = (): void => {
    const due = timers.reduce<(typeof timers)[number] | undefined>(
      (first, timer) => (first === undefined || timer.atMs < first.atMs ? timer : first),
      undefined,
    );
    running = due !== undefined;
    if (due === undefined) return;
    timers = timers.filter((timer) => timer !== due);
    nowMs = Math.max(nowMs, due.atMs);
    due.fn();
    setImmediate(() => setImmediate(run));
  };
  return {
    nowMs: () => nowMs,
    setTimer: (fn, ms) => {
      const timer = { atMs: nowMs + ms, fn };
      timers.push(timer);
      if (!running) {
        running = true;
        setImmediate(() => setImmediate(run));
      }
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
}

/** The simulated line under a test's control. */
export interface TestProvider extends TelephonyProvider {
  /** `instant`: calls are over at once, in the test's time. `live`: they last as long as they say, so that a test can act during them. */
  pace: 'instant' | 'live';
}

export function createTestProvider(ringLog: RingLog, nowMs: () => number | Promise<number>): TestProvider {
  const live = withMachineDetection(createSimulatedProvider({ ringLog }));
  const line: TestProvider = {
    name: 'simulated',
    pace: 'instant',
    dial: async (request) => {
      if (line.pace === 'live') return live.dial(request);
      const clock = createInstantClock(await nowMs());
      return withMachineDetection(createSimulatedProvider({ ringLog, clock })).dial(request);
    },
    lookup: (attemptKey) => live.lookup(attemptKey),
  };
  return line;
}
