import type { Collection, Db, Filter, UpdateFilter } from 'mongodb';
import type { CallAnalysis } from '../../../domain/call/call';
import type { AgreedFields, AnalysisRequest, AnalysisReview, Correction } from '../../../domain/job/analysis';
import type { Job } from '../../../domain/job/job';
import type { JobState } from '../../../domain/job/state';
import type { DataKeys } from '../data-keys';
import { cipherFor, hydrateJob, toStoredFields, type JobDocument } from './document';
import { byKey, type JobKey } from './filter';

/** A job with work for the analysis: a request, or a review that is not counted. */
export interface DueAnalysis {
  ID: string;
  OrgID: string;
  AnalysisDueMS: number;
}

/** Erased jobs, and those that are about to be, are not analyzed and take no corrections. */
const notErasing = {
  State: { $nin: ['deleting', 'deleted'] as JobState[] },
  DeletionRequestedMS: { $exists: false },
};
/** So long the process that stores corrections has to count them. */
const countGraceMs = 10_000;
const noRequest: Filter<JobDocument> = {
  $or: [{ AnalysisRequest: { $exists: false } }, { 'AnalysisRequest.Abandoned': true }],
};
const expect = <T>(value: T | undefined): T | { $exists: false } => value ?? { $exists: false };

/** Requests for analyses by a model. A worker claims each by postponing it. */
const createRequests = (jobs: Collection<JobDocument>, dataKeys: DataKeys) => ({
  /** Asks for an analysis of all calls so far. @returns the job after it, or `undefined` if it has no calls or is erased */
  request: async (key: JobKey, nowMs: number): Promise<Job | undefined> => {
    const AnalysisRequest: AnalysisRequest = { AtMS: nowMs, Attempts: 0, Again: true };
    const document = await jobs.findOneAndUpdate(
      { ...byKey(key), CallCount: { $gt: 0 }, ...notErasing },
      { $set: { AnalysisRequest, AnalysisDueMS: nowMs } },
      { returnDocument: 'after' },
    );
    return document === null ? undefined : hydrateJob(document, dataKeys);
  },

  /** Most overdue first. @param withoutOrgIds leaves out the jobs of these organizations */
  findDue: async (nowMs: number, limit: number, withoutOrgIds: readonly string[] = []): Promise<DueAnalysis[]> => {
    const others = withoutOrgIds.length === 0 ? {} : { OrgID: { $nin: [...withoutOrgIds] } };
    const found = jobs.find(
      { AnalysisDueMS: { $lte: nowMs }, ...others },
      { projection: { OrgID: 1, AnalysisDueMS: 1 } },
    );
    const documents = await found.sort({ AnalysisDueMS: 1 }).limit(limit).toArray();
    return documents.map(({ _id, OrgID, AnalysisDueMS = 0 }) => ({ ID: _id, OrgID, AnalysisDueMS }));
  },

  /** @returns the work with its new deadline, or `undefined` if another process has it */
  claim: async (due: DueAnalysis, untilMs: number): Promise<DueAnalysis | undefined> => {
    const unchanged = { _id: due.ID, AnalysisDueMS: due.AnalysisDueMS };
    const { matchedCount } = await jobs.updateOne(unchanged, { $set: { AnalysisDueMS: untilMs } });
    return matchedCount === 1 ? { ...due, AnalysisDueMS: untilMs } : undefined;
  },

  /** Ends the work of a claim, unless there is more of it. */
  settle: async ({ ID, AnalysisDueMS }: DueAnalysis): Promise<void> => {
    const done = { _id: ID, AnalysisDueMS, 'Review.Pending': { $exists: false }, ...noRequest };
    await jobs.updateOne(done, { $unset: { AnalysisDueMS: '' } });
  },

  /** Removes a request that was carried out, or that the job's erasure has made pointless; a newer one stays. */
  finish: async (jobId: string, { AtMS }: AnalysisRequest): Promise<void> => {
    await jobs.updateOne({ _id: jobId, 'AnalysisRequest.AtMS': AtMS }, { $unset: { AnalysisRequest: '' } });
  },

  /** Stores that a request failed. @param dueMs when it is repeated; never if absent */
  fail: async (jobId: string, AnalysisRequest: AnalysisRequest, dueMs: number | undefined): Promise<void> => {
    await jobs.updateOne(
      { _id: jobId, 'AnalysisRequest.AtMS': AnalysisRequest.AtMS },
      { $set: { AnalysisRequest, ...(dueMs === undefined ? {} : { AnalysisDueMS: dueMs }) } },
    );
  },

  countTokens: async (jobId: string, tokens: number): Promise<void> => {
    if (tokens > 0) await jobs.updateOne({ _id: jobId }, { $inc: { AnalysisTokens: tokens } });
  },
});

/** What analyses and people find. */
const createResults = (jobs: Collection<JobDocument>, dataKeys: DataKeys) => ({
  /**
   * Replaces the analysis that a job shows, unless it has had another call since.
   * @returns false if it has, or is erased
   */
  replace: async ({ ID, CallCount }: Pick<Job, 'ID' | 'CallCount'>, Analysis: CallAnalysis, nowMs: number) => {
    const change = { Analysis, PreviousCallsSummary: Analysis.CallSummary };
    const stored = toStoredFields(change, await cipherFor(ID, change, dataKeys));
    const shown = { _id: ID, CallCount, ...notErasing };
    const set = { ...stored, UpdatedMS: nowMs };
    return (await jobs.updateOne(shown, { $set: set })).matchedCount === 1;
  },

  /**
   * Stores the corrections of a job as it was read.
   * @returns the job after it, or `undefined` if other corrections came first, or it is erased
   */
  correct: async (
    key: JobKey,
    { CorrectionRevision }: Pick<Job, 'CorrectionRevision'>,
    Corrections: Record<string, Correction>,
    nowMs: number,
  ): Promise<Job | undefined> => {
    const cipher = await cipherFor(key.jobId, { Corrections }, dataKeys);
    const asRead: Filter<JobDocument> = {
      ...byKey(key),
      CorrectionRevision: expect(CorrectionRevision),
      ...notErasing,
    };
    const update: UpdateFilter<JobDocument> = {
      $set: {
        ...toStoredFields({ Corrections }, cipher),
        CorrectionRevision: (CorrectionRevision ?? 0) + 1,
        UpdatedMS: nowMs,
      },
      // In case this process is lost before it counts them.
      $min: { AnalysisDueMS: nowMs + countGraceMs },
    };
    const document = await jobs.findOneAndUpdate(asRead, update, { returnDocument: 'after' });
    return document === null ? undefined : hydrateJob(document, dataKeys);
  },

  /** Begins to count a review: from then on it is pending until every count holds it. @returns false if another began first */
  beginCount: async ({ ID, Review }: Job, Pending: AgreedFields, nowMs: number): Promise<boolean> => {
    const next: AnalysisReview = { ...Review, Revision: (Review?.Revision ?? 0) + 1, Pending };
    const asRead: Filter<JobDocument> = {
      _id: ID,
      'Review.Revision': expect(Review?.Revision),
      'Review.Pending': { $exists: false },
    };
    const update = { $set: { Review: next }, $min: { AnalysisDueMS: nowMs } };
    return (await jobs.updateOne(asRead, update)).matchedCount === 1;
  },

  /** Records that the counts hold what was pending. */
  endCount: async (jobId: string, { Revision, Pending }: AnalysisReview): Promise<void> => {
    const pending = { _id: jobId, 'Review.Revision': Revision, 'Review.Pending': { $exists: true } };
    await jobs.updateOne(pending, { $set: { 'Review.Counted': Pending }, $unset: { 'Review.Pending': '' } });
  },
});

/** What a job's analysis by a model, and its corrections, store in the job's document. */
export function createJobAnalyses(db: Db, dataKeys: DataKeys) {
  const jobs = db.collection<JobDocument>('jobs');
  return { ...createRequests(jobs, dataKeys), ...createResults(jobs, dataKeys) };
}
export type JobAnalyses = ReturnType<typeof createJobAnalyses>;
