import { startCarrier, type Carrier, type Phone } from '../../../examples/carrier/network';
import { createCarrierProvider } from '../../../examples/carrier/provider';
import {
  describeTelephonyProvider,
  type PeerBehavior,
  type TelephonySubject,
} from '../../conformance/telephony-provider';
import { scaledMs } from '../../support/deadline';

const phones: Record<Exclude<PeerBehavior, 'refused'>, Phone> = {
  answers: { does: 'answers' },
  busy: { does: 'busy' },
  no_answer: { does: 'no_answer' },
  hangs_up: { does: 'hangs_up' },
  presses_keys: { does: 'answers', presses: ['4', '2', '#'] },
  loses_connection: { does: 'loses_connection' },
};
const numbers = Object.keys(phones);
const numberOf = (behavior: PeerBehavior): string => `+35840123450${numbers.indexOf(behavior) + 1}`;

describe('the provider of examples/carrier', () => {
  let carrier: Carrier;
  // The calls are made in real time, so all at once: each test then looks at its own.
  const bodies: (() => Promise<void>)[] = [];
  let calls: Promise<void>[] = [];
  let subject: TelephonySubject;
  beforeAll(async () => {
    carrier = await startCarrier((to) => Object.values(phones)[Number(to.at(-1)) - 1]);
    subject = {
      provider: createCarrierProvider(carrier.port),
      restarted: () => createCarrierProvider(carrier.port),
      address: (behavior) => ({ to: numberOf(behavior), from: '+358409876543', integrations: {} }),
      pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      peer: {
        rings: (key) => Promise.resolve(carrier.calls.get(key)?.rings ?? 0),
        keys: (key) => carrier.calls.get(key)?.keys ?? '',
        heardMs: (key) => carrier.calls.get(key)?.heardMs ?? 0,
      },
      // A busy machine answers late, which must not be too late.
      limits: { ringTimeoutMs: scaledMs(400), maxDurationMs: scaledMs(1_000) },
    };
    calls = bodies.map((body) => body());
    await Promise.allSettled(calls);
  });
  afterAll(() => carrier.close());
  const atOnce = (name: string, body: () => Promise<void>): void => {
    const index = bodies.push(body) - 1;
    it(name, () => calls[index]!);
  };
  describeTelephonyProvider({ describe, it: atOnce }, () => subject);
});
