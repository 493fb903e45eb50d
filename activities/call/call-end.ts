import type { CallLeg, LegEnd } from '../../shared/adapters/telephony/telephony';
import type { TechnicalFailure } from '../../shared/domain/call/call';
import { storedTextLimits } from '../../shared/domain/call/limits';
import { failureOf } from '../../shared/domain/call/technical-failure';
import { truncate } from '../../shared/domain/truncate';
import type { ActivityDeps } from '../deps';
import { congested, takeTurnOnTrunk } from './close-failed-call';

/** The end as it is recorded. */
export type HandledEnd = LegEnd & { failure?: TechnicalFailure };

/** What the leg's end does not say. */
export interface CallSigns {
  /** What failed on the agent's side, if anything. */
  agentFailure: string | undefined;
  signal: AbortSignal;
  rang: boolean;
}

/**
 * To the provider, our own failure looks as if the assistant had hung up. The record names the failure. A call that we
 * were asked to end did not fail technically.
 */
export function toCallEnd(end: LegEnd, { agentFailure, signal, rang }: CallSigns): HandledEnd {
  const ourFailure = agentFailure ?? abortReason(signal);
  if (ourFailure !== undefined && end.reason === 'assistant_hung_up') {
    const failed = { ...end, reason: 'assistant_error', error: ourFailure } as const;
    return agentFailure === undefined || signal.aborted ? failed : { ...failed, failure: 'assistant_failed' };
  }
  const { retryAfterMs, ...rest } = end;
  // A call that rang was made, whatever the carrier says.
  if (retryAfterMs !== undefined && !rang) return { ...end, error: end.error ?? congested };
  const failure = failureOf(end, rang);
  return failure === undefined ? rest : { ...rest, failure };
}

/** @returns when a call may be dialed again that the carrier refused for its own rate */
export const findPostponement = async (
  deps: Pick<ActivityDeps, 'store' | 'clock'>,
  { line }: CallLeg,
  { retryAfterMs }: LegEnd,
): Promise<number | undefined> => (retryAfterMs === undefined ? undefined : takeTurnOnTrunk(deps, line, retryAfterMs));

export const redactEnd = async (end: HandledEnd, redact: (text: string) => Promise<string>): Promise<HandledEnd> =>
  end.error === undefined ? end : { ...end, error: await redact(truncate(end.error, storedTextLimits.message)) };

const abortReason = (signal: AbortSignal): string | undefined => (signal.aborted ? String(signal.reason) : undefined);
