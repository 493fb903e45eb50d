import { countReview } from '../../shared/application/count-review';
import { publishEvent } from '../../shared/application/publish-event';
import { ExtractionError } from '../../shared/domain/call/extraction';
import { afterFailedAnalysis, type AnalysisRequest } from '../../shared/domain/job/analysis';
import type { Job } from '../../shared/domain/job/job';
import { isErasing } from '../../shared/domain/job/state';
import { eventOfReplacedAnalysis } from '../../shared/domain/webhook/event';
import type { DueAnalysis } from '../../shared/adapters/mongo/jobs/analyses';
import type { ActivityDeps } from '../deps';
import { extractData, type ExtractionDeps } from '../lib/extract-data';
import { sweepOverdue, type Swept } from './sweep-each';

type AnalysesDeps = ExtractionDeps & Pick<ActivityDeps, 'deliveries'>;

/** Few, so that a claimed one does not wait long for its turn. */
const batchSize = 10;
/** A claim outlasts the analyses of the whole batch. */
const claimMarginMs = 120_000;
/** A job in a call is looked at again after this time. */
const lookAgainMs = 10_000;
const failedMs = 60_000;

/** What a call's own analysis leaves to the background, analyses that clients asked for, and counts of corrections. */
export function sweepAnalyses(deps: AnalysesDeps, nowMs: number): Promise<Swept> {
  const { jobAnalyses } = deps.store;
  const untilMs = nowMs + batchSize * deps.analysis.timeoutMs + claimMarginMs;
  return sweepOverdue<DueAnalysis>(
    deps,
    {
      findDue: (atMs, limit, without) => jobAnalyses.findDue(atMs, limit, without),
      claim: (due) => jobAnalyses.claim(due, untilMs),
      release: async (claimed, atMs) => {
        await jobAnalyses.claim(claimed, atMs + failedMs);
      },
    },
    { batchSize, nowMs, act: (claimed) => doWork(deps, claimed) },
  );
}

async function doWork(deps: AnalysesDeps, claimed: DueAnalysis): Promise<void> {
  const { store, clock, metrics } = deps;
  const job = await store.jobs.load(claimed.ID);
  if (job === undefined) return;
  const { AnalysisRequest: request } = job;
  if (request !== undefined && request.Abandoned !== true) {
    if (job.State === 'calling' || job.State === 'analyzing') {
      // The end of the call asks for an analysis of all calls.
      await store.jobAnalyses.claim(claimed, (await clock.nowMs()) + lookAgainMs);
      return;
    }
    metrics.sweeper.recordFound('analysis');
    await carryOut(deps, claimed, request);
  }
  await countReview(store, claimed.ID, await clock.nowMs());
  await store.jobAnalyses.settle(claimed);
}

/** At most half of the requests to the model are made here: those after a call, for which a job waits, find room. */
async function carryOut(deps: AnalysesDeps, claimed: DueAnalysis, request: AnalysisRequest): Promise<void> {
  const { analysis, store, clock } = deps;
  await analysis.background(() =>
    analysis.limiter(async () => {
      // Read again, because it may have waited for its turn.
      const job = await store.jobs.load(claimed.ID);
      if (job?.AnalysisDueMS !== claimed.AnalysisDueMS) return;
      if (isErasing(job.State) || job.DeletionRequestedMS !== undefined)
        return store.jobAnalyses.finish(job.ID, request);
      try {
        if (await analyzeAgain(deps, job, request)) await store.jobAnalyses.finish(job.ID, request);
        else await store.jobAnalyses.claim(claimed, (await clock.nowMs()) + lookAgainMs);
      } catch (error) {
        if (!(error instanceof ExtractionError)) throw error;
        const { retryAfterMs } = error.details;
        const next = afterFailedAnalysis(request, error.failure, { nowMs: await clock.nowMs(), retryAfterMs });
        await store.jobAnalyses.fail(job.ID, next.request, next.dueMs);
      }
    }),
  );
}

/**
 * @returns false if the job has had another call since
 * @throws {ExtractionError}
 */
async function analyzeAgain(deps: AnalysesDeps, job: Job, { Again, AtMS }: AnalysisRequest): Promise<boolean> {
  const { store, clock, analysis } = deps;
  const nowMs = await clock.nowMs();
  const context = await store.jobContexts.load(job, nowMs);
  const current = Again === true ? await store.campaigns.findConfig(job.CampaignID) : undefined;
  const { config, version } = current ?? { config: context.campaign, version: context.version };
  const found = await extractData(deps, { context, config, version, withinMs: analysis.timeoutMs });
  if (found === undefined) return true;
  if (!(await store.jobAnalyses.replace(job, found.analysis, nowMs))) return false;
  // Before the request ends, so that a lost process loses no event: the next one repeats both.
  const eventTimeMs = await clock.nowMs();
  await publishEvent(deps, eventOfReplacedAnalysis(found.call, { requestedMs: AtMS, eventTimeMs }), eventTimeMs);
  return true;
}
