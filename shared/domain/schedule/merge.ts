import type { Constraints } from './constraints';
import type { ConstraintOrigins } from './plan-input';

/** Every field of {@link Constraints}. If a field is missing here, the compiler reports it. */
const fields = Object.keys({
  MinCreationDelay: true,
  DisableJitter: true,
  MinDurationBetweenCalls: true,
  MaxTotalCalls: true,
  MaxAttemptsInInterval: true,
  TimeZone: true,
  TimeRules: true,
  NotAfter: true,
} satisfies Record<keyof Constraints, true>) as (keyof Constraints)[];

/**
 * The constraints in force: field by field, the job's if it sets one, else the campaign's. A field is replaced as a
 * whole (all TimeRules, the whole MaxAttemptsInInterval); TimeZone and TimeRules are two fields.
 * @returns the merged constraints, and the level that set each field
 */
export function mergeConstraints(
  campaignDefaults: Constraints | undefined,
  job: Constraints | undefined,
): { constraints: Constraints; origins: ConstraintOrigins } {
  const set = (constraints: Constraints | undefined): (keyof Constraints)[] =>
    fields.filter((field) => constraints?.[field] !== undefined);
  const pick = (constraints: Constraints | undefined): Constraints =>
    Object.fromEntries(set(constraints).map((field) => [field, constraints?.[field]]));
  return {
    constraints: { ...pick(campaignDefaults), ...pick(job) },
    origins: Object.fromEntries([
      ...set(campaignDefaults).map((field) => [field, 'campaign'] as const),
      ...set(job).map((field) => [field, 'job'] as const),
    ]),
  };
}
