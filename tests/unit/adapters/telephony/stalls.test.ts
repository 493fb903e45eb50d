import fc from 'fast-check';
import { createMemoryRingLog } from '../../../../shared/adapters/telephony/memory-ring-log';
import { createSimulatedProvider } from '../../../../shared/adapters/telephony/simulated/provider';
import { createFakeClock } from './fake-clock';
import { runCall } from './simulated-call';

/** A process that gets no processor time before and after its timers fire, for the given times in turn. */
function createStallingSimulation(stallsMs: readonly number[]) {
  const fake = createFakeClock();
  const ringLog = createMemoryRingLog();
  let stalls = 0;
  const stall = () => fake.stall(stallsMs[stalls++ % stallsMs.length] ?? 0);
  const clock = {
    ...fake,
    setTimer: (fn: () => void, ms: number) =>
      fake.setTimer(() => {
        stall();
        fn();
        stall();
      }, ms),
  };
  return { clock, ringLog, provider: createSimulatedProvider({ ringLog, clock }) };
}

describe('a conversation in a process that stalls', () => {
  it('is as complete as in any other', async () => {
    const stalls = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 4_000 })), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(stalls, async (stallsMs) => {
        const simulation = createStallingSimulation(stallsMs);
        const simulator = { Scenario: 'conversation_complete', RingSeconds: 1, TalkSeconds: 2 } as const;
        const { analysis } = await runCall(simulator, { simulation });
        return analysis.ConversationEndReason === 'conversation_complete';
      }),
    );
  });
});
