import { Context } from '@temporalio/activity';
import type { BulkActionRecord } from '../../shared/adapters/mongo/bulk-actions.repository';
import { selectionOf } from '../../shared/application/bulk-selection';
import {
  bulkAuditId,
  countDone,
  type BulkActionState,
  type BulkCounts,
  type BulkParameters,
} from '../../shared/domain/bulk/bulk-action';
import { erasurePace } from '../lib/erasure-pace';
import { withHeartbeat } from '../lib/heartbeat';
import { isEngineUnavailable } from '../lib/is-engine-unavailable';
import { createLimiter } from '../lib/limiter';
import { createTimeBudget, type TimeBudget } from '../lib/time-budget';
import { changes } from './change-job';
import { changed, countOutcomes, type BulkDeps, type BulkRun, type Outcome } from './outcome';
import { redialJobs } from './redial-jobs';

/** A bulk action as its workflow sees it: counts and codes only. */
export interface BulkActionView {
  state: BulkActionState | 'gone';
  done: number;
  matched: number;
  /** A pause before the next jobs, in ms. */
  pauseMs: number;
}

const jobsPerBatch = 100;
/** Concurrent jobs of a batch. */
const maxConcurrentJobs = 20;
/** From then on a job that Temporal does not answer for has failed: while Temporal is down, no attempt is made. */
const maxEngineAttempts = 8;

/** One attempt at a part of an action. */
interface Attempt {
  budget: TimeBudget;
  /** From 1, as Temporal counts. */
  number: number;
}

export const createProcessBulkAction = (deps: BulkDeps) => ({
  /**
   * Works on a bulk action for a while, batch by batch. It can be interrupted and repeated at any point: the document
   * holds the cursor and the batch in progress, and each change of a job has no second effect.
   */
  processBulkAction: (bulkActionId: string): Promise<BulkActionView> =>
    withHeartbeat(() => processBulkAction(deps, bulkActionId)),
});

async function processBulkAction(deps: BulkDeps, bulkActionId: string): Promise<BulkActionView> {
  const context = Context.current();
  const attempt = { budget: await createTimeBudget(deps, context), number: context.info.attempt };
  const { bulkActions } = deps.store;
  let current = await bulkActions.load(bulkActionId);
  for (let work = true; work && current?.State === 'running';) {
    const next: BulkActionRecord | undefined = await advance(deps, current, attempt);
    work = next !== undefined && pauseOf(next) === 0 && !(await attempt.budget.exhausted());
    current = next ?? (await bulkActions.load(bulkActionId));
  }
  return toView(current);
}

const toView = (action: BulkActionRecord | undefined): BulkActionView =>
  action === undefined
    ? { state: 'gone', done: 0, matched: 0, pauseMs: 0 }
    : { state: action.State, done: countDone(action), matched: action.Matched, pauseMs: pauseOf(action) };

const batchSizeOf = ({ Action }: BulkActionRecord): number => (Action === 'erase' ? erasurePace.jobs : jobsPerBatch);

/** Erasures of many jobs pause after each full batch, as those at the end of a retention period do. */
function pauseOf(action: BulkActionRecord): number {
  const { Action, State, Batches, CancelRequestedMS } = action;
  if (Action !== 'erase' || State !== 'running' || CancelRequestedMS !== undefined) return 0;
  return Batches > 0 && countDone(action) === Batches * erasurePace.jobs ? erasurePace.pauseMs : 0;
}

/**
 * Does one batch, or ends the action. A requested end lets the batch in progress finish, so that every change is counted.
 * @returns the action after the batch; `undefined` if the action has ended, or another worker was first
 */
async function advance(
  deps: BulkDeps,
  action: BulkActionRecord,
  attempt: Attempt,
): Promise<BulkActionRecord | undefined> {
  const { store, clock, logger } = deps;
  if (action.Batch !== undefined) return finishBatch(deps, action, attempt, await findAttempted(deps, action));
  const end = async (to: BulkActionState): Promise<undefined> => {
    await store.bulkActions.finish(action, to, await clock.nowMs());
    logger.info({ bulkActionId: action.ID, jobs: countDone(action), state: to }, 'bulk_action.ended');
  };
  if (action.CancelRequestedMS !== undefined) return end('canceled');
  const key = { orgId: action.OrgID, campaignId: action.CampaignID };
  const part = { after: action.Cursor, limit: batchSizeOf(action) };
  const Jobs = await store.jobSelections.selectNext(key, selectionOf(action), part);
  if (Jobs.length === 0) return end('completed');
  const nowMs = await clock.nowMs();
  const begun = await store.bulkActions.beginBatch(action, { Jobs, AtMS: nowMs }, nowMs);
  return begun === undefined ? undefined : finishBatch(deps, begun, attempt, new Set());
}

/** The jobs of a batch that an earlier attempt was about to change, by their audit entries. */
async function findAttempted(
  { store }: BulkDeps,
  { ID, OrgID, Batch }: BulkActionRecord,
): Promise<ReadonlySet<string>> {
  const entries = new Map((Batch?.Jobs ?? []).map((job) => [bulkAuditId(ID, job.ID), job.ID]));
  const found = await store.auditLog.findExisting(OrgID, [...entries.keys()]);
  return new Set(found.flatMap((entryId) => entries.get(entryId) ?? []));
}

async function finishBatch(
  deps: BulkDeps,
  action: BulkActionRecord,
  attempt: Attempt,
  attempted: ReadonlySet<string>,
): Promise<BulkActionRecord | undefined> {
  const { store, clock } = deps;
  const parameters = await loadParameters(deps, action);
  if (parameters === undefined) return undefined;
  const run = { action, parameters, attempted, budget: attempt.budget };
  const outcomes = action.Action === 'redial' ? await redialJobs(deps, run) : await changeJobs(deps, run, attempt);
  const failedJobIds = [...outcomes].flatMap(([jobId, { kind }]) => (kind === 'failed' ? [jobId] : []));
  const counts: BulkCounts = countOutcomes(outcomes.values());
  return store.bulkActions.endBatch(action, { counts, failedJobIds }, await clock.nowMs());
}

/** @returns `undefined` if what the action gives to jobs cannot be read, with which the action fails */
async function loadParameters(
  { store, clock }: BulkDeps,
  action: BulkActionRecord,
): Promise<BulkParameters | undefined> {
  try {
    return await store.bulkActions.loadParameters(action.ID);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'DecryptionError') throw error;
    const message = 'The stored parameters cannot be decrypted: they were changed, or OUTDIAL_MASTER_KEY has changed.';
    await store.bulkActions.finish(action, 'failed', await clock.nowMs(), message);
    return undefined;
  }
}

/**
 * Changes the jobs of a batch, some at a time. A job that fails is counted and does not stop the others.
 * @throws if the store or Temporal is unavailable, so that the batch is repeated
 */
async function changeJobs(deps: BulkDeps, run: BulkRun, attempt: Attempt): Promise<Map<string, Outcome>> {
  const { action, attempted } = run;
  if (action.Action === 'redial') throw new Error('A redial makes jobs.');
  const change = changes[action.Action];
  const limiter = createLimiter(maxConcurrentJobs);
  const outcomes = new Map<string, Outcome>();
  const apply = async (jobId: string): Promise<void> => {
    try {
      const outcome = await change(deps, run, { orgId: action.OrgID, campaignId: action.CampaignID, jobId });
      // An earlier attempt changed it, and was lost before it could count it.
      outcomes.set(jobId, outcome.kind === 'skipped' && attempted.has(jobId) ? changed : outcome);
    } catch (error) {
      if (isTemporary(deps, error, attempt)) throw error;
      deps.logger.warn({ jobId, bulkActionId: action.ID, err: error }, 'bulk_action.job_failed');
      outcomes.set(jobId, { kind: 'failed' });
    }
  };
  const results = await Promise.allSettled((action.Batch?.Jobs ?? []).map(({ ID }) => limiter(() => apply(ID))));
  const lost = results.find((result) => result.status === 'rejected');
  if (lost !== undefined) throw lost.reason;
  return outcomes;
}

const isTemporary = ({ store }: BulkDeps, error: unknown, { number }: Attempt): boolean =>
  store.isUnavailable(error) || (isEngineUnavailable(error) && number < maxEngineAttempts);
