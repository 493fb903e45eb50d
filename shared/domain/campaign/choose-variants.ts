import { stableFraction } from '../stable-hash';
import type { CampaignVariant } from './campaign';

/**
 * The variants of a job's calls as one text, by which they are counted: empty for none.
 * @returns `undefined` in a campaign without variants
 */
export const toVariantKey = (variants: readonly CampaignVariant[] | undefined, chosen: readonly string[]) =>
  (variants ?? []).length === 0 ? undefined : [...chosen].sort().join(separator);

/** The variants in a text that `toVariantKey` wrote. */
export const readVariantKey = (key: string): string[] => (key === '' ? [] : key.split(separator));

/** Ids of variants consist of letters, digits, `_` and `-`. */
const separator = ',';

/**
 * The variants of a job's calls. Named ones apply as given (an empty list means none). Without a list, one is drawn by
 * weight from the job's id, so that a retry draws the same one.
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
