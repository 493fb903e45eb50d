import { activityInfo } from '@temporalio/activity';
import type { ApplicationFailure } from '@temporalio/common';
import type { CallEnd } from '../../shared/adapters/mongo/calls.repository';
import type { LegLookup } from '../../shared/adapters/telephony/telephony';
import type { LineRecord } from '../../shared/domain/call/line';
import { failureOf } from '../../shared/domain/call/technical-failure';
import { createCallRecord, isOpen, type CallSummary } from '../../shared/domain/call/call-record';
import { toJobView, type JobView } from '../../shared/domain/job/job';
import { failureTypes } from '../../shared/messages/failure-types';
import type { ActivityDeps } from '../deps';
import { publishTransition } from '../lib/transition';
import { retryLater } from '../lib/retry-later';
import { publishCall } from './call-event';
import { checkCircuitBreaker } from './circuit-breaker';
import { toLine } from './ended-line';
import { leaseTimeoutMs, suspicionMs } from './call-lease';
import { createJobRedaction } from './redaction';

export const createReconcileCall = (deps: ActivityDeps) => ({
  /**
   * Makes sure that the job's call is over and recorded. Closes a call whose worker is lost with what the provider
   * reports; it never dials again. @throws while a worker handles the call, to be retried
   */
  reconcileCall: async (jobId: string): Promise<JobView | null> => {
    const { store, clock } = deps;
    const found = await store.jobs.load(jobId);
    if (found === undefined) return null;
    const job = await publishTransition(deps, found);
    if (job.State !== 'calling' || job.ActiveCallID === undefined) {
      // An earlier attempt may have suspected a worker that closed its call just then, and so made a lease anew.
      if (job.ActiveCallID !== undefined) await store.callLeases.end(job.ActiveCallID);
      return toJobView(job, await clock.nowMs());
    }
    const nowMs = await clock.nowMs();
    // After a crash before the claim, this claims the call, so a worker that is still about to dial finds it taken.
    await store.calls.create({
      ...createCallRecord(job, job.CallCount, nowMs),
      State: 'failed',
      EndedMS: nowMs,
      Error: 'The worker was lost before it dialed.',
      Failure: 'worker_lost',
    });
    const call = await store.calls.find(job.ActiveCallID);
    if (call !== undefined && isOpen(call)) await closeOrphanedCall(deps, call, nowMs);
    // The process that closed the call may have ended before it removed the lease.
    else await store.callLeases.end(job.ActiveCallID);
    const closed = await store.calls.find(job.ActiveCallID);
    if (closed !== undefined) await publishCall(deps, closed, Math.max(closed.CreatedMS, job.EventTimeMS));
    // Its worker had no more time to do so.
    await checkCircuitBreaker(deps, job.CampaignID);
    return toJobView(job, nowMs);
  },
});

/**
 * Closes an open call whose worker is lost with what the provider reports.
 * @throws while the worker is alive, or may be, to be retried
 */
export async function closeOrphanedCall(deps: ActivityDeps, call: CallSummary, nowMs: number): Promise<void> {
  const { store, provider, logger, metrics } = deps;
  const inProgress = (why: string): ApplicationFailure =>
    retryLater(`Call ${call.ID} ${why}.`, failureTypes.callNotReconciled);
  const lease = await store.callLeases.find(call.ID);
  // A worker that was lost between its claim and its lease has only the claim.
  if (nowMs - (lease?.RenewedMS ?? call.CreatedMS) < leaseTimeoutMs) throw inProgress('is handled by a worker');
  const suspectedMs = await store.callLeases.markSuspected(call.ID, nowMs);
  if (nowMs - suspectedMs < suspicionMs) throw inProgress('may have lost its worker');
  const found = await provider.lookup(call.ID, call.Line, call.CreatedMS);
  if (found.state === 'active') throw inProgress('is active at the provider');
  const current = await store.callLeases.find(call.ID);
  if (current?.SuspectedMS !== suspectedMs) throw inProgress('got its worker back while the provider was asked');
  const end = await redactEnd(deps, call, toCallEnd(found, nowMs, call.Line));
  const closed = await store.calls.close(call, end);
  const { EndedMS, EndedReason } = closed ?? {};
  if (EndedMS === end.endedMs && EndedReason !== undefined) metrics.calls.recordEnd(EndedReason);
  logger.warn(
    { callId: call.ID, jobId: call.JobID, provider: found.state, attempt: activityInfo().attempt },
    'call.reconciled',
  );
}

/** The provider's error may repeat personal data. */
async function redactEnd(deps: ActivityDeps, call: CallSummary, end: CallEnd): Promise<CallEnd> {
  const { store, clock } = deps;
  const job = end.error === undefined ? undefined : await store.jobs.load(call.JobID);
  if (end.error === undefined || job === undefined) return end;
  const context = await store.jobContexts.load(job, await clock.nowMs());
  return { ...end, error: await createJobRedaction(deps, context).text(end.error) };
}

function toCallEnd(found: Exclude<LegLookup, { state: 'active' }>, nowMs: number, line?: LineRecord): CallEnd {
  const failure = 'worker_lost';
  const failed = { state: 'failed', endedMs: nowMs, endedReason: 'assistant_error', failure } as const;
  switch (found.state) {
    case 'ended':
      return {
        state: found.end.error === undefined ? ('ended' as const) : ('failed' as const),
        endedMs: found.end.atMs,
        endedReason: found.end.reason,
        connectedMs: found.answeredAtMs,
        error: found.end.error,
        ...(failureOf(found.end, true) === undefined ? {} : ({ failure } as const)),
        detail: found.end.detail,
        permanent: found.end.permanent,
        line: line && toLine(line, found.end),
      };
    case 'never_sent':
      return { ...failed, error: 'The worker was lost before the call rang.' };
    case 'unknown':
      return { ...failed, detail: 'unconfirmed', error: 'The worker was lost; what became of the call is unknown.' };
  }
}
