import { stableFraction } from '../stable-hash';
import type { CampaignVariant } from './campaign';

/**
 * The variants a job is called with. Named ones are taken as given (an empty list means none); without a list one is drawn by weight,
 * from the job's id, so that a repeated step draws the same.
 */
export function chooseVariants(
  variants: readonly CampaignVariant[],
  jobId: string,
  named?: readonly string[],
): string[] {
  if (named !== undefined) return [...named];
  const total = variants.reduce((sum, variant) => sum + variant.Weight, 0);
  if (total <= 0) return [];
  let point = stableFraction(`variant/${jobId}`) * total;
  for (const variant of variants) {
    if (point < variant.Weight) return [variant.ID];
    point -= variant.Weight;
  }
  return [];
}
