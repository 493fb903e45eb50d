import { createMemorySipCallLog } from '../../../../../shared/adapters/telephony/sip/call-log';
import type { SipProvider } from '../../../../../shared/adapters/telephony/sip/provider';
import type { TelephonyProvider } from '../../../../../shared/adapters/telephony/telephony';
import {
  describeTelephonyProvider,
  type PeerBehavior,
  type TelephonySubject,
} from '../../../../conformance/telephony-provider';
import { peerBehaviors } from '../../../../conformance/telephony/subject';
import { scaledMs } from '../../../../support/deadline';
import { createTestPhone } from '../../../../support/telephony/test-phone';
import { startTestUas, type TestUas, type UasCall } from '../../../../support/telephony/test-uas';
import { until } from '../../../../support/until';
import { callIdOf, createTestLine, trunkAt } from './sip-subject';

const numberOf = (behavior: PeerBehavior): string => `+35840123450${peerBehaviors.indexOf(behavior)}`;

describe('the provider of SIP', () => {
  const phone = createTestPhone();
  const log = createMemorySipCallLog();
  const lines: Promise<SipProvider>[] = [];
  const rings = new Map<string, number>();
  const timers: NodeJS.Timeout[] = [];
  let uas: TestUas;
  let subject: TelephonySubject;

  const after = (ms: number, fn: () => void): void => void timers.push(setTimeout(fn, ms));
  const onCall = (call: UasCall): void => {
    const behavior = peerBehaviors[Number(call.number.at(-1))];
    if (behavior === 'refused') {
      call.reply(403);
      return;
    }
    if (behavior === 'busy') {
      call.reply(486);
      return;
    }
    rings.set(call.callId, (rings.get(call.callId) ?? 0) + 1);
    call.reply(180);
    if (behavior === 'no_answer') return;
    after(60, () => void answer(call, behavior));
  };
  /** Answers, and does what this phone does in a call once it is confirmed. */
  const answer = async (call: UasCall, behavior: PeerBehavior | undefined): Promise<void> => {
    await phone.answer(call);
    const byes: Partial<Record<PeerBehavior, string>> = { hangs_up: '16', loses_connection: '38' };
    const cause = behavior && byes[behavior];
    if (cause === undefined && behavior !== 'presses_keys') return;
    await until(
      () => call.methods,
      (methods) => methods.includes('ACK'),
    );
    if (cause === undefined) await phone.press(call, ['4', '2', '#']);
    else await call.request('BYE', { headers: [{ name: 'Reason', value: `Q.850;cause=${cause}` }] });
  };

  const newLine = (): TelephonyProvider => {
    const line = createTestLine([trunkAt(uas.port)], { log });
    lines.push(line);
    return {
      name: 'sip',
      dial: async (request) => (await line).dial(request),
      lookup: async (key) => (await line).lookup(key),
    };
  };

  // The calls are made in real time, so all at once: each test then looks at its own.
  const bodies: (() => Promise<void>)[] = [];
  let calls: Promise<void>[] = [];
  beforeAll(async () => {
    uas = await startTestUas(onCall);
    subject = {
      provider: newLine(),
      restarted: newLine,
      address: (behavior) => ({ to: numberOf(behavior), from: '+358409876543', integrations: {} }),
      pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      peer: {
        rings: (key) => Promise.resolve(rings.get(callIdOf(key)) ?? 0),
        keys: (key) => phone.keys(callIdOf(key)),
        heardMs: (key) => phone.heardMs(callIdOf(key)),
      },
      // A busy machine answers late, which must not be too late.
      limits: { ringTimeoutMs: scaledMs(800), maxDurationMs: scaledMs(1_500) },
    };
    calls = bodies.map((body) => body());
    await Promise.allSettled(calls);
  }, 60_000);
  afterAll(async () => {
    timers.forEach(clearTimeout);
    for (const line of lines) await (await line).close();
    await phone.close();
    await uas.close();
  });
  const atOnce = (name: string, body: () => Promise<void>): void => {
    const index = bodies.push(body) - 1;
    it(name, () => calls[index]!);
  };
  describeTelephonyProvider({ describe, it: atOnce }, () => subject);

  it('leaves no call open at the trunk', () => {
    expect([...uas.calls.values()].filter(({ isOpen }) => isOpen)).toEqual([]);
  });
});
