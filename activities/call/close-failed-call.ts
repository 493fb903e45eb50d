import type { TechnicalFailure } from '../../shared/domain/call/call';
import type { CallSummary } from '../../shared/domain/call/call-record';
import type { JobContext } from '../../shared/domain/planning/plan-job';
import { trunkScope } from '../../shared/domain/planning/call-quotas';
import type { ActivityDeps } from '../deps';
import { errorFacts } from '../lib/error-facts';
import { toCallEvent } from './call-event';
import { createJobRedaction } from './redaction';

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

/** Closes a call that the provider refused, or may have refused. Only the provider can report that it rang. */
export async function closeUndialedCall(
  deps: ActivityDeps,
  { call, context }: { call: CallSummary; context: JobContext },
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
