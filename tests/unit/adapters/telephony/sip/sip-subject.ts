import { createMemorySipCallLog, type SipCallLog } from '../../../../../shared/adapters/telephony/sip/call-log';
import type { SipLimits } from '../../../../../shared/adapters/telephony/sip/context';
import { createSipLine } from '../../../../../shared/adapters/telephony/sip/create-line';
import { createKeySource } from '../../../../../shared/adapters/telephony/sip/keys';
import type { SipProvider } from '../../../../../shared/adapters/telephony/sip/provider';
import { trunkSchema, type SipTrunk } from '../../../../../shared/adapters/telephony/sip/trunk';
import type { SimulatorClock } from '../../../../../shared/adapters/telephony/simulated/clock';
import { createLogger } from '../../../../../shared/adapters/logger';
import type { DialRequest, LegEvent } from '../../../../../shared/adapters/telephony/telephony';

export const testSecret = 'a secret of the tests';
export const testKeys = createKeySource(testSecret);

/** Short ones: loopback answers at once. */
export const testTimers = { t1Ms: 30, t2Ms: 120, t4Ms: 150 };
const testLimits: SipLimits = { settleMs: 3_000, closeMs: 1_000, storeMs: 300 };

/** A trunk at a port of this machine. */
export const trunkAt = (port: number, more: Record<string, unknown> = {}): SipTrunk =>
  trunkSchema.parse({ Name: 'main', URI: `sip:127.0.0.1:${port}`, HealthCheck: 0, ...more });

/** A line of one process. */
export const createTestLine = (
  trunks: readonly SipTrunk[],
  {
    log = createMemorySipCallLog(),
    limits = {},
    clock,
  }: { log?: SipCallLog; limits?: Partial<SipLimits>; clock?: SimulatorClock } = {},
): Promise<SipProvider> =>
  createSipLine({
    ...{ trunks, log, secret: testSecret, host: '127.0.0.1', port: 0, rtpPorts: [0, 0], timers: testTimers },
    logger: createLogger('test', 'silent'),
    limits: { ...testLimits, ...limits },
    clock,
  });

export const callIdOf = (attemptKey: string, trunk = 'main'): string => testKeys.callKeys(attemptKey, trunk).callId;

let attempts = 0;

export const requestTo = (number: string, more: Partial<DialRequest> = {}): DialRequest => {
  const attemptKey = `call_sip_${process.pid}_${++attempts}`;
  return {
    ...{ attemptKey, jobId: `job_${attemptKey}`, to: number, from: '+358409876543', integrations: {} },
    ...{ ringTimeoutMs: 3_000, maxDurationMs: 10_000 },
    ...more,
  };
};

/** Dials, and notes what is reported. */
export async function dialObserved(provider: Pick<SipProvider, 'dial'>, request: DialRequest) {
  const leg = await provider.dial(request);
  const events: LegEvent[] = [];
  leg.onEvent((event) => events.push(event));
  return { leg, events, types: () => events.map(({ type }) => type) };
}
