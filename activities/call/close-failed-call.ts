import type { RefusalEnd } from '../../shared/adapters/telephony/telephony';
import type { EndedReason, TechnicalFailure } from '../../shared/domain/call/call';
import type { CallSummary } from '../../shared/domain/call/call-record';
import type { EndedDetail, LineRecord } from '../../shared/domain/call/line';
import { failureOf } from '../../shared/domain/call/technical-failure';
import type { JobContext } from '../../shared/domain/planning/plan-job';
import { trunkOfLine } from '../../shared/domain/campaign/trunk';
import { trunkScope } from '../../shared/domain/planning/call-quotas';
import type { ActivityDeps } from '../deps';
import { errorFacts } from '../lib/error-facts';
import { endData, publishCallEvent } from './call-event';
import { toLine } from './ended-line';
import { createJobRedaction } from './redaction';

interface Failed {
  /** A sentence for the record. */
  error: string;
  /** Set if that is a technical failure. */
  failure?: TechnicalFailure;
  /** Set if nothing rang and the attempt does not count. */
  postponedUntilMs?: number;
  /** What the line answered; `assistant_error` if it did not. */
  endedReason?: EndedReason;
  detail?: EndedDetail | undefined;
  permanent?: true | undefined;
  line?: LineRecord | undefined;
}

/**
 * Closes a call that was not dialed, or may not have been.
 * @returns the closed record
 */
export async function closeFailedCall(
  deps: ActivityDeps,
  call: CallSummary,
  failed: Failed,
): Promise<CallSummary | undefined> {
  const { store, clock, metrics } = deps;
  const endedMs = await clock.nowMs();
  const { endedReason = 'assistant_error' } = failed;
  const closed = await store.calls.close(call, { state: 'failed', endedMs, ...failed, endedReason });
  const data = endData({ reason: endedReason, postponedUntilMs: failed.postponedUntilMs });
  await publishCallEvent(deps, call, 'call_ended', { atMs: endedMs, data });
  metrics.calls.recordEnd(endedReason);
  return closed;
}

/** Why a call was not made. */
export const congested = 'The provider refused the call because it got too many at once.';

/** Set if the carrier refused the call for its own rate. */
export const retryAfterOf = (error: unknown): number | undefined =>
  error instanceof Error && error.name === 'CallRefusedError' && 'retryAfterMs' in error
    ? (error.retryAfterMs as number | undefined)
    : undefined;

/**
 * When a call that the carrier refused for its own rate may be dialed again: such calls of one trunk do not come back at
 * once.
 */
export const takeTurnOnTrunk = async (
  { store, clock }: Pick<ActivityDeps, 'store' | 'clock'>,
  line: LineRecord,
  retryAfterMs: number,
): Promise<number> => {
  const nowMs = await clock.nowMs();
  return store.callQuotas.takeTurn(trunkScope(trunkOfLine(line)), nowMs + retryAfterMs, nowMs);
};

/** Closes a call that the carrier refused for its own rate: it counts toward nothing, and the job waits for its turn again. */
export async function postponeCall(deps: ActivityDeps, call: CallSummary, retryAfterMs: number): Promise<void> {
  const untilMs = await takeTurnOnTrunk(deps, call.Line ?? { Provider: deps.provider.name }, retryAfterMs);
  deps.logger.info({ callId: call.ID, jobId: call.JobID, untilMs }, 'call.postponed');
  await closeFailedCall(deps, call, { error: congested, postponedUntilMs: untilMs });
}

/** Closes a call that the provider refused, or may have refused. Only the provider can report that it rang. */
export async function closeUndialedCall(
  deps: ActivityDeps,
  { call, context }: { call: CallSummary; context: JobContext },
  error: unknown,
): Promise<CallSummary | undefined> {
  const { logger } = deps;
  logger.warn({ callId: call.ID, jobId: call.JobID, ...errorFacts(error) }, 'call.not_dialed');
  const refused = error instanceof Error && error.name === 'CallRefusedError';
  if (!refused) {
    const unknown = 'The provider failed while it placed the call; whether the call rang is unknown.';
    return closeFailedCall(deps, call, { error: unknown, failure: 'provider_failed' });
  }
  const message = await createJobRedaction(deps, context).text(error.message);
  return closeFailedCall(deps, call, { error: message, ...toRefusal(call, refusalOf(error)) });
}

const refusalOf = (error: Error): RefusalEnd => ('end' in error ? (error.end as RefusalEnd) : {});

/** How a call ended that was refused. A refusal without a detail is the provider's failure. */
function toRefusal({ Line }: CallSummary, end: RefusalEnd): Partial<Failed> {
  const { reason: endedReason = 'assistant_error', detail, permanent } = end;
  const failure = detail === undefined ? 'provider_refused' : failureOf({ reason: endedReason, detail }, false);
  return {
    endedReason,
    detail,
    permanent,
    line: Line && toLine(Line, end),
    ...(failure === undefined ? {} : { failure }),
  };
}
