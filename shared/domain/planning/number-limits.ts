import { invariant } from '../assert';
import { parseDurationMs } from '../duration';
import type { AttemptLimit } from '../schedule/constraints';
import type { NumberLimitUse } from '../schedule/plan-input';

/**
 * A limit on the attempts to one number in any span of a duration, over all jobs of the campaign or of the
 * organization.
 */
export type NumberLimit = Omit<NumberLimitUse, 'attemptStartsMs'>;

/** The limits that apply to a job's number. If both are set, both apply. */
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
  invariant(durationMs !== undefined, `the ${origin}'s MaxAttemptsPerNumber is validated on write`);
  return [{ origin, count: limit.Count, durationMs }];
}
