import { createMemoryRingLog } from '../../../../shared/adapters/telephony/memory-ring-log';
import { createSimulatedProvider } from '../../../../shared/adapters/telephony/simulated/provider';
import type { SimulatorSettings } from '../../../../shared/adapters/telephony/simulated/settings';
import type { TelephonyProvider } from '../../../../shared/adapters/telephony/telephony';
import {
  describeTelephonyProvider,
  type PeerBehavior,
  type TelephonySubject,
} from '../../../conformance/telephony-provider';
import { createFakeClock } from './fake-clock';

const scenarios: Record<PeerBehavior, SimulatorSettings> = {
  answers: { Scenario: 'conversation_complete', TalkSeconds: 600 },
  busy: { Scenario: 'contact_busy' },
  no_answer: { Scenario: 'contact_did_not_answer' },
  hangs_up: { Scenario: 'contact_hung_up', TalkSeconds: 1 },
  presses_keys: { Scenario: 'presses_keys', TalkSeconds: 2 },
  loses_connection: { Scenario: 'call_dropped', TalkSeconds: 1 },
  refused: { Scenario: 'provider_error' },
};

function createSimulatedSubject(): TelephonySubject {
  const clock = createFakeClock();
  const ringLog = createMemoryRingLog();
  const heardMs = new Map<string, number>();
  const line = createSimulatedProvider({ ringLog, clock });
  const provider: TelephonyProvider = {
    ...line,
    dial: async (request) => {
      const leg = await line.dial(request);
      leg.onAudio(({ channel, pcm }) => {
        if (channel === 'bot' && pcm.some((byte) => byte !== 0))
          heardMs.set(request.attemptKey, (heardMs.get(request.attemptKey) ?? 0) + 20);
      });
      return leg;
    },
  };
  return {
    provider,
    restarted: () => createSimulatedProvider({ ringLog, clock }),
    address: (behavior) => ({
      to: '+358401234567',
      from: '+358409876543',
      integrations: { simulator: { ...(behavior !== 'no_answer' && { RingSeconds: 0.2 }), ...scenarios[behavior] } },
    }),
    pass: (ms) => clock.advance(ms),
    peer: {
      rings: async (attemptKey) => (await ringLog.find(attemptKey))?.rings ?? 0,
      keys: (attemptKey) => ringLog.keys(attemptKey),
      heardMs: (attemptKey) => heardMs.get(attemptKey) ?? 0,
    },
    limits: { ringTimeoutMs: 5_000, maxDurationMs: 30_000 },
  };
}

describe('the simulated provider', () => {
  const subject = createSimulatedSubject();
  describeTelephonyProvider({ describe, it }, () => subject);
});
