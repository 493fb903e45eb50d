import { z } from 'zod';
import { redactionEntity } from '../contracts/overrides.schema';
import { list } from './list';

const nonEmpty = z.string().min(1);
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const entities = list.pipe(z.array(redactionEntity));

/** The settings of analyses by a model. Without an address and a model, rules analyze. */
export const analysisSettings = {
  ANALYSIS_OPENAI_BASE_URL: z.url({ protocol: /^https?$/, error: 'Expected an http or https URL.' }).optional(),
  ANALYSIS_OPENAI_API_KEY: nonEmpty.optional(),
  ANALYSIS_OPENAI_MODEL: nonEmpty.optional(),
  ANALYSIS_WAIT_SECONDS: z.coerce.number().min(0).max(60).default(15),
  ANALYSIS_TIMEOUT_SECONDS: z.coerce.number().min(1).max(600).default(60),
  ANALYSIS_CONCURRENCY: whole(1, 1_000).default(4),
  ANALYSIS_MAX_INPUT_TOKENS: whole(500, 1_000_000).default(32_000),
  ANALYSIS_MAX_OUTPUT_TOKENS: whole(100, 100_000).default(4_000),
  ANALYSIS_MAX_TOKENS_PER_JOB: whole(1_000, 100_000_000).default(500_000),
  ANALYSIS_REDACT: entities.default(['credit_card', 'iban', 'ssn']),
};

interface ModelSettings {
  ANALYSIS_OPENAI_BASE_URL?: string | undefined;
  ANALYSIS_OPENAI_API_KEY?: string | undefined;
  ANALYSIS_OPENAI_MODEL?: string | undefined;
}

/** Reports half a model: a deployment that meant to have one must not analyze by rules unnoticed. */
export function checkAnalysisSettings(settings: ModelSettings, context: z.RefinementCtx): void {
  const { ANALYSIS_OPENAI_BASE_URL, ANALYSIS_OPENAI_API_KEY, ANALYSIS_OPENAI_MODEL } = settings;
  const given = [ANALYSIS_OPENAI_BASE_URL, ANALYSIS_OPENAI_API_KEY, ANALYSIS_OPENAI_MODEL];
  if (given.every((value) => value === undefined)) return;
  const message = 'Required if another setting ANALYSIS_OPENAI_* is set.';
  for (const name of ['ANALYSIS_OPENAI_BASE_URL', 'ANALYSIS_OPENAI_MODEL'] as const)
    if (settings[name] === undefined) context.addIssue({ code: 'custom', path: [name], message });
}
