import { activityInfo } from '@temporalio/activity';
import type { ApplicationFailure } from '@temporalio/common';
import type { CallEnd } from '../../shared/adapters/mongo/calls.repository';
import type { LegLookup } from '../../shared/adapters/telephony/telephony';
import type { CallRecord } from '../../shared/domain/call/call-record';
import { callEvent } from './handle-call';
import type { ActivityDeps } from '../deps';
import { retryLater } from '../lib/retry-later';
import { loadJobContext } from '../lib/planning';
import { createJobRedaction } from './redaction';

/** A record that nobody renewed for this long is suspected to have lost its worker. */
const leaseTimeoutMs = 10_000;
/** A suspect is given this long to say that it lives: a store that was away may have kept it from it. */
const suspicionMs = 5_000;

/**
 * Closes an open call whose worker is lost, by what the line knows of it.
 * @throws while the call's worker lives, or may live: ask again
 */
export async function closeOrphanedCall(deps: ActivityDeps, call: CallRecord, nowMs: number): Promise<void> {
  const not = (why: string): ApplicationFailure => retryLater(`Call ${call.ID} ${why}.`, 'CallNotSettled');
  if (nowMs - (call.AliveMS ?? 0) < leaseTimeoutMs) throw not('is carried');
  const suspectedMs = await deps.store.calls.markSuspected(call.ID, nowMs);
  if (suspectedMs === undefined || nowMs - suspectedMs < suspicionMs) throw not('is suspected to have lost its worker');
  const known = await deps.provider.lookup(call.ID);
  if (known.state === 'active') throw not('is active on the line');
  const end = await redactError(deps, call, toCallEnd(known, nowMs));
  const closedCall = await deps.store.calls.close(call, end);
  await deps.store.events.record(
    callEvent(call, 'call_ended', nowMs, { EndedReason: closedCall?.EndedReason ?? null }),
  );
  const { EndedMS, EndedReason } = closedCall ?? {};
  if (EndedMS === end.endedMs && EndedReason !== undefined) deps.metrics.calls.recordEnd(EndedReason);
  deps.logger.warn(
    { callId: call.ID, jobId: call.JobID, known: known.state, attempt: activityInfo().attempt },
    'call.settled',
  );
}

/** What the line says of an error may repeat what it was given. */
async function redactError(deps: ActivityDeps, call: CallRecord, end: CallEnd): Promise<CallEnd> {
  const job = end.error === undefined ? undefined : await deps.store.jobTransitions.load(call.JobID);
  if (end.error === undefined || job === undefined) return end;
  return { ...end, error: createJobRedaction(deps, await loadJobContext(deps, job)).text(end.error) };
}

function toCallEnd(known: Exclude<LegLookup, { state: 'active' }>, nowMs: number) {
  switch (known.state) {
    case 'ended':
      return {
        state: known.end.error === undefined ? ('ended' as const) : ('failed' as const),
        endedMs: known.end.atMs,
        endedReason: known.end.reason,
        connectedMs: known.answeredAtMs,
        error: known.end.error,
      };
    case 'never_sent':
      return {
        state: 'failed' as const,
        endedMs: nowMs,
        endedReason: 'assistant_error' as const,
        error: 'The worker was lost before the line rang.',
      };
    case 'unknown':
      return {
        state: 'failed' as const,
        endedMs: nowMs,
        endedReason: 'assistant_error' as const,
        error: 'The worker was lost; what became of the call is not known.',
      };
  }
}
