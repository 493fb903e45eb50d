import { endedReasons } from '../../../domain/call/call';
import type { RingLog, RingOutcome } from '../ring-log';
import { CallRefusedError, type CallLeg, type LegEnd, type LegLookup, type DialRequest } from '../telephony';
import type { TelephonyProvider } from '../telephony';
import { createRealClock, type SimulatorClock } from './clock';
import { createLeg, type SimulatedLeg, type SimulatorLogger } from './leg';
import { planCall } from './plan';

/** What the simulated network is made of. */
export interface SimulatedProviderDeps {
  /** The network's memory. It must outlive the worker for `lookup` to tell the truth after a crash. */
  ringLog: RingLog;
  /** Real time unless a test brings its own. */
  clock?: SimulatorClock;
  logger?: SimulatorLogger;
}

interface Network extends SimulatedProviderDeps {
  /** The attempts whose media this process carries. */
  activeAttempts: Set<{ attemptKey: string }>;
}

/** A telephone network without telephones: deterministic, in real time, and needing no account. */
export function createSimulatedProvider(deps: SimulatedProviderDeps): TelephonyProvider {
  const network: Network = { ...deps, activeAttempts: new Set() };
  return {
    name: 'simulated',
    dial: (request) => dial(network, request),
    lookup: (attemptKey) => lookup(network, attemptKey),
  };
}

async function dial(network: Network, request: DialRequest): Promise<CallLeg> {
  const { ringLog: ledger, activeAttempts: carried, logger } = network;
  const { attemptKey, jobId, to } = request;
  const plan = planCall(request);
  if (plan.course.kind === 'refused') {
    throw new CallRefusedError('The simulated provider refused the call (scenario provider_error).');
  }
  if (await ledger.find(attemptKey)) throw new Error(`The attempt ${attemptKey} has rung already.`);
  // One clock per call: it starts at the wall clock's time and cannot jump during the call.
  const clock = network.clock ?? createRealClock();
  const entry = { attemptKey };
  // Carried before it rings, or a lookup in between would take the call for lost.
  carried.add(entry);
  let simulated: SimulatedLeg;
  try {
    await ledger.recordRing({ attemptKey, jobId, to, atMs: clock.nowMs(), scenario: plan.scenario });
    const onEnded = () => void carried.delete(entry);
    simulated = createLeg({ request, plan, ringLog: ledger, clock, onEnded, ...(logger && { logger }) });
  } catch (error) {
    carried.delete(entry);
    throw error;
  }
  simulated.dial();
  return simulated.leg;
}

async function lookup(network: Network, attemptKey: string): Promise<LegLookup> {
  const found = await network.ringLog.find(attemptKey);
  if (!found) return { state: 'never_sent' };
  if (found.outcome) return endedLookup(found.outcome);
  if ([...network.activeAttempts].some((entry) => entry.attemptKey === attemptKey)) return { state: 'active' };
  // The network noticed that the media stopped, and cleared the call.
  const clock = network.clock ?? createRealClock();
  const outcome: RingOutcome = {
    reason: 'assistant_error',
    endedAtMs: clock.nowMs(),
    error: 'The worker that carried the call was lost.',
  };
  await network.ringLog.recordEnd(attemptKey, outcome);
  return endedLookup(outcome);
}

function endedLookup(outcome: RingOutcome): LegLookup {
  const end: LegEnd = {
    // The ledger is stored text: what is not a known reason is our own fault.
    reason: endedReasons.find((reason) => reason === outcome.reason) ?? 'assistant_error',
    atMs: outcome.endedAtMs,
    ...(outcome.error !== undefined && { error: outcome.error }),
  };
  return { state: 'ended', end, ...(outcome.answeredAtMs !== undefined && { answeredAtMs: outcome.answeredAtMs }) };
}
