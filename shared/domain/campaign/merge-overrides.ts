import type { JobOverrides } from '../job/overrides';
import { mergeConstraints } from '../schedule/merge';

/**
 * The settings in force, field by field: the job's override its variants' (later ones override earlier ones), which
 * override the campaign's. Constraints and Redaction merge field by field, Integrations key by key, SST option by
 * option.
 */
export function mergeOverrides(
  campaignDefaults: JobOverrides,
  variants: readonly JobOverrides[],
  job: JobOverrides,
): JobOverrides {
  return [...variants, job].reduce(mergeTwo, campaignDefaults);
}

function mergeTwo(base: JobOverrides, over: JobOverrides): JobOverrides {
  const merged = mergeFields(base, over);
  if (base.Constraints && over.Constraints)
    merged.Constraints = mergeConstraints(base.Constraints, over.Constraints).constraints;
  if (base.Integrations && over.Integrations) merged.Integrations = mergeFields(base.Integrations, over.Integrations);
  if (base.Redaction && over.Redaction) merged.Redaction = mergeFields(base.Redaction, over.Redaction);
  if (base.SST && over.SST) merged.SST = mergeSpeechToText(base.SST, over.SST);
  return merged;
}

type SpeechToText = NonNullable<JobOverrides['SST']>;

function mergeSpeechToText(base: SpeechToText, over: SpeechToText): SpeechToText {
  const merged = mergeFields(base, over);
  for (const provider of Object.keys(over)) {
    const [low, high] = [base[provider]?.options, over[provider]?.options];
    if (low && high) merged[provider] = { options: mergeFields(low, high) };
    else if (low) merged[provider] = { options: low };
  }
  return merged;
}

/** A field that is present but `undefined` sets nothing. Spreading copies keys such as `__proto__` as plain data. */
function mergeFields<T extends object>(base: T, over: T): T {
  return { ...base, ...Object.fromEntries(Object.entries(over).filter(([, value]) => value !== undefined)) };
}
