import fc from 'fast-check';
import { createMemoryRingLog } from '../../../../shared/adapters/telephony/memory-ring-log';
import { createSimulatedProvider } from '../../../../shared/adapters/telephony/simulated/provider';
import { createFakeClock } from './fake-clock';
import { dialRequest, runCall } from './simulated-call';

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

describe('the audio of an agent in a process that stalls', () => {
  it('loses no frame, at whichever step the process pauses', async () => {
    const stalls = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 60 })), {
      minLength: 100,
      maxLength: 400,
    });
    await fc.assert(
      fc.asyncProperty(stalls, async (stallsMs) => {
        const fake = createFakeClock();
        let reads = 0;
        const nowMs = (): number => {
          fake.stall(stallsMs[reads++] ?? 0);
          return fake.nowMs();
        };
        const provider = createSimulatedProvider({ ringLog: createMemoryRingLog(), clock: { ...fake, nowMs } });
        const leg = await provider.dial(dialRequest({ RingSeconds: 0, TalkSeconds: 60 }));
        const heard: Buffer[] = [];
        leg.onAudio(({ channel, pcm }) => {
          if (channel === 'bot' && pcm[0] !== 0) heard.push(pcm);
        });
        await fake.advance(1_000);
        const pcm = Buffer.alloc(50 * 960, 1);
        leg.voice.write(pcm, 24_000);
        await fake.advance(3_000);
        expect(Buffer.concat(heard).equals(pcm)).toBe(true);
      }),
    );
  });
});
