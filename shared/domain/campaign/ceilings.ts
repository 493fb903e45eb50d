import type { Scope } from '../access/scope';
import { formatDuration, parseDurationMs } from '../duration';
import type { FieldProblem } from '../field-problem';
import type { JobOverrides } from '../job/overrides';
import type { Constraints } from '../schedule/constraints';
import { createWeekMap } from '../schedule/week';
import { defaultJitterSeconds, type CampaignConfig } from './campaign';
import { mergeOverrides } from './merge-overrides';

/** Settings of the campaign outside its overrides, with which a job's constraints interact. */
type CampaignClock = Pick<CampaignConfig, 'BlackoutDates' | 'InferTimeZone' | 'JitterSeconds'>;

/** What the campaign requires if the job's value is looser than the campaign's; `undefined` if it is at least as strict. */
type Check<Field extends keyof Constraints> = (
  value: NonNullable<Constraints[Field]>,
  ceiling: Constraints,
  campaign: CampaignClock,
) => string | undefined;

const atLeast =
  (field: 'MinCreationDelay' | 'MinDurationBetweenCalls'): Check<typeof field> =>
  (value, { [field]: least = '0' }) =>
    toMs(value) >= toMs(least) ? undefined : `at least ${formatDuration(toMs(least))}`;

const toMs = (duration: string): number => parseDurationMs(duration) ?? 0;

/**
 * When a job's constraint is looser than its campaign's: it would allow a call that the campaign does not. A job may set
 * what its campaign leaves open.
 */
const checks: { [Field in keyof Constraints]-?: Check<Field> } = {
  MinCreationDelay: atLeast('MinCreationDelay'),
  MinDurationBetweenCalls: atLeast('MinDurationBetweenCalls'),
  DisableJitter: (value, { DisableJitter }, { JitterSeconds = defaultJitterSeconds }) =>
    value && DisableJitter !== true && JitterSeconds > 0 ? 'that calls are spread over time' : undefined,
  MaxTotalCalls: (value, { MaxTotalCalls: most = 0 }) =>
    most === 0 || (value > 0 && value <= most) ? undefined : `at most ${most}`,
  MaxAttemptsInInterval: ({ Count, Duration }, { MaxAttemptsInInterval: ceiling }) =>
    ceiling === undefined || (Count <= ceiling.Count && toMs(Duration) >= toMs(ceiling.Duration))
      ? undefined
      : `a Count of at most ${ceiling.Count} and a Duration of at least ${formatDuration(toMs(ceiling.Duration))}`,
  TimeZone: (value, { TimeZone, TimeRules = [] }, { InferTimeZone, BlackoutDates = [] }) => {
    if (TimeZone !== undefined) return value === TimeZone ? undefined : `the time zone ${TimeZone}`;
    const isInferred = InferTimeZone === true && (TimeRules.length > 0 || BlackoutDates.length > 0);
    return isInferred ? 'the time zones of the number' : undefined;
  },
  TimeRules: (value, { TimeRules = [] }) =>
    TimeRules.length === 0 || isWithin(value, TimeRules) ? undefined : 'times inside its own TimeRules',
  NotAfter: (value, { NotAfter }) =>
    NotAfter === undefined || Date.parse(value) <= Date.parse(NotAfter) ? undefined : `a time until ${NotAfter}`,
};

type TimeRules = NonNullable<Constraints['TimeRules']>;

/** True if every minute of the week that the rules open is open by the others too. No rules mean any time. */
function isWithin(rules: TimeRules, others: TimeRules): boolean {
  if (rules.length === 0) return false;
  const [week, other] = [createWeekMap(rules), createWeekMap(others)];
  // Invalid rules are reported as such.
  if (typeof week === 'string' || typeof other === 'string') return true;
  return week.every((open, minute) => open === 0 || other[minute] === 1);
}

/** True if the campaign's settings are ceilings for what a key asks for: it may not change the campaign. */
export const hasCeilings = ({ scopes }: { scopes: readonly Scope[] }): boolean => !scopes.includes('campaigns:manage');

const limitNames = ['MaxCallSeconds', 'MaxRingSeconds'] as const;

/**
 * The fields in which a job is looser than its campaign. Whatever variant is drawn, its settings are a ceiling.
 * @param pointer the location of the overrides
 */
export function findLooserFields(
  job: { CampaignVariants?: string[] | undefined; Overrides: JobOverrides },
  campaign: CampaignConfig,
  pointer = '/Overrides',
): FieldProblem[] {
  const { Constraints = {}, ...limits } = job.Overrides;
  const problems = new Map<string, string>();
  for (const ceiling of resolveCeilings(job.CampaignVariants, campaign)) {
    for (const name of limitNames) {
      const [value, most] = [limits[name], ceiling[name]];
      if (value !== undefined && most !== undefined && value > most) problems.set(name, `at most ${most}`);
    }
    const { Trunk } = ceiling;
    if (Trunk !== undefined && job.Overrides.Trunk !== undefined && job.Overrides.Trunk !== Trunk)
      problems.set('Trunk', `the trunk ${Trunk}`);
    for (const field of Object.keys(checks) as (keyof Constraints)[]) {
      const required = checkField(field, Constraints, { ceiling: ceiling.Constraints ?? {}, campaign });
      if (required !== undefined) problems.set(`Constraints/${field}`, required);
    }
  }
  return [...problems].map(([path, required]) => ({
    pointer: `${pointer}/${path}`,
    detail: `The campaign requires ${required}. Only a key with the scope "campaigns:manage" may exceed it.`,
  }));
}

/** The settings of the campaign that can apply: those of the job's variants, or of each that may be drawn. */
function resolveCeilings(
  ids: readonly string[] | undefined,
  { Variants = [], Defaults = {} }: CampaignConfig,
): JobOverrides[] {
  const drawn = Variants.filter(({ Weight }) => Weight > 0).map((variant) => [variant]);
  const choices = ids
    ? [ids.flatMap((id) => Variants.filter((variant) => variant.ID === id))]
    : drawn.length > 0
      ? drawn
      : [[]];
  const overridesOf = (chosen: typeof Variants): JobOverrides[] => chosen.map(({ Overrides }) => Overrides);
  return choices.map((chosen) => mergeOverrides(Defaults, overridesOf(chosen), {}));
}

function checkField(
  field: keyof Constraints,
  constraints: Constraints,
  { ceiling, campaign }: { ceiling: Constraints; campaign: CampaignClock },
): string | undefined {
  const value = constraints[field];
  const check = checks[field] as Check<keyof Constraints>;
  return value === undefined ? undefined : check(value, ceiling, campaign);
}
