import type { SipProvider } from '../../../../../shared/adapters/telephony/sip/provider';
import type { SimulatorClock } from '../../../../../shared/adapters/telephony/simulated/clock';
import type { DialRequest } from '../../../../../shared/adapters/telephony/telephony';
import { until } from '../../../../support/until';
import { createTestPhone } from '../../../../support/telephony/test-phone';
import { startTestUas, type TestUas, type UasCall } from '../../../../support/telephony/test-uas';
import { callIdOf, createTestLine, dialObserved, requestTo, trunkAt } from './sip-subject';

export const number = '+358401234567';
export const count = (call: UasCall, method: string): number => call.methods.filter((one) => one === method).length;

/** Calls of one trunk, for the tests of a file. */
export function useCalls() {
  const phone = createTestPhone();
  let uas: TestUas;
  let lines: SipProvider[] = [];
  let act: (call: UasCall) => void;
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
      act = behave;
      const line = await createTestLine([trunkAt(uas.port, trunk)], { ...(clock && { clock }) });
      lines.push(line);
      const dialed = await dialObserved(line, requestTo(number, request));
      const call = uas.calls.get(callIdOf(dialed.leg.attemptKey))!;
      const reach = (type: string) => until(dialed.types, (seen) => (seen as string[]).includes(type));
      return { ...dialed, call, line, reach };
    },
  };
}
