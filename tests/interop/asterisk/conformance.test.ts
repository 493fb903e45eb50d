import { createAsteriskProvider, type AsteriskProvider } from '../../../shared/adapters/telephony/asterisk/provider';
import {
  describeTelephonyProvider,
  type PeerBehavior,
  type TelephonySubject,
} from '../../conformance/telephony-provider';
import { findAsterisk, startAsterisk, type Asterisk } from '../../support/peers/asterisk';
import { connectPhones, type Phones } from '../../support/peers/asterisk-phones';
import { loudMs } from './loudness';
import { fullInterop } from '../../support/sizes';

const describeInFullSize = fullInterop ? describe : describe.skip;

describeInFullSize('the provider `asterisk`, against Asterisk', () => {
  let asterisk: Asterisk | undefined;
  let phones: Phones;
  let subject: TelephonySubject;
  const providers: AsteriskProvider[] = [];
  const numbers = new Map<string, string>();
  // The calls are made in real time, so all at once: each test then looks at its own.
  const bodies: (() => Promise<void>)[] = [];
  let calls: Promise<void>[] = [];

  beforeAll(async () => {
    const program = await findAsterisk();
    if (program === undefined) return;
    asterisk = await startAsterisk(program);
    phones = await connectPhones(asterisk.url);
    const { access } = asterisk;
    const connect = (): AsteriskProvider => {
      const provider = createAsteriskProvider(access);
      providers.push(provider);
      return {
        ...provider,
        dial: (request) => {
          numbers.set(request.attemptKey, request.to);
          return provider.dial(request);
        },
      };
    };
    // Too many requests.
    const numberOf = (behavior: PeerBehavior): string =>
      behavior === 'refused' ? '+19974290001' : phones.number(behavior);
    const seen = (key: string) => phones.calls(numbers.get(key) ?? '');
    subject = {
      provider: connect(),
      restarted: connect,
      address: (behavior) => ({ to: numberOf(behavior), from: '+14155550100', integrations: {} }),
      pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      peer: {
        rings: (key) => Promise.resolve(seen(key).rings),
        keys: (key) => seen(key).keys,
        heardMs: (key) => loudMs(seen(key).heard),
      },
      limits: { ringTimeoutMs: 4_000, maxDurationMs: 5_000 },
    };
    calls = bodies.map((body) => body());
    await Promise.allSettled(calls);
  }, 120_000);

  afterAll(async () => {
    await Promise.all(providers.map((provider) => provider.close()));
    if (asterisk === undefined) return;
    phones.close();
    await asterisk.end();
  });

  const atOnce = (name: string, body: () => Promise<void>): void => {
    const index = bodies.push(body) - 1;
    it(name, async () => {
      await calls[index];
    });
  };
  describeTelephonyProvider({ describe, it: atOnce }, () => subject);
});
