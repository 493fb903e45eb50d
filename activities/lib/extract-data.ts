import type { CallAnalysis } from '../../shared/domain/call/call';
import { isCounted, type CallSummary } from '../../shared/domain/call/call-record';
import {
  ExtractionError,
  type Extraction,
  type ReadableCall,
  type ReadableMessage,
} from '../../shared/domain/call/extraction';
import { boundAnalysis } from '../../shared/domain/call/limits';
import { asksModel } from '../../shared/domain/campaign/analyzer';
import type { CampaignConfig } from '../../shared/domain/campaign/campaign';
import { entitiesToRedact } from '../../shared/domain/job/redaction';
import type { JobContext } from '../../shared/domain/planning/plan-job';
import type { ActivityDeps } from '../deps';
import { errorFacts } from './error-facts';

export type ExtractionDeps = Pick<
  ActivityDeps,
  'store' | 'extractor' | 'clock' | 'redactor' | 'turns' | 'analysis' | 'metrics' | 'logger'
>;

/** What is analyzed, and by which settings. */
export interface ExtractionInput {
  context: JobContext;
  /** The settings whose schema is used, and their version. */
  config: CampaignConfig;
  version: number;
  withinMs: number;
}

/** The call whose analysis covers all calls so far. */
const lastAnalyzed = (calls: readonly CallSummary[]): CallSummary | undefined =>
  calls.findLast((call) => isCounted(call) && call.Analysis !== undefined);

/**
 * Lets the model read all calls of a job, and stores what it finds as the analysis of the last one. The conclusions that
 * decide what follows the call stay those of the rules.
 * @returns the analysis and its call; `undefined` if there is nothing to analyze
 * @throws {ExtractionError}
 */
export async function extractData(
  deps: ExtractionDeps,
  { context, config, version, withinMs }: ExtractionInput,
): Promise<{ analysis: CallAnalysis; call: CallSummary } | undefined> {
  const { store, extractor, clock } = deps;
  const call = lastAnalyzed(context.calls);
  const { AnalysisSchema: schema } = config;
  if (call?.Analysis === undefined || schema === undefined) return undefined;
  if (extractor === undefined || !asksModel(config))
    throw new ExtractionError('not_configured', 'No model analyzes the jobs of this campaign.');
  const calls = await readCalls(deps, context);
  if (calls.every(({ messages }) => messages.length === 0)) return undefined;
  const tokensUsed = context.job.AnalysisTokens ?? 0;
  const extraction = await measure(deps, context.job.ID, () =>
    extractor.extract({ calls, schema, withinMs, tokensUsed }),
  );
  const { Evidence: _evidence, SchemaErrors: _errors, Source: _source, ...base } = call.Analysis;
  const found: CallAnalysis = {
    ...base,
    ...(extraction.summary === '' ? {} : { CallSummary: extraction.summary }),
    Data: extraction.data,
    Evidence: extraction.evidence,
    ...(extraction.schemaErrors.length === 0 ? {} : { SchemaErrors: extraction.schemaErrors }),
    Source: {
      Analyzer: 'openai',
      Model: extractor.model,
      SchemaVersion: version,
      AnalyzedAt: new Date(await clock.nowMs()).toISOString(),
      Calls: context.calls.filter(isCounted).length,
      ...(extraction.truncated ? { Truncated: true as const } : {}),
    },
  };
  const analysis = boundAnalysis(await redactFound(deps, context, boundAnalysis(found)));
  await store.calls.saveAnalysis(call, analysis);
  return { analysis, call };
}

/** The model read redacted words, but may join them to something else. The quotes are words of the transcript. */
async function redactFound(
  { redactor, turns }: ExtractionDeps,
  { job, overrides }: JobContext,
  found: CallAnalysis,
): Promise<CallAnalysis> {
  const contact = { name: job.ContactName, phoneNumber: job.PhoneNumber };
  const rules = redactor.forContact(contact, entitiesToRedact(overrides, job.TestJob));
  const { CallSummary, Data } = found;
  const redacted = await turns.run(job.OrgID, (pace) => rules.redactJsonPaced({ CallSummary, Data }, pace));
  return { ...found, ...redacted };
}

/** Reads what was said, redacted for the model: by the job's settings, and by what the operator lets no model see. */
async function readCalls(deps: ExtractionDeps, { job, calls, overrides }: JobContext): Promise<ReadableCall[]> {
  const { store, redactor, turns, analysis } = deps;
  const contact = { name: job.ContactName, phoneNumber: job.PhoneNumber };
  const entities = new Set([...entitiesToRedact(overrides, job.TestJob), ...analysis.redact]);
  const rules = redactor.forContact(contact, [...entities]);
  const read: ReadableCall[] = [];
  for (const call of calls) {
    const stored = await store.calls.readMessages(call);
    const messages: ReadableMessage[] = [];
    await turns.run(job.OrgID, async (pace) => {
      for (const [index, { role, content }] of stored.entries()) {
        if ((role !== 'assistant' && role !== 'user') || !content?.trim()) continue;
        const text = await rules.redactTextPaced(content, pace);
        messages.push({ index, speaker: role === 'user' ? 'contact' : 'agent', text, isStored: text === content });
      }
    });
    read.push({ callId: call.ID, messages });
  }
  return read;
}

/** Counts what an extraction took, whether it succeeds or not. */
async function measure(
  { store, metrics, logger }: ExtractionDeps,
  jobId: string,
  extract: () => Promise<Extraction>,
): Promise<Extraction> {
  const startedMs = performance.now();
  try {
    const extraction = await extract();
    const { tokens } = extraction;
    metrics.analyses.recordAnalysis('succeeded', { ms: performance.now() - startedMs, tokens });
    await store.jobAnalyses.countTokens(jobId, tokens.input + tokens.output);
    return extraction;
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    const { tokens = { input: 0, output: 0 } } = error.details;
    metrics.analyses.recordAnalysis(error.failure, { ms: performance.now() - startedMs, tokens });
    logger.warn({ jobId, failure: error.failure, ...errorFacts(error) }, 'analysis.failed');
    await store.jobAnalyses.countTokens(jobId, tokens.input + tokens.output);
    throw error;
  }
}
