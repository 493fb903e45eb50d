import { setTimeout as sleep } from 'node:timers/promises';
import type { CallSummary } from '../../shared/domain/call/call-record';
import { ExtractionError } from '../../shared/domain/call/extraction';
import { asksModel } from '../../shared/domain/campaign/analyzer';
import type { CampaignConfig } from '../../shared/domain/campaign/campaign';
import { afterFailedAnalysis, type AnalysisRequest } from '../../shared/domain/job/analysis';
import type { Job } from '../../shared/domain/job/job';
import { isEnding } from '../../shared/domain/job/state';
import type { JobContext } from '../../shared/domain/planning/plan-job';
import type { ActivityDeps } from '../deps';
import { errorFacts } from '../lib/error-facts';
import { extractData } from '../lib/extract-data';

type AnalysisFields = Pick<Job, 'AnalysisRequest' | 'AnalysisDueMS'>;

/** The background looks after the wait for the model, if the process that waits is lost. */
const requestGraceMs = 30_000;

/** True if the model has something to read in a call that is over. */
export const hasQuestions = (
  { extractor }: Pick<ActivityDeps, 'extractor'>,
  config: CampaignConfig | undefined,
  call: CallSummary | undefined,
): boolean => extractor !== undefined && config !== undefined && asksModel(config) && call?.ConnectedMS !== undefined;

/**
 * What a job stores when its call is over: a request for the model. It is stored before the model is asked, so that a lost
 * process loses none.
 * @param waits whether this step asks the model, or leaves it to the background
 */
export function requestFields(
  { analysis }: Pick<ActivityDeps, 'analysis'>,
  { AnalysisRequest: before }: Job,
  { waits, nowMs }: { waits: boolean; nowMs: number },
): AnalysisFields {
  // A client that asked for a new analysis still gets it by the current schema.
  const again = before?.Again === true && before.Abandoned !== true ? ({ Again: true } as const) : {};
  return {
    AnalysisRequest: { AtMS: nowMs, Attempts: 0, ...again },
    AnalysisDueMS: waits ? nowMs + analysis.waitMs + requestGraceMs : nowMs,
  };
}

/** Waits for the model, but not longer than the operator allows. If it fails, the request stays for the background. */
export async function awaitData(
  deps: ActivityDeps,
  context: JobContext,
  request: AnalysisRequest | undefined,
): Promise<void> {
  const { analysis, store, clock, logger } = deps;
  const { job } = context;
  if (request === undefined || request.Again === true || isEnding(job)) return;
  const deadlineMs = performance.now() + analysis.waitMs;
  const extract = async (): Promise<boolean> => {
    const withinMs = deadlineMs - performance.now();
    // It waited for its turn until nothing waits for it any more.
    if (withinMs <= 0) return false;
    await extractData(deps, { context, config: context.campaign, version: context.version, withinMs });
    return true;
  };
  const isOver = new AbortController();
  try {
    const waited = sleep(analysis.waitMs, false, { signal: isOver.signal }).catch(() => false);
    // What comes later is not shown by the job, so the request stays.
    if (!(await Promise.race([analysis.limiter(extract), waited]))) return;
    await store.jobAnalyses.finish(job.ID, request);
    if (job.AnalysisDueMS !== undefined)
      await store.jobAnalyses.settle({ ID: job.ID, OrgID: job.OrgID, AnalysisDueMS: job.AnalysisDueMS });
  } catch (error) {
    if (!(error instanceof ExtractionError)) {
      logger.warn({ jobId: job.ID, ...errorFacts(error) }, 'analysis.deferred');
      return;
    }
    const { retryAfterMs } = error.details;
    const next = afterFailedAnalysis(request, error.failure, { nowMs: await clock.nowMs(), retryAfterMs });
    await store.jobAnalyses.fail(job.ID, next.request, next.dueMs);
  } finally {
    isOver.abort();
  }
}
