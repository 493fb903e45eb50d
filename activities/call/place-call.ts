import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { CallLeg, DialRequest } from '../../shared/adapters/telephony/telephony';
import { createCallRecord, type CallSummary } from '../../shared/domain/call/call-record';
import { callerIdOf, callLimitsOf } from '../../shared/domain/campaign/campaign';
import {
  callGraceMs,
  decideUnlistedCaller,
  metricsOfCalls,
  type JobTransitionDecision,
} from '../../shared/domain/job/decisions';
import { type Job, toJobView, type JobView } from '../../shared/domain/job/job';
import { isEnding } from '../../shared/domain/job/state';
import { type JobContext, planJob, variantFields, withoutBreaker } from '../../shared/domain/planning/plan-job';
import { failureTypes } from '../../shared/messages/failure-types';
import type { ActivityDeps } from '../deps';
import { errorFacts } from '../lib/error-facts';
import { withHeartbeat } from '../lib/heartbeat';
import { applyTransition, rereadJob, type TransitionInput } from '../lib/transition';
import { analyzeEndedCall, type KnownCall } from './analyze-call';
import { toCallEvent } from './call-event';
import { checkAfterCall } from './circuit-breaker';
import { lookUntilFresh } from './find-obstacle';
import { closeFailedCall, postponeCall, retryAfterOf } from './close-failed-call';
import { handleCall } from './handle-call';
import { createJobRedaction } from './redaction';
import { giveBackPlaces } from '../lib/hand-over';
import { cancelReservation, freeSlots, reserveCall, type CallReservation } from './reserve-call';

/** A call that is allowed now. */
interface PreparedCall {
  call: CallSummary;
  context: JobContext;
  callerId: string;
  reservation: CallReservation;
}

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
  const { store, clock } = deps;
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
  const dialed = await dialAttempt(deps, prepared);
  // Before its place is handed to another job, which must not ring if the circuit breaker opens.
  if (dialed !== 'postponed') await checkAfterCall(deps, prepared.context, dialed);
  if (dialed === 'postponed') await cancelReservation(deps, prepared.reservation);
  else await freeSlots(deps, prepared.reservation);
  const known = dialed === 'postponed' ? undefined : toKnownCall(prepared, dialed);
  const analyzed = deps.analyzer.isQuick ? await analyzeQuickly(deps, job, known) : undefined;
  if (analyzed) return { ...analyzed, analyzed: true };
  // The job's end may have been requested during the call, so read it again. Its analysis may have broken off.
  return toJobView(await rereadJob(deps, job), await clock.nowMs());
}

/**
 * Analyzes the call in the call's own step. An erased job's call is not analyzed.
 * @returns nothing if that failed: the workflow repeats it in a step of its own
 */
async function analyzeQuickly(
  deps: ActivityDeps,
  { ID: jobId, Sequence: sequence }: Job,
  known: KnownCall | undefined,
): Promise<JobView | null | undefined> {
  try {
    const current = await deps.store.jobs.load(jobId);
    if (current === undefined || current.DeletionRequestedMS !== undefined) return undefined;
    return await analyzeEndedCall(deps, { jobId, sequence, current }, known);
  } catch (error) {
    deps.logger.warn({ jobId, ...errorFacts(error) }, 'call.quick_analysis_failed');
    return undefined;
  }
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
  const call = { ...createCallRecord(job, job.CallCount + 1, nowMs), MediaAddress: deps.media.address() };
  const reservation = await reserveCall(deps, context, call);
  return reservation && { context, call, callerId, reservation };
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
    DueMS: nowMs + ringMs + maxMs + callGraceMs,
    NextCallMS: undefined,
    Held: undefined,
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
async function dialAttempt(deps: ActivityDeps, prepared: PreparedCall): Promise<CallSummary | 'postponed' | undefined> {
  const { call, context } = prepared;
  const { store, metrics } = deps;
  if (!(await store.calls.claim(call))) throw callTakenFailure(call.ID);
  await store.events.record(toCallEvent(call, 'call_started', call.CreatedMS));
  const request = toDialRequest(prepared);
  const obstacle = await lookUntilFresh(deps, prepared);
  if (obstacle !== undefined) {
    const closed = await closeFailedCall(deps, call, obstacle);
    return obstacle.postponedUntilMs === undefined ? closed : 'postponed';
  }
  // Nothing is awaited between the look and the dial.
  const endTracking = metrics.calls.trackCall();
  try {
    return await dial(deps, request, call, context);
  } finally {
    endTracking();
  }
}

function toDialRequest({ call, context: { job, overrides }, callerId }: PreparedCall): DialRequest {
  const { ringMs, maxMs } = callLimitsOf(overrides);
  return {
    attemptKey: call.ID,
    jobId: job.ID,
    to: job.PhoneNumber,
    from: callerId,
    ringTimeoutMs: ringMs,
    maxDurationMs: maxMs,
    integrations: overrides.Integrations ?? {},
    ...(overrides.SST === undefined ? {} : { speechToText: overrides.SST }),
  };
}

async function dial(
  deps: ActivityDeps,
  request: DialRequest,
  call: CallSummary,
  context: JobContext,
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
  return handleCall(deps, { call, context, leg, hangUpSignal: createHangUpSignal(Context.current()) });
}

/** Closes a call that the provider refused, or may have refused. Only the provider can report that it rang. */
export async function closeUndialedCall(
  deps: ActivityDeps,
  { call, context }: Pick<PreparedCall, 'call' | 'context'>,
  error: unknown,
): Promise<CallSummary | undefined> {
  const { logger, redactor } = deps;
  logger.warn({ callId: call.ID, jobId: call.JobID, ...errorFacts(error) }, 'call.not_dialed');
  const refused = error instanceof Error && error.name === 'CallRefusedError';
  if (!refused) {
    const unknown = 'The provider failed while it placed the call; whether the call rang is unknown.';
    return closeFailedCall(deps, call, { error: unknown, failure: 'provider_failed' });
  }
  const message = createJobRedaction({ redactor }, context).text(error.message);
  return closeFailedCall(deps, call, { error: message, failure: 'provider_refused' });
}

/**
 * Fires when Temporal, or the shutdown of this worker, ends the call. A heartbeat timeout does not: the contact is in a
 * conversation, and `reconcileCall` waits for its record.
 */
function createHangUpSignal(context: Context): AbortSignal {
  const controller = new AbortController();
  const reasons: Record<string, string> = {
    // cspell:disable-next-line
    CANCELLED: 'The call was canceled.',
    WORKER_SHUTDOWN: 'The worker that handled the call was shut down.',
  };
  // cspell:disable-next-line
  context.cancelled.catch((error: unknown) => {
    const reason = error instanceof Error ? reasons[error.message] : undefined;
    if (reason !== undefined) controller.abort(reason);
  });
  return controller.signal;
}
