import type { ActivityDeps } from '../../activities/deps';
import { createLimiter } from '../../activities/lib/limiter';
import type { ExtractorSettings } from '../../shared/adapters/analysis/openai/extractor';
import type { WorkerSettings } from '../../shared/config/settings.schema';

/** The model that analyzes, if there is one, and how it is used. */
export async function createAnalysis(settings: WorkerSettings): Promise<Pick<ActivityDeps, 'extractor' | 'analysis'>> {
  const { ANALYSIS_OPENAI_BASE_URL: baseUrl, ANALYSIS_OPENAI_API_KEY: apiKey, ANALYSIS_OPENAI_MODEL: model } = settings;
  const limits = {
    maxInputTokens: settings.ANALYSIS_MAX_INPUT_TOKENS,
    maxOutputTokens: settings.ANALYSIS_MAX_OUTPUT_TOKENS,
    maxTokensPerJob: settings.ANALYSIS_MAX_TOKENS_PER_JOB,
  };
  return {
    extractor:
      baseUrl === undefined || model === undefined
        ? undefined
        : await createExtractor({ baseUrl, apiKey, model, ...limits }),
    analysis: {
      waitMs: settings.ANALYSIS_WAIT_SECONDS * 1_000,
      timeoutMs: settings.ANALYSIS_TIMEOUT_SECONDS * 1_000,
      redact: settings.ANALYSIS_REDACT,
      limiter: createLimiter(settings.ANALYSIS_CONCURRENCY),
      background: createLimiter(Math.ceil(settings.ANALYSIS_CONCURRENCY / 2)),
    },
  };
}

/** The client of models is loaded only where one analyzes. */
async function createExtractor(settings: ExtractorSettings): Promise<ActivityDeps['extractor']> {
  const { createOpenAiExtractor } = await import('../../shared/adapters/analysis/openai/extractor.ts');
  return createOpenAiExtractor(settings);
}
