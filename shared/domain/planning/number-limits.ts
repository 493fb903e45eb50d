import { invariant } from '../assert';
import { parseDurationMs } from '../duration';
import type { AttemptLimit } from '../schedule/constraints';
import type { NumberLimitUse } from '../schedule/plan-input';

/** A limit on the attempts to one number within a span, over all jobs of the campaign or of the organization. */
export type NumberLimit = Omit<NumberLimitUse, 'attemptStartsMs'>;

/** The limits that hold for a job's number. Both hold where both are set. */
export function numberLimitsOf(
  campaign: { MaxAttemptsPerNumber?: AttemptLimit | undefined },
  organization: { MaxAttemptsPerNumber?: AttemptLimit | undefined } | undefined,
): NumberLimit[] {
  return [
    ...toNumberLimits('organization', organization?.MaxAttemptsPerNumber),
    ...toNumberLimits('campaign', campaign.MaxAttemptsPerNumber),
  ];
}

function toNumberLimits(origin: NumberLimit['origin'], limit: AttemptLimit | undefined): NumberLimit[] {
  if (limit === undefined) return [];
  const durationMs = parseDurationMs(limit.Duration);
  invariant(durationMs !== undefined, `the ${origin}'s MaxAttemptsPerNumber was checked when it was set`);
  return [{ origin, count: limit.Count, durationMs }];
}
