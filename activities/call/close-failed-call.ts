import type { TechnicalFailure } from '../../shared/domain/call/call';
import type { CallSummary } from '../../shared/domain/call/call-record';
import { trunkScope } from '../../shared/domain/planning/call-quotas';
import type { ActivityDeps } from '../deps';
import { toCallEvent } from './call-event';

interface Failed {
  /** A sentence for the record. */
  error: string;
  /** Set if that is a technical failure. */
  failure?: TechnicalFailure;
  /** Set if nothing rang and the attempt does not count. */
  postponedUntilMs?: number;
}

/**
 * Closes a call that was not dialed, or may not have been.
 * @returns the closed record
 */
export async function closeFailedCall(
  { store, clock, metrics }: ActivityDeps,
  call: CallSummary,
  failed: Failed,
): Promise<CallSummary | undefined> {
  const endedMs = await clock.nowMs();
  const endedReason = 'assistant_error';
  const closed = await store.calls.close(call, { state: 'failed', endedMs, endedReason, ...failed });
  await store.events.record(toCallEvent(call, 'call_ended', endedMs, { EndedReason: endedReason }));
  metrics.calls.recordEnd(endedReason);
  return closed;
}

/** Set if the carrier refused the call for its own rate. */
export const retryAfterOf = (error: unknown): number | undefined =>
  error instanceof Error && error.name === 'CallRefusedError' && 'retryAfterMs' in error
    ? (error.retryAfterMs as number | undefined)
    : undefined;

/** Closes a call that the carrier refused for its own rate: it counts toward nothing, and the job waits for its turn again. */
export async function postponeCall(deps: ActivityDeps, call: CallSummary, retryAfterMs: number): Promise<void> {
  const { store, clock, provider, logger } = deps;
  const nowMs = await clock.nowMs();
  const untilMs = await store.callQuotas.takeTurn(trunkScope(provider.name), nowMs + retryAfterMs, nowMs);
  logger.info({ callId: call.ID, jobId: call.JobID, untilMs }, 'call.postponed');
  const error = 'The provider refused the call because it got too many at once.';
  await closeFailedCall(deps, call, { error, postponedUntilMs: untilMs });
}
