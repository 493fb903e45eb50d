import {
  describeTelephonyProvider,
  type PeerBehavior,
  type TelephonySubject,
} from '../../conformance/telephony-provider';
import type { Subscriber } from '../../support/twilio/stand-in';
import { startTwilioRig, type TwilioRig } from '../../support/twilio/rig';

const subscribers: Record<PeerBehavior, Subscriber> = {
  answers: { phone: { does: 'answers' } },
  busy: { phone: { does: 'busy' } },
  no_answer: { phone: { does: 'no_answer' } },
  hangs_up: { phone: { does: 'hangs_up' } },
  presses_keys: { phone: { does: 'answers', presses: ['4', '2', '#'] } },
  loses_connection: { phone: { does: 'loses_connection' } },
  refused: { phone: { does: 'answers' }, faults: { create: 'refused_400' } },
};
/** Twilio, the API and the worker are one process here, which has to keep up with the audio of all calls. */
const callsAtOnce = 10;
const behaviors = Object.keys(subscribers);
const numberOf = (behavior: PeerBehavior): string => `+35840123450${behaviors.indexOf(behavior) + 1}`;

describe('the provider twilio', () => {
  let rig: TwilioRig;
  // The calls are made in real time, so many at once: each test then looks at its own.
  const bodies: (() => Promise<void>)[] = [];
  let calls: Promise<void>[] = [];
  let subject: TelephonySubject;
  beforeAll(async () => {
    rig = await startTwilioRig((to) => Object.values(subscribers)[Number(to.at(-1)) - 1]!);
    const timings = { pollMs: 10_000, lateMs: 5_000 };
    const [provider, other] = [await rig.startWorker({ timings }), await rig.startWorker({ timings })];
    const callOf = (key: string) => rig.twilio.callsOf(key)[0];
    subject = {
      provider,
      restarted: () => other,
      address: (behavior) => ({ to: numberOf(behavior), from: '+358409876543', integrations: {} }),
      pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      peer: {
        rings: (key) => Promise.resolve(rig.twilio.callsOf(key).reduce((sum, { rings }) => sum + rings, 0)),
        keys: (key) => callOf(key)?.media?.keys ?? '',
        heardMs: (key) => callOf(key)?.media?.heardMs ?? 0,
      },
      limits: { ringTimeoutMs: 4_000, maxDurationMs: 5_000 },
    };
    for (let first = 0; first < bodies.length; first += callsAtOnce) {
      const batch = bodies.slice(first, first + callsAtOnce).map((body) => body());
      calls = [...calls, ...batch];
      await Promise.allSettled(batch);
    }
  }, 60_000);
  afterAll(async () => rig.close());
  const atOnce = (name: string, body: () => Promise<void>): void => {
    const index = bodies.push(body) - 1;
    it(name, () => calls[index]!);
  };
  describeTelephonyProvider({ describe, it: atOnce }, () => subject);

  it('sends nothing that its public description does not allow, and logs no number', () => {
    expect(rig.twilio.problems).toEqual([]);
    expect(rig.lines.filter((line) => /\+?3584\d+/.test(line))).toEqual([]);
  });
});
