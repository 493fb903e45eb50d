import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { CallLeg, DialRequest } from '../../shared/adapters/telephony/telephony';
import { callId, type CallRecord } from '../../shared/domain/call/call-record';
import { defaultCallLimits, type CampaignConfig } from '../../shared/domain/campaign/campaign';
import type { Job } from '../../shared/domain/job/job';
import { callEvent, handleCall } from './handle-call';
import type { ActivityDeps } from '../deps';
import type { JobCase } from '../lib/planning';
import { createJobRedaction } from './redaction';

/** The record of an attempt that is about to be made. */
export const newCallRecord = (job: Job, attempt: number, nowMs: number): CallRecord => ({
  ID: callId(job.ID, attempt),
  JobID: job.ID,
  OrgID: job.OrgID,
  CampaignID: job.CampaignID,
  Attempt: attempt,
  State: 'creating',
  CreatedMS: nowMs,
  DialedMS: nowMs,
  AliveMS: nowMs,
  Messages: [],
});

/** How long a call may ring and last, in ms. */
export const callLimitsOf = ({ overrides }: JobCase): { ringMs: number; maxMs: number } => ({
  ringMs: (overrides.MaxRingSeconds ?? defaultCallLimits.MaxRingSeconds) * 1000,
  maxMs: (overrides.MaxCallSeconds ?? defaultCallLimits.MaxCallSeconds) * 1000,
});

const callerOf = (job: Job, campaign: CampaignConfig): string => job.CallerID ?? campaign.DefaultCallerID ?? '';

/** The attempt belongs to somebody else: `settleCall` waits for what becomes of it. */
export const callTakenFailure = (id = 'of the job'): ApplicationFailure =>
  ApplicationFailure.nonRetryable(`Call ${id} was begun by another worker.`, 'CallTaken');

/** Records the attempt, which only one worker can do, then rings. */
export async function dialAttempt(deps: ActivityDeps, call: CallRecord, jobCase: JobCase): Promise<void> {
  if (!(await deps.store.calls.claim(call))) throw callTakenFailure(call.ID);
  await deps.store.events.record(callEvent(call, 'call_started', call.CreatedMS));
  const { job, campaign, overrides } = jobCase;
  const { ringMs, maxMs } = callLimitsOf(jobCase);
  const request: DialRequest = {
    attemptKey: call.ID,
    jobId: job.ID,
    to: job.PhoneNumber,
    from: callerOf(job, campaign),
    ringTimeoutMs: ringMs,
    maxDurationMs: maxMs,
    integrations: overrides.Integrations ?? {},
  };
  deps.metrics.calls.recordDial(job.NextCallMS === undefined ? undefined : (await deps.clock.nowMs()) - job.NextCallMS);
  const carried = deps.metrics.calls.trackCall();
  try {
    await dial(deps, request, call, jobCase);
  } finally {
    carried();
  }
}

async function dial(deps: ActivityDeps, request: DialRequest, call: CallRecord, jobCase: JobCase): Promise<void> {
  let leg: CallLeg;
  try {
    leg = await deps.provider.dial(request);
  } catch (error) {
    await closeUndialedCall(deps, { call, jobCase }, error);
    return;
  }
  const context = Context.current();
  await handleCall(deps, {
    call,
    jobCase,
    leg,
    heartbeat: () => context.heartbeat(),
    hangUpSignal: hangUpSignalOf(context),
  });
}

/** The provider refused, or nobody knows: either way the attempt is over, and only the line may say that it rang. */
async function closeUndialedCall(
  deps: ActivityDeps,
  { call, jobCase }: { call: CallRecord; jobCase: JobCase },
  error: unknown,
): Promise<void> {
  deps.logger.warn({ callId: call.ID, jobId: call.JobID, err: error }, 'call.not_placed');
  const refused = error instanceof Error && error.name === 'CallRefusedError';
  const endedMs = await deps.clock.nowMs();
  const endedReason = 'assistant_error';
  await deps.store.calls.close(call, {
    state: 'failed',
    endedMs,
    endedReason,
    error: refused
      ? createJobRedaction(deps, jobCase).text(error.message)
      : 'The line failed while it placed the call; whether it rang is not known.',
  });
  await deps.store.events.record(callEvent(call, 'call_ended', endedMs, { EndedReason: endedReason }));
  deps.metrics.calls.recordEnd(endedReason);
}

/**
 * When the engine's word means "end the call". A heartbeat that came too late does not: the contact is in the middle of a conversation,
 * and `settleCall` waits for its record.
 */
function hangUpSignalOf(context: Context): AbortSignal {
  const controller = new AbortController();
  const reasons: Record<string, string> = {
    CANCELLED: 'The call was canceled.',
    WORKER_SHUTDOWN: 'The worker that carried the call was shut down.',
  };
  context.cancelled.catch((error: unknown) => {
    const reason = error instanceof Error ? reasons[error.message] : undefined;
    if (reason !== undefined) controller.abort(reason);
  });
  return controller.signal;
}
