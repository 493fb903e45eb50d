import { invariant } from '../assert';
import { parseDurationMs } from '../duration';
import type { AttemptLimit } from '../schedule/constraints';
import type { NumberBudget } from '../schedule/plan-input';

/** A limit on the attempts to one number within a span, over all jobs of the campaign or of the organisation. */
export type NumberLimit = Omit<NumberBudget, 'attemptStartsMs'>;

/** The limits that hold for a job's number. Both hold where both are set. */
export function numberLimits(
  campaign: { MaxAttemptsPerNumber?: AttemptLimit | undefined },
  organisation: { MaxAttemptsPerNumber?: AttemptLimit | undefined } | undefined,
): NumberLimit[] {
  return [
    ...limitOf('organisation', organisation?.MaxAttemptsPerNumber),
    ...limitOf('campaign', campaign.MaxAttemptsPerNumber),
  ];
}

function limitOf(origin: NumberLimit['origin'], limit: AttemptLimit | undefined): NumberLimit[] {
  if (limit === undefined) return [];
  const durationMs = parseDurationMs(limit.Duration);
  invariant(durationMs !== undefined, `the ${origin}'s MaxAttemptsPerNumber was checked when it was set`);
  return [{ origin, count: limit.Count, durationMs }];
}
