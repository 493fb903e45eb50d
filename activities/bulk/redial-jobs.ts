import { replanIfChanged } from '../../shared/application/replan-if-changed';
import type { JobSettings } from '../../shared/application/job-context';
import { reservedKeyPrefix } from '../../shared/contracts/primitives';
import { countDone, type SkipReason } from '../../shared/domain/bulk/bulk-action';
import type { CampaignConfig } from '../../shared/domain/campaign/campaign';
import { hasCampaignEnded } from '../../shared/domain/campaign/state';
import { formatJobId } from '../../shared/domain/import/import';
import { createRowValidator, type RowJob, type RowValidator } from '../../shared/domain/import/validate-row';
import { newJob, type Job } from '../../shared/domain/job/job';
import { hasEnded, isErasing } from '../../shared/domain/job/state';
import { planNewJob } from '../../shared/domain/planning/plan-new-job';
import { createLimiter, type Limiter } from '../lib/limiter';
import { startJobs } from '../lib/start-jobs';
import { auditChange, skipped, type BulkDeps, type BulkRun, type Outcome } from './outcome';

/** Concurrent requests to the database and to Temporal. */
const maxConcurrentRequests = 20;

/** A job that is to be called again, and the id of its new one. */
interface Redial {
  oldId: string;
  newId: string;
}
/** A redial whose contact may be called. */
type CheckedRedial = Redial & { request: RowJob };

/**
 * Makes a new job for each ended job of a batch, under the rules that a row of an import has: the campaign, the policy,
 * suppressions and the quota. A repeat after a crash makes the same jobs: their ids derive from the stored batch.
 */
export async function redialJobs(deps: BulkDeps, run: BulkRun): Promise<Map<string, Outcome>> {
  const { store, clock } = deps;
  const limiter = createLimiter(maxConcurrentRequests);
  const outcomes = new Map<string, Outcome>();
  const all = listRedials(run);
  // First those that an earlier attempt has stored: their old jobs may have been erased since.
  const existing = await findExisting(deps, run, all, limiter);
  const left = all.filter(({ newId }) => !existing.has(newId));
  const { OrgID: orgId, CampaignID: campaignId } = run.action;
  const [campaign, organization] = await Promise.all([
    store.campaigns.findConfig(campaignId),
    store.organizations.find(orgId),
  ]);
  const closed = campaign === undefined ? 'campaign_state' : whyClosed({ campaign, organization });
  let made: readonly Job[] = [];
  if (campaign === undefined || closed !== undefined) {
    for (const { oldId } of left) outcomes.set(oldId, skipped(closed ?? 'campaign_state'));
  } else {
    const settings = { campaign, organization };
    const checked = await checkRedials(deps, run, left, { settings, limiter, outcomes });
    const admitted = await admitRedials(deps, run, checked, { settings, outcomes });
    made = await storeRedials(deps, run, admitted, { settings, limiter });
    await replanIfChanged(store, { orgId, campaignId }, settings, await clock.nowMs());
  }
  const jobs = [...existing.values(), ...made];
  const failed = await startJobs(deps, jobs, limiter, run.budget);
  if (failed > 0) throw new Error(`${failed} jobs could neither be started nor left to the sweeper.`);
  for (const job of jobs) {
    const oldId = job.RedialOf ?? '';
    outcomes.set(oldId, { kind: 'changed', newJobFailed: failedAtOnce(job) ? job.FailureReason : undefined });
  }
  return outcomes;
}

/** As stored: a repeat must not count by what became of the job since. */
const failedAtOnce = ({ Sequence, State }: Job): boolean => Sequence === 2 && State === 'failed';

function listRedials({ action }: BulkRun): Redial[] {
  const { Batch, JobSalt } = action;
  const before = countDone(action);
  return (Batch?.Jobs ?? []).map(({ ID }, index) => ({
    oldId: ID,
    newId: formatJobId(JobSalt, Batch?.AtMS ?? 0, before + index + 1),
  }));
}

async function findExisting(
  { store }: BulkDeps,
  { attempted }: BulkRun,
  redials: readonly Redial[],
  limiter: Limiter,
): Promise<Map<string, Job>> {
  const tried = redials.filter(({ oldId }) => attempted.has(oldId));
  const found = await Promise.all(tried.map(({ newId }) => limiter(() => store.jobs.loadMetadata(newId))));
  return new Map(found.flatMap((job) => (job === undefined ? [] : [[job.ID, job]])));
}

/** Why the campaign takes no new jobs. */
function whyClosed({ campaign, organization }: JobSettings): SkipReason | undefined {
  if (organization?.State === 'blocked') return 'organization_blocked';
  if (campaign.control.Blocked === true) return 'campaign_blocked';
  return hasCampaignEnded(campaign.control.State) ? 'campaign_state' : undefined;
}

interface Checking {
  settings: JobSettings;
  limiter: Limiter;
  outcomes: Map<string, Outcome>;
}

/** Reads the old jobs and validates what they would be made of now. Jobs that may not be called again are recorded. */
async function checkRedials(
  deps: BulkDeps,
  run: BulkRun,
  redials: readonly Redial[],
  { settings, limiter, outcomes }: Checking,
): Promise<CheckedRedial[]> {
  const { store, imports, logger } = deps;
  const { campaign, organization } = settings;
  const { files: _files, validateOverrides, ...rules } = imports;
  const validate = await createRowValidator({
    ...rules,
    validateOverrides: (overrides, pointer) => validateOverrides(overrides, { pointer, orgId: run.action.OrgID }),
    campaign: campaign.config,
    policy: store.policyOf(organization),
    hasCeilings: run.action.HasCeilings,
    nowMs: await deps.clock.nowMs(),
  });
  const check = async (redial: Redial, index: number): Promise<CheckedRedial[]> => {
    try {
      const old = await store.jobs.load(redial.oldId);
      const request =
        old === undefined ? 'job_erased' : toRequest(old, { run, index, validate, config: campaign.config });
      if (typeof request === 'object') return [{ ...redial, request }];
      outcomes.set(redial.oldId, skipped(request));
    } catch (error) {
      if (store.isUnavailable(error)) throw error;
      logger.warn({ jobId: redial.oldId, bulkActionId: run.action.ID, err: error }, 'bulk_action.job_failed');
      outcomes.set(redial.oldId, { kind: 'failed' });
    }
    return [];
  };
  return (await Promise.all(redials.map((redial, index) => limiter(() => check(redial, index))))).flat();
}

/** The request for a new job with the contact of an old one, or why there can be none. */
function toRequest(
  old: Job,
  { run, index, validate, config }: { run: BulkRun; index: number; validate: RowValidator; config: CampaignConfig },
): RowJob | SkipReason {
  if (old.BulkActionID === run.action.ID) return 'made_by_this_action';
  if (isErasing(old.State) || old.DeletionRequestedMS !== undefined || old.PhoneNumber === '') return 'job_erased';
  if (!hasEnded(old.State)) return 'job_not_ended';
  const row = validate({ number: index + 1, fields: toFields(old, config), problems: [] });
  if (row.kind === 'valid') return row.job;
  return row.problems.some(({ code }) => code.startsWith('not_allowed'))
    ? 'not_allowed_in_campaign'
    : 'invalid_configuration';
}

/** The fields by which the old job was requested. */
function toFields(old: Job, { Variants = [] }: CampaignConfig): Record<string, unknown> {
  const { CallerID, ContactName, Data, Overrides, TestJob, CampaignVariants, Priority } = old;
  // A key of an import would be refused, and would count the new job as one of the import's.
  const own = Object.entries(old.Metadata ?? {}).filter(([name]) => !name.startsWith(reservedKeyPrefix));
  // The variants that were drawn stay, unless the campaign has lost one.
  const known = CampaignVariants?.every((id) => Variants.some(({ ID }) => ID === id)) === true;
  const fields = {
    ContactPhoneNumber: old.PhoneNumber,
    CallerID,
    ContactName,
    Metadata: own.length === 0 ? undefined : Object.fromEntries(own),
    Data,
    Overrides,
    CampaignVariants: known ? CampaignVariants : undefined,
    TestJob,
    Priority,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Takes those that the organization's quota of open jobs admits; the others are recorded. */
async function admitRedials(
  { store, clock }: BulkDeps,
  { action }: BulkRun,
  redials: readonly CheckedRedial[],
  { settings, outcomes }: Pick<Checking, 'settings' | 'outcomes'>,
): Promise<CheckedRedial[]> {
  const { MaxOpenJobs } = store.policyOf(settings.organization);
  const nowMs = await clock.nowMs();
  const admit = (count: number): Promise<boolean> => store.openJobs.admit(action.OrgID, count, MaxOpenJobs, nowMs);
  if (redials.length === 0 || (await admit(redials.length))) return [...redials];
  const admitted: CheckedRedial[] = [];
  for (const redial of redials) {
    if (await admit(1)) admitted.push(redial);
    else outcomes.set(redial.oldId, skipped('too_many_open_jobs'));
  }
  return admitted;
}

/**
 * Plans and stores the new jobs. Each has a millisecond of its own, as those of an import have.
 * @returns them as they are stored
 */
async function storeRedials(
  deps: BulkDeps,
  run: BulkRun,
  redials: readonly CheckedRedial[],
  { settings, limiter }: Pick<Checking, 'settings' | 'limiter'>,
): Promise<readonly Job[]> {
  const { store, clock } = deps;
  const { ID: BulkActionID, OrgID: orgId, CampaignID: campaignId } = run.action;
  const nowMs = await clock.nowMs();
  const numbers = redials.map(({ request }) => request.ContactPhoneNumber);
  const suppressed = await store.suppressions.findHolding({ orgId, campaignId }, numbers, nowMs);
  const plan = async ({ oldId, newId, request }: CheckedRedial, index: number): Promise<Job> => {
    const entry = { Action: 'job.created', jobId: oldId, newJobId: newId, Details: { RedialOf: oldId } } as const;
    const AuditLogEntries = [await auditChange(deps, run, entry, nowMs)];
    const job = newJob(request, { id: newId, orgId, campaignId }, nowMs + index, {
      RedialOf: oldId,
      BulkActionID,
      AuditLogEntries,
    });
    return planNewJob(await store.jobContexts.draft(job, { ...settings, suppressed }, nowMs), job.CreatedMS);
  };
  return store.jobs.insertMissing(
    await Promise.all(redials.map((redial, index) => limiter(() => plan(redial, index)))),
  );
}
