import type { Pacing } from '../../../domain/campaign/pacing';
import { endedReasons } from '../../../domain/call/call';
import { ringFailures, type RingLog, type RingOutcome } from '../ring-log';
import { CallRefusedError, type CallLeg, type LegEnd, type LegLookup, type DialRequest } from '../telephony';
import type { TelephonyProvider } from '../telephony';
import { createRealClock, type SimulatorClock } from './clock';
import { createLeg, type SimulatedLeg, type SimulatorLogger } from './leg';
import { planCall } from './plan';

/** Dependencies of the simulated network. */
export interface SimulatedProviderDeps {
  /** Must outlive the worker, so that `lookup` returns correct results after a crash. */
  ringLog: RingLog;
  /** Defaults to real time. */
  clock?: SimulatorClock;
  logger?: SimulatorLogger;
  /** How many calls the line takes, for the queue of calls. */
  pacing?: Pacing | undefined;
  /** The carrier refuses calls of this process beyond so many in a second; 0 or absent for none. */
  callsPerSecond?: number | undefined;
  /** Asked before each call: while it returns true, the provider refuses every call. */
  isOut?: (() => boolean) | undefined;
}

interface Network extends SimulatedProviderDeps {
  /** The attempts whose media this process handles. */
  activeAttempts: Set<{ attemptKey: string }>;
  /** When the calls of the last second were placed. */
  placedMs: number[];
}

/** Creates a simulated telephone network. It is deterministic, runs in real time and needs no account. */
export function createSimulatedProvider(deps: SimulatedProviderDeps): TelephonyProvider {
  const network: Network = { ...deps, activeAttempts: new Set(), placedMs: [] };
  return {
    name: 'simulated',
    speaksText: true,
    pacing: deps.pacing,
    dial: (request) => dial(network, request),
    lookup: (attemptKey) => lookup(network, attemptKey),
  };
}

async function dial(network: Network, request: DialRequest): Promise<CallLeg> {
  const { ringLog, activeAttempts, logger } = network;
  const { attemptKey, jobId, to } = request;
  const plan = planCall(request);
  if (plan.course.kind === 'refused') {
    throw new CallRefusedError('The simulated provider refused the call (scenario provider_error).');
  }
  if (network.isOut?.() === true) throw new CallRefusedError('The simulated provider is out of service.');
  checkRate(network);
  // The carrier has the call from here on. Each call has its own clock, which starts at the wall clock's time and cannot
  // jump during the call.
  const clock = network.clock ?? createRealClock();
  const atMs = clock.nowMs();
  if (await ringLog.find(attemptKey)) throw new Error(`The attempt ${attemptKey} has rung already.`);
  const entry = { attemptKey };
  // The attempt must be active before it rings, or a lookup in between would treat the call as lost.
  activeAttempts.add(entry);
  let simulated: SimulatedLeg;
  try {
    await ringLog.recordRing({ attemptKey, jobId, to, atMs, scenario: plan.scenario });
    const onEnded = () => void activeAttempts.delete(entry);
    simulated = createLeg({ request, plan, ringLog, clock, onEnded, ...(logger && { logger }) });
  } catch (error) {
    activeAttempts.delete(entry);
    throw error;
  }
  simulated.dial();
  return simulated.leg;
}

/** Refuses a call as a carrier does that gets too many in a second. @throws {CallRefusedError} */
function checkRate(network: Network): void {
  const { callsPerSecond = 0, clock = createRealClock() } = network;
  if (callsPerSecond === 0) return;
  const nowMs = clock.nowMs();
  network.placedMs = network.placedMs.filter((atMs) => atMs > nowMs - 1_000);
  const [first] = network.placedMs;
  if (first !== undefined && network.placedMs.length >= callsPerSecond)
    throw new CallRefusedError('The simulated carrier gets too many calls at once.', {
      retryAfterMs: first + 1_000 - nowMs,
    });
  network.placedMs.push(nowMs);
}

async function lookup(network: Network, attemptKey: string): Promise<LegLookup> {
  const found = await network.ringLog.find(attemptKey);
  if (!found) return { state: 'never_sent' };
  if (found.outcome) return toEndedLookup(found.outcome);
  if ([...network.activeAttempts].some((entry) => entry.attemptKey === attemptKey)) return { state: 'active' };
  // A real network clears a call whose media stopped.
  const clock = network.clock ?? createRealClock();
  const outcome: RingOutcome = {
    reason: 'assistant_error',
    endedAtMs: clock.nowMs(),
    failure: 'worker_lost',
  };
  await network.ringLog.recordEnd(attemptKey, outcome);
  return toEndedLookup(outcome);
}

function toEndedLookup({ answeredAtMs, endedAtMs, reason, failure, ...codes }: RingOutcome): LegLookup {
  const end: LegEnd = {
    ...codes,
    // The log stores text. An unknown reason counts as an error on our side.
    reason: endedReasons.find((known) => known === reason) ?? 'assistant_error',
    atMs: endedAtMs,
    ...(failure !== undefined && { error: ringFailures[failure] }),
  };
  return { state: 'ended', end, ...(answeredAtMs !== undefined && { answeredAtMs }) };
}
