import type { StateCount, VariantCount } from '../../../shared/domain/stats/present';
import type { CampaignStatsBody, VariantOutcomesBody } from '../../../shared/contracts/campaign-stats.schema';
import type { CampaignVariant } from '../../../shared/domain/campaign/campaign';
import { readVariantKey } from '../../../shared/domain/campaign/choose-variants';
import { readableJobStates, readableState } from '../../../shared/domain/job/state';

type ByState = CampaignStatsBody['JobsByState'];

/** A count for every visible state, including those without jobs. */
export function countByState(counts: readonly Pick<StateCount, 'state' | 'jobs'>[]): ByState {
  const found = Object.fromEntries(readableJobStates.map((state) => [state, 0])) as ByState;
  for (const { state, jobs } of counts) found[readableState(state)] += jobs;
  return found;
}

/**
 * The outcomes of each variant: those of the campaign's current version in its order, also without jobs, then others that
 * jobs were called with, then jobs without a variant.
 */
export function toVariantOutcomes(
  variants: readonly CampaignVariant[] = [],
  counts: readonly VariantCount[],
): VariantOutcomesBody[] {
  const current = variants.map(({ ID }) => ID);
  const byId = new Map<string | null, VariantCount[]>(current.map((id) => [id, []]));
  for (const count of counts) {
    const ids = readVariantKey(count.variantKey);
    for (const id of ids.length === 0 ? [null] : ids) byId.set(id, [...(byId.get(id) ?? []), count]);
  }
  const former = [...byId.keys()].filter((id) => id !== null && !current.includes(id)).sort();
  const without = byId.has(null) ? [null] : [];
  return [...current, ...former, ...without].map((id) => toOutcomes(id, byId.get(id) ?? []));
}

function toOutcomes(ID: string | null, counts: readonly VariantCount[]): VariantOutcomesBody {
  const sum = (of: (count: VariantCount) => number): number => counts.reduce((total, count) => total + of(count), 0);
  const FailuresByReason: VariantOutcomesBody['FailuresByReason'] = {};
  for (const { state, failureReason: reason, jobs } of counts)
    if (state === 'failed' && reason !== undefined) FailuresByReason[reason] = (FailuresByReason[reason] ?? 0) + jobs;
  return {
    ID,
    Jobs: sum(({ jobs }) => jobs),
    JobsByState: countByState(counts),
    FailuresByReason,
    Attempts: sum(({ attempts }) => attempts),
    Answered: sum(({ answered }) => answered),
  };
}
