import type { CallLeg, DialRequest, LegEvent, TelephonyProvider } from '../../../shared/adapters/telephony/telephony';
import { until } from '../until';
import type { StandInCall } from './call';
import type { Faults, Phone } from './phone';
import { startTwilioRig, type TwilioRig } from './rig';

/** A leg, and everything that it reported. */
export interface Observed {
  leg: CallLeg;
  events: LegEvent[];
  types: () => string[];
}

/** Calls over a Twilio that fails as each test asks. */
export interface FaultyCalls {
  rig: TwilioRig;
  provider: TelephonyProvider;
  /** The same line in another process. */
  other: TelephonyProvider;
  /** A request to a number of its own. */
  requestTo(does: Phone['does'], faults?: Faults, phone?: Partial<Phone>): DialRequest;
  /** Changes what the next call to a number meets. */
  change(to: string, faults: Faults): void;
  dial(request: DialRequest, by?: TelephonyProvider): Promise<Observed>;
  callOf(request: DialRequest): StandInCall | undefined;
  /** Waits until the call is over at Twilio. @returns its status */
  untilOver(request: DialRequest): Promise<string | undefined>;
  reach(observed: Observed, type: LegEvent['type']): Promise<unknown>;
  /** What is wrong over all calls so far: more than one ring for an attempt, or messages that Twilio does not allow. */
  findViolations(): string[];
}

/** What ends a call is the test. */
const limits = { ringTimeoutMs: 120_000, maxDurationMs: 120_000 };
const over = ['completed', 'canceled', 'busy', 'no-answer', 'failed'];

export async function startFaultyCalls(): Promise<FaultyCalls> {
  const subscribers = new Map<string, { phone: Phone; faults: Faults }>();
  const keys: string[] = [];
  const rig = await startTwilioRig((to) => subscribers.get(to)!);
  const [provider, other] = [await rig.startWorker(), await rig.startWorker()];
  const callOf = ({ attemptKey }: DialRequest) => rig.twilio.callsOf(attemptKey)[0];
  const ringsOf = (key: string) => rig.twilio.callsOf(key).reduce((sum, { rings }) => sum + rings, 0);
  return {
    ...{ rig, provider, other, callOf },
    requestTo: (does, faults = {}, phone = {}) => {
      const attemptKey = `call_fault_${keys.length + 1}`;
      keys.push(attemptKey);
      const to = `+358401230${String(keys.length).padStart(3, '0')}`;
      subscribers.set(to, { phone: { does, ...phone }, faults });
      const from = '+358409876543';
      return { attemptKey, jobId: 'job_1', to, from, ...limits, integrations: {} };
    },
    change: (to, faults) => subscribers.set(to, { phone: { does: 'answers' }, faults }),
    dial: async (request, by = provider) => {
      const leg = await by.dial(request);
      const events: LegEvent[] = [];
      leg.onEvent((event) => events.push(event));
      return { leg, events, types: () => events.map(({ type }) => type) };
    },
    untilOver: (request) =>
      until(
        () => callOf(request)?.status,
        (status) => over.includes(status ?? ''),
      ),
    reach: ({ types }, type) => until(types, (seen) => seen.includes(type)),
    findViolations: () => [
      ...rig.twilio.problems,
      ...keys.filter((key) => ringsOf(key) > 1),
      ...keys.filter((key) => rig.twilio.requestsFor(key) > 1),
    ],
  };
}
