import type { JobKey } from '../../shared/adapters/mongo/jobs/repository';
import { requestCancel, requestErasure } from '../../shared/application/end-job';
import { findRescheduleProblem, requestReschedule } from '../../shared/application/reschedule-job';
import { findConstraintProblems, toJobChange } from '../../shared/application/update-job';
import { invariant } from '../../shared/domain/assert';
import type { BulkActionKind } from '../../shared/domain/bulk/bulk-action';
import { asksModel } from '../../shared/domain/campaign/analyzer';
import type { Job } from '../../shared/domain/job/job';
import { isActionAllowed, isEnding, isErasing } from '../../shared/domain/job/state';
import { auditChange, changed, skipped, type BulkDeps, type BulkRun, type Outcome } from './outcome';

/** Changes one job, or finds out why it must stay as it is. Repeating it changes nothing twice. */
type Change = (deps: BulkDeps, run: BulkRun, key: JobKey) => Promise<Outcome>;

/** If Temporal is unavailable, the sweeper does it a little later: the request is stored with a deadline. */
const ignoreFailure = () => undefined;

const whyNotRunning = (job: Job | undefined): Outcome =>
  skipped(job === undefined || isErasing(job.State) ? 'job_erased' : 'job_not_running');

const cancel: Change = async (deps, run, key) => {
  const { store, workflows, clock } = deps;
  const job = await store.jobs.find(key);
  if (job === undefined || !isActionAllowed('cancel', job.State)) return whyNotRunning(job);
  if (isEnding(job)) return skipped('already_requested');
  await auditChange(deps, run, { Action: 'job.canceled', jobId: job.ID }, await clock.nowMs());
  const updated = await requestCancel(key, deps, await clock.nowMs());
  if (updated === undefined) return skipped('job_not_running');
  await workflows.wakeJob(updated).catch(ignoreFailure);
  return changed;
};

const erase: Change = async (deps, run, key) => {
  const { store, workflows, clock } = deps;
  // A job that can no longer be decrypted can still be erased.
  const job = await store.jobs.findMetadata(key);
  if (job === undefined || isErasing(job.State)) return skipped('job_erased');
  if (job.DeletionRequestedMS !== undefined) return skipped('already_requested');
  await auditChange(deps, run, { Action: 'job.deletion_requested', jobId: job.ID }, await clock.nowMs());
  await requestErasure(job, deps, await clock.nowMs());
  await workflows.startErasure(job).catch(ignoreFailure);
  return changed;
};

const reschedule: Change = async (deps, run, key) => {
  const { action, attempted } = run;
  const { store, clock } = deps;
  const job = await store.jobs.find(key);
  if (job === undefined || !isActionAllowed('reschedule', job.State)) return skipped('not_scheduled');
  const nowMs = await clock.nowMs();
  invariant(action.CallAtMS !== undefined, 'a bulk reschedule has an instant');
  const callAtMs = Math.max(action.CallAtMS, nowMs);
  if (!attempted.has(job.ID)) {
    const chosen = { callAtMs, hasCeilings: action.HasCeilings };
    const found = await findRescheduleProblem(job, chosen, deps, nowMs);
    if (found !== undefined) return skipped(found.kind);
  }
  await auditChange(deps, run, { Action: 'job.rescheduled', jobId: job.ID }, nowMs);
  const status = await requestReschedule(job, { callAtMs, seed: action.ID }, deps);
  return status === undefined ? skipped('not_scheduled') : changed;
};

const update: Change = async (deps, run, key) => {
  const { action, parameters } = run;
  const { store, workflows, clock } = deps;
  const job = await store.jobs.find(key);
  if (job === undefined || !isActionAllowed('update', job.State) || isEnding(job)) return whyNotRunning(job);
  const nowMs = await clock.nowMs();
  if (job.UpdatedBy !== action.ID) {
    const refused = await whyNotConstrained(deps, run, job, nowMs);
    if (refused !== undefined) return refused;
    const Details = { Fields: action.Fields ?? [] };
    await auditChange(deps, run, { Action: 'job.updated', jobId: job.ID, Details }, nowMs);
    const change = { ...toJobChange(job, parameters, nowMs), UpdatedBy: action.ID };
    const updated = await store.jobs.update(key, change, nowMs);
    if (updated === undefined && (await store.jobs.findMetadata(key))?.UpdatedBy !== action.ID)
      return whyNotRunning(await store.jobs.findMetadata(key));
  }
  if (parameters.Constraints !== undefined) await workflows.wakeJob(job).catch(ignoreFailure);
  return changed;
};

const analyze: Change = async (deps, run, key) => {
  const { store, clock } = deps;
  const job = await store.jobs.findMetadata(key);
  if (job === undefined || isErasing(job.State) || job.DeletionRequestedMS !== undefined) return skipped('job_erased');
  if (job.CallCount === 0 || !(await asksNow(deps, run))) return skipped('nothing_to_analyze');
  const nowMs = await clock.nowMs();
  await auditChange(deps, run, { Action: 'job.analysis_requested', jobId: job.ID }, nowMs);
  return (await store.jobAnalyses.request(key, nowMs)) === undefined ? skipped('job_erased') : changed;
};

const asksNow = async ({ store }: BulkDeps, { action }: BulkRun): Promise<boolean> => {
  const campaign = await store.campaigns.findConfig(action.CampaignID);
  return campaign !== undefined && asksModel(campaign.config);
};

/** Validates new constraints by the version of the campaign that plans the job. */
async function whyNotConstrained(
  { store }: BulkDeps,
  { action, parameters }: BulkRun,
  job: Job,
  nowMs: number,
): Promise<Outcome | undefined> {
  const { Constraints } = parameters;
  if (Constraints === undefined) return undefined;
  const campaign = await store.campaigns.findConfig(job.CampaignID, job.CampaignVersion ?? undefined);
  invariant(campaign !== undefined, `job ${job.ID} belongs to a campaign`);
  const rules = { campaign: campaign.config, hasCeilings: action.HasCeilings };
  const problems = await findConstraintProblems(job, Constraints, rules, nowMs);
  return problems.length > 0 ? skipped('not_allowed_in_campaign') : undefined;
}

/** What each action does to a job. A redial makes new jobs, a batch at a time. */
export const changes = { cancel, reschedule, erase, update, analyze } as const satisfies Record<
  Exclude<BulkActionKind, 'redial'>,
  Change
>;
