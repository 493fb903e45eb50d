import { Counter, Histogram, type Registry } from 'prom-client';
import { analysisFailures, type AnalysisFailure } from '../../domain/call/evidence';
import type { TokenUsage } from '../../domain/call/extraction';

/** Metrics of analyses by a model. */
export interface AnalysisMetrics {
  /** One analysis, whether it succeeded or not, with its requests. */
  recordAnalysis(result: 'succeeded' | AnalysisFailure, of: { ms: number; tokens: TokenUsage }): void;
}

export function createAnalysisMetrics(registry: Registry): AnalysisMetrics {
  const registers = [registry];
  const analyses = new Counter({
    name: 'outdial_analyses_total',
    help: 'Analyses by a model, by result.',
    labelNames: ['analyzer', 'result'] as const,
    registers,
  });
  const tokens = new Counter({
    name: 'outdial_analysis_tokens_total',
    help: 'Tokens of analyses, as the server of the model counted them.',
    labelNames: ['analyzer', 'kind'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: 'outdial_analysis_seconds',
    help: 'Time of an analysis by a model, with repeated requests.',
    labelNames: ['analyzer'] as const,
    buckets: [0.5, 1, 2, 5, 10, 20, 30, 60, 120],
    registers,
  });
  const analyzer = 'openai';
  for (const result of ['succeeded', ...analysisFailures] as const) analyses.inc({ analyzer, result }, 0);
  for (const kind of ['input', 'output'] as const) tokens.inc({ analyzer, kind }, 0);
  return {
    recordAnalysis: (result, { ms, tokens: { input, output } }) => {
      analyses.inc({ analyzer, result });
      tokens.inc({ analyzer, kind: 'input' }, input);
      tokens.inc({ analyzer, kind: 'output' }, output);
      seconds.observe({ analyzer }, ms / 1_000);
    },
  };
}
