import { invariant } from '../assert';
import { parseDurationMs } from '../duration';
import type { Policy } from '../organization/policy';
import type { AttemptLimit } from '../schedule/constraints';
import type { NumberLimitUse } from '../schedule/plan-input';

/**
 * A limit on the attempts to one number in any span of a duration, over all jobs of the campaign or of the
 * organization. That of the policy covers the organization.
 */
export type NumberLimit = Omit<NumberLimitUse, 'attemptStartsMs'>;

const dayMs = 86_400_000;

/** The limits that apply to a job's number. All that are set apply. */
export function numberLimitsOf(
  campaign: { MaxAttemptsPerNumber?: AttemptLimit | undefined },
  organization: { MaxAttemptsPerNumber?: AttemptLimit | undefined } | undefined,
  { MaxAttemptsPerNumberPerDay: count }: Pick<Policy, 'MaxAttemptsPerNumberPerDay'>,
): NumberLimit[] {
  return [
    ...(count === 0 ? [] : [{ origin: 'policy' as const, count, durationMs: dayMs }]),
    ...toNumberLimits('organization', organization?.MaxAttemptsPerNumber),
    ...toNumberLimits('campaign', campaign.MaxAttemptsPerNumber),
  ];
}

function toNumberLimits(origin: 'campaign' | 'organization', limit: AttemptLimit | undefined): NumberLimit[] {
  if (limit === undefined) return [];
  const durationMs = parseDurationMs(limit.Duration);
  invariant(durationMs !== undefined, `the ${origin}'s MaxAttemptsPerNumber is validated on write`);
  return [{ origin, count: limit.Count, durationMs }];
}
