import { stableFraction } from '../stable-hash';
import type { CallSummary } from './call-record';

/** So many refusals in a row do not count as attempts; the next one does. */
export const uncountedRefusals = 9;
const firstWaitMs = 30_000;
const maxWaitMs = 15 * 60_000;

const isUncountedRefusal = ({ Failure, PostponedUntilMS }: CallSummary): boolean =>
  Failure === 'assistant_refused' && PostponedUntilMS !== undefined;

/**
 * How long a job waits after its voice agent did not take a call: 30 s, twice as long each time, 15 minutes at most, and up
 * to half of that longer, so that the jobs of a campaign do not come back at once.
 * @param calls the job's earlier calls
 * @returns `undefined` if the refusal counts as an attempt
 */
export function agentRetryMs(calls: readonly CallSummary[], jobId: string): number | undefined {
  const refusals = calls.length - 1 - calls.findLastIndex((call) => !isUncountedRefusal(call));
  if (refusals >= uncountedRefusals) return undefined;
  const waitMs = Math.min(maxWaitMs, firstWaitMs * 2 ** refusals);
  return Math.round(waitMs * (1 + stableFraction(`${jobId}/agent/${refusals}`) / 2));
}
