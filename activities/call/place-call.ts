import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { CallLeg, DialRequest } from '../../shared/adapters/telephony/telephony';
import type { ConnectedAgent } from '../../shared/adapters/voice-agent/voice-agent';
import { AgentRefusedError } from '../../shared/domain/call/agent-errors';
import { createCallRecord, isCounted, type CallSummary } from '../../shared/domain/call/call-record';
import { callerIdOf, callLimitsOf } from '../../shared/domain/campaign/campaign';
import { lineOfTrunk, type Trunk } from '../../shared/domain/campaign/trunk';
import {
  callGraceMs,
  decideUnlistedCaller,
  metricsOfCalls,
  type JobTransitionDecision,
} from '../../shared/domain/job/decisions';
import { type Job, toJobView, type JobView } from '../../shared/domain/job/job';
import { type JobContext, planJob, variantFields, withoutBreaker } from '../../shared/domain/planning/plan-job';
import { callFactsOf } from '../../shared/domain/stats/call-facts';
import { failureTypes } from '../../shared/messages/failure-types';
import type { ActivityDeps } from '../deps';
import { withHeartbeat } from '../lib/heartbeat';
import { applyTransition, rereadJob, type TransitionInput } from '../lib/transition';
import type { KnownCall } from './analyze-call';
import { analyzeQuickly, isQuick } from './analyze-quickly';
import { publishCallEvent } from './call-event';
import { checkAfterCall } from './circuit-breaker';
import { findTrunks } from './find-trunks';
import { moveToTrunk } from './move-to-trunk';
import { connectAgent, refuseCall, toAgentFields } from './connect-agent';
import { lookUntilFresh } from './find-obstacle';
import { closeFailedCall, closeUndialedCall, postponeCall, retryAfterOf } from './close-failed-call';
import { handleCall } from './handle-call';
import { createHangUpSignal } from './hang-up-signal';
import { giveBackPlaces } from '../lib/hand-over';
import { cancelReservation, dialByMs, freeSlots, reserveCall, type CallReservation } from './reserve-call';

/** A call that is allowed now. */
interface PreparedCall {
  call: CallSummary;
  context: JobContext;
  callerId: string;
  /** The trunks that may take it, in order. */
  trunks: Trunk[];
  reservation: CallReservation;
}

/** A call whose job has moved to `calling`. */
interface CallingCall extends PreparedCall {
  startedMs: number;
}

/** A call whose agent is ready. */
interface ReadyCall extends CallingCall {
  /** Absent if it runs in this process. */
  agent: ConnectedAgent | undefined;
  /** How long the agent took to connect. */
  connectMs: number;
}

/** An agent that takes longer is to blame for a call that comes too late for its place in the pace. */
const slowAgentMs = 1_000;
const slowAgent = 'The voice agent took so long to connect that the call came too late for its place in the pace.';
const stopped = 'The call was stopped before it was dialed.';
const goneAgent = 'The voice agent closed the connection before the call was dialed.';

export const createPlaceCall = (deps: ActivityDeps) => ({
  /**
   * Makes one attempt to reach the contact: checks again that a call is allowed now, moves the job to `calling`, claims
   * the call's record, dials, and handles the call until it ends. Runs at most once. After a crash `reconcileCall`
   * closes the call; it is never dialed again.
   * @returns the job: `analyzing` or `calling` after a call, `scheduled` if no call is allowed now
   */
  // Heartbeats on a timer of their own: a store that stalls for seconds must not look like a lost worker.
  placeCall: (at: TransitionInput): Promise<JobView | null> => withHeartbeat(() => placeCall(deps, at)),
});

async function placeCall(deps: ActivityDeps, at: TransitionInput): Promise<JobView | null> {
  const { clock } = deps;
  let prepared: PreparedCall | undefined;
  let before: Job | undefined;
  const job = await applyTransition(deps, at, async (current, nowMs) => {
    before = current;
    const next = await prepareCall(deps, current, nowMs);
    if (next === undefined) return 'stay';
    if ('to' in next) return next;
    prepared = next;
    return { to: 'calling', set: fieldsWhileCalling(next, nowMs) };
  });
  if (job?.State !== 'calling') {
    if (prepared) await cancelReservation(deps, prepared.reservation);
    else if (job?.State === 'failed' && before !== undefined) await giveBackPlaces(deps, before);
    return job ? toJobView(job, await clock.nowMs()) : null;
  }
  if (prepared === undefined) throw callTakenFailure(job.ActiveCallID);
  const dialed = await dialAttempt(deps, { ...prepared, startedMs: job.EventTimeMS });
  let known: KnownCall | undefined;
  if (dialed === 'postponed') {
    await cancelReservation(deps, prepared.reservation);
  } else {
    // Before its place is handed to another job, which must not ring if the circuit breaker opens.
    await checkAfterCall(deps, prepared.context, dialed);
    await freeSlots(deps, prepared.reservation);
    known = toKnownCall(prepared, dialed);
  }
  const analyzed = isQuick(deps, known) ? await analyzeQuickly(deps, job, known) : undefined;
  if (analyzed) return { ...analyzed, analyzed: true };
  // The job's end may have been requested during the call, so read it again. Its analysis may have broken off.
  return toJobView(await rereadJob(deps, job), await clock.nowMs());
}

/** What is known of a closed call; `undefined` if its record could not be read. */
const toKnownCall = (
  { context: { calls, version, campaign } }: PreparedCall,
  closed: CallSummary | undefined,
): KnownCall | undefined => closed && { calls: [...calls, closed], version, campaign };

/** @returns `undefined` if no call is allowed now, or the job's failure if none will ever be */
async function prepareCall(
  deps: ActivityDeps,
  job: Job,
  nowMs: number,
): Promise<PreparedCall | JobTransitionDecision | undefined> {
  if (job.State !== 'scheduled') return undefined;
  const context = await deps.store.jobContexts.load(job, await deps.clock.nowMs());
  // While a circuit breaker is open the job takes its place in the queue, from which probes are taken.
  const plan = planJob(withoutBreaker(context), nowMs);
  if (plan.kind !== 'call' || plan.atMs > nowMs) return undefined;
  // The campaign may have changed since the job was validated against it.
  const callerId = callerIdOf(job, context.campaign);
  if (callerId === undefined) return decideUnlistedCaller(job);
  const trunks = await findTrunks(deps, context, callerId);
  const [trunk] = trunks;
  if (trunk === undefined) return undefined;
  const call = {
    ...createCallRecord(job, job.CallCount + 1, nowMs),
    CallerID: callerId,
    ...toAgentFields(deps, job, context.campaign),
    MediaAddress: deps.media.address(),
    Line: lineOfTrunk(trunk.name),
  };
  const reservation = await reserveCall(deps, context, { call, trunk });
  return reservation && { context, call, callerId, trunks, reservation };
}

/** During a call the job names the call and the pinned version of its campaign, and has no plan. */
function fieldsWhileCalling({ call, context }: PreparedCall, nowMs: number): Partial<Job> {
  const { ringMs, maxMs } = callLimitsOf(context.overrides);
  return {
    CallCount: call.Attempt,
    ActiveCallID: call.ID,
    CampaignVersion: context.version,
    ...variantFields(context),
    Metrics: metricsOfCalls([...context.calls, call]),
    CallFacts: callFactsOf([...context.calls, call]),
    DueMS: nowMs + ringMs + maxMs + callGraceMs,
    NextCallMS: undefined,
    Held: undefined,
    HeldBy: undefined,
    OperatorCallMS: undefined,
    Retry: undefined,
    Queued: undefined,
  };
}

/** Another worker has the call. `reconcileCall` waits for its end. */
const callTakenFailure = (id = 'of the job'): ApplicationFailure =>
  ApplicationFailure.nonRetryable(`Call ${id} was claimed by another worker.`, failureTypes.callTaken);

/**
 * Claims the call's record, which only one worker can do, and dials.
 * @returns the closed record, or `postponed`: nothing rang, and the call does not count
 */
async function dialAttempt(deps: ActivityDeps, prepared: CallingCall): Promise<CallSummary | 'postponed' | undefined> {
  const { call, startedMs: atMs } = prepared;
  const { store, clock } = deps;
  if (!(await store.calls.claim(call))) throw callTakenFailure(call.ID);
  await publishCallEvent(deps, call, 'call_started', { atMs, notBeforeMs: atMs });
  const startedMs = await clock.nowMs();
  const agent = await connectAgent(deps, prepared);
  if (agent instanceof AgentRefusedError) return refuseCall(deps, prepared, agent);
  try {
    const connectMs = (await clock.nowMs()) - startedMs;
    return await dialIfAllowed(deps, { ...prepared, agent, connectMs });
  } finally {
    agent?.release();
  }
}

/** Looks a last time whether the call may be dialed, and dials. */
async function dialIfAllowed(deps: ActivityDeps, prepared: ReadyCall): Promise<CallSummary | 'postponed' | undefined> {
  const { call, context, callerId, trunks, reservation, agent, connectMs } = prepared;
  const { store, metrics } = deps;
  // The agent took its time to connect.
  if (agent !== undefined && (await store.calls.mustHangUp(call.ID)))
    return closeFailedCall(deps, call, { error: stopped });
  const { obstacle, nowMs } = await lookUntilFresh(deps, prepared);
  if (obstacle !== undefined) {
    const closed = await closeFailedCall(deps, call, obstacle);
    return obstacle.postponedUntilMs === undefined ? closed : 'postponed';
  }
  // Nothing is awaited between the look and the dial.
  if (nowMs > dialByMs(reservation)) {
    if (connectMs >= slowAgentMs) return refuseCall(deps, prepared, new AgentRefusedError(slowAgent));
    const error = 'The call came too late for its place in the pace.';
    await closeFailedCall(deps, call, { error, postponedUntilMs: nowMs });
    return 'postponed';
  }
  if (agent?.isConnected === false) return refuseCall(deps, prepared, new AgentRefusedError(goneAgent));
  const { job, overrides } = context;
  const { ringMs, maxMs } = callLimitsOf(overrides);
  const request: DialRequest = {
    attemptKey: call.ID,
    jobId: job.ID,
    to: job.PhoneNumber,
    from: callerId,
    trunks: trunks.map(({ name }) => name),
    takeTrunk: (name) => moveToTrunk(deps, { call, job, trunks, reservation }, name),
    ringTimeoutMs: ringMs,
    maxDurationMs: maxMs,
    integrations: overrides.Integrations ?? {},
    machineDetection: context.campaign.AnsweringMachine ?? {},
    ...(overrides.SST === undefined ? {} : { speechToText: overrides.SST }),
  };
  metrics.calls.recordDial(job.NextCallMS === undefined ? undefined : nowMs - job.NextCallMS);
  const endTracking = metrics.calls.trackCall();
  try {
    return await dial(deps, request, prepared);
  } finally {
    endTracking();
  }
}

async function dial(
  deps: ActivityDeps,
  request: DialRequest,
  { call, context, agent, startedMs }: ReadyCall,
): Promise<CallSummary | 'postponed' | undefined> {
  let leg: CallLeg;
  try {
    leg = await deps.provider.dial(request);
  } catch (error) {
    const retryAfterMs = retryAfterOf(error);
    if (retryAfterMs === undefined) return closeUndialedCall(deps, { call, context }, error);
    await postponeCall(deps, call, retryAfterMs);
    return 'postponed';
  }
  const hangUpSignal = createHangUpSignal(Context.current());
  const closed = await handleCall(deps, { call, context, leg, startedMs, agent, hangUpSignal });
  return closed !== undefined && !isCounted(closed) ? 'postponed' : closed;
}
