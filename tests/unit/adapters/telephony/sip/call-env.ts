import type { SipProvider } from '../../../../../shared/adapters/telephony/sip/provider';
import type { SimulatorClock } from '../../../../../shared/adapters/telephony/simulated/clock';
import type { DialRequest } from '../../../../../shared/adapters/telephony/telephony';
import { until } from '../../../../support/until';
import { createTestPhone } from '../../../../support/telephony/test-phone';
import { startTestUas, type TestUas, type UasCall } from '../../../../support/telephony/test-uas';
import { callIdOf, createTestLine, dialObserved, requestTo, trunkAt } from './sip-subject';

export const number = '+358401234567';
export const count = (call: UasCall, method: string): number => call.methods.filter((one) => one === method).length;

/** A phone behind one trunk, for the tests of a file; lines that they open are closed after each. */
export function useTrunk() {
  const phone = createTestPhone();
  let uas: TestUas;
  let lines: SipProvider[] = [];
  let act: (call: UasCall) => void = (call) => call.reply(180);
  beforeAll(async () => {
    uas = await startTestUas((call) => act(call));
  });
  afterEach(async () => {
    await Promise.all(lines.map((line) => line.close()));
    lines = [];
  });
  afterAll(async () => {
    await phone.close();
    await uas.close();
  });
  return {
    phone,
    uas: () => uas,
    /** Sets what the other side does with calls from now on. */
    behave: (behavior: (call: UasCall) => void) => void (act = behavior),
    open: async (...options: Parameters<typeof createTestLine>): Promise<SipProvider> => {
      const line = await createTestLine(...options);
      lines.push(line);
      return line;
    },
    callOf: (attemptKey: string): UasCall => uas.calls.get(callIdOf(attemptKey))!,
  };
}

/** Calls of one trunk, for the tests of a file. */
export function useCalls() {
  const { phone, uas, behave: setBehavior, open, callOf } = useTrunk();
  return {
    phone,
    uas,
    /** A phone that rings and answers. */
    answers: (call: UasCall): void => {
      call.reply(180);
      void phone.answer(call);
    },
    /** Dials from a new line. @param behave what the other side does with the call */
    dial: async (
      behave: (call: UasCall) => void,
      {
        trunk = {},
        request = {},
        clock,
      }: { trunk?: Record<string, unknown>; request?: Partial<DialRequest>; clock?: SimulatorClock } = {},
    ) => {
      setBehavior(behave);
      const line = await open([trunkAt(uas().port, trunk)], { ...(clock && { clock }) });
      const dialed = await dialObserved(line, requestTo(number, request));
      const call = callOf(dialed.leg.attemptKey);
      const reach = (type: string) => until(dialed.types, (seen) => (seen as string[]).includes(type));
      return { ...dialed, call, line, reach };
    },
  };
}
