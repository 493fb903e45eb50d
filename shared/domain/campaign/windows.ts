import type { JobOverrides } from '../job/overrides';
import type { Constraints } from '../schedule/constraints';
import type { CampaignConfig } from './campaign';

/** The constraints that depend on local time. */
export type Windows = Pick<Constraints, 'TimeZone' | 'TimeRules'>;

/** The fields of a job that decide which windows can apply to it. */
export interface WindowFields {
  CampaignVariants?: string[] | undefined;
  Overrides: JobOverrides;
}

const windowsOf = (overrides: JobOverrides | undefined): Windows => ({
  TimeZone: overrides?.Constraints?.TimeZone,
  TimeRules: overrides?.Constraints?.TimeRules,
});

/** Like `mergeConstraints`: field by field, each as a whole. */
const merge = (base: Windows, over: Windows): Windows => ({
  TimeZone: over.TimeZone ?? base.TimeZone,
  TimeRules: over.TimeRules ?? base.TimeRules,
});

/** Variants that set no windows share those of the campaign: one entry stands for all of them. */
const distinct = (all: readonly Windows[]): Windows[] =>
  all.filter(
    (one, index) =>
      index === all.findIndex(({ TimeZone, TimeRules }) => TimeZone === one.TimeZone && TimeRules === one.TimeRules),
  );

function createResolver({ Defaults, Variants = [] }: CampaignConfig): (job: WindowFields) => Windows[] {
  const defaults = windowsOf(Defaults);
  const byId = new Map(Variants.map(({ ID, Overrides }) => [ID, windowsOf(Overrides)]));
  const drawn = Variants.filter(({ Weight }) => Weight > 0);
  const byVariant = distinct(
    drawn.length > 0 ? drawn.map(({ Overrides }) => merge(defaults, windowsOf(Overrides))) : [defaults],
  );
  return ({ CampaignVariants, Overrides }) => {
    const bases = CampaignVariants
      ? [CampaignVariants.reduce((windows, id) => merge(windows, byId.get(id) ?? {}), defaults)]
      : byVariant;
    const own = windowsOf(Overrides);
    if (own.TimeZone === undefined && own.TimeRules === undefined) return bases;
    return distinct(bases.map((base) => merge(base, own)));
  };
}

/** A file's rows share their campaign: what depends on it alone is computed once. */
const resolvers = new WeakMap<CampaignConfig, (job: WindowFields) => Windows[]>();

/**
 * The windows that can apply to a job: those of each variant that may be drawn, without repeats. Much cheaper than
 * merging all overrides, of which a campaign may have many kB, for each row of a file.
 */
export function resolveWindows(job: WindowFields, campaign: CampaignConfig): Windows[] {
  const resolve = resolvers.get(campaign) ?? createResolver(campaign);
  resolvers.set(campaign, resolve);
  return resolve(job);
}
