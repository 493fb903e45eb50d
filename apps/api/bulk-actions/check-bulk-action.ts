import type { Campaign } from '../../../shared/adapters/mongo/campaigns.repository';
import { resolveCallAt } from '../../../shared/application/reschedule-job';
import { findConstraintProblems } from '../../../shared/application/update-job';
import type { CreateBulkAction } from '../../../shared/contracts/bulk-action.schema';
import type { BulkAction, BulkParameters } from '../../../shared/domain/bulk/bulk-action';
import { asksModel } from '../../../shared/domain/campaign/analyzer';
import { hasCeilings } from '../../../shared/domain/campaign/ceilings';
import { jobIdRangeOf } from '../../../shared/domain/import/import';
import { findCampaign } from '../campaigns/find-campaign';
import { findOpenCampaign } from '../campaigns/find-open-campaign';
import { tooManyOpenJobs } from '../campaigns/too-many-open-jobs';
import type { ApiDeps } from '../http/deps';
import { invalidBody, ProblemError } from '../http/problem';
import type { ApiRequest } from '../http/route';

export type BulkRequest = ApiRequest<'campaignID', CreateBulkAction>;

/** What a valid request asks for. */
export type CheckedAction = Pick<
  BulkAction,
  'Action' | 'Filter' | 'ImportIDs' | 'Fields' | 'CallAtMS' | 'CreatedMS'
> & {
  Parameters?: BulkParameters | undefined;
};

/**
 * Validates once, before the action begins, everything that does not depend on a single job.
 * @throws {ProblemError} that points at the field; 403 if the key may not do to one job what the action does to many
 */
export async function checkBulkAction(request: BulkRequest, deps: ApiDeps): Promise<CheckedAction> {
  const { body, scopes } = request;
  if (body.Action === 'erase' && !scopes.includes('pii:delete'))
    throw new ProblemError('forbidden', { detail: 'The API key lacks the scope "pii:delete", which erasing needs.' });
  const campaign = await findTarget(request, deps);
  if (body.Action === 'analyze' && !asksModel(campaign.Config))
    throw new ProblemError('nothing_to_analyze', {
      detail: 'The campaign has no AnalysisSchema with properties, or leaves it to the rules.',
    });
  const CreatedMS = deps.nowMs();
  const ImportIDs = await findImportIds(request, deps);
  const { Action, Filter } = body;
  const checked = { Action, Filter, CreatedMS, ...(ImportIDs === undefined ? {} : { ImportIDs }) };
  if (body.Action === 'reschedule') {
    const callAtMs = resolveCallAt(body.CallAtUnixSeconds, CreatedMS);
    if (typeof callAtMs !== 'number') throw invalidBody([callAtMs]);
    return { ...checked, CallAtMS: callAtMs };
  }
  if (body.Action !== 'update') return checked;
  const { Action: _action, Filter: _filter, DryRun: _dryRun, ...Parameters } = body;
  await checkConstraints(request, campaign, Parameters, deps);
  return { ...checked, Parameters, Fields: Object.keys(Parameters) };
}

/** The campaign; a redial makes jobs, so its campaign must accept them. */
async function findTarget({ body, orgId, params }: BulkRequest, deps: ApiDeps): Promise<Campaign> {
  const key = { orgId, campaignId: params.campaignID };
  return body.Action === 'redial' ? (await findOpenCampaign(key, deps)).campaign : findCampaign(key, deps);
}

/** The ids that the import of the filter has assigned so far. */
async function findImportIds(
  { body, orgId, params }: BulkRequest,
  { store }: ApiDeps,
): Promise<BulkAction['ImportIDs']> {
  const { ImportID: importId } = body.Filter;
  if (importId === undefined) return undefined;
  const bulkImport = await store.imports.find({ orgId, importId });
  if (bulkImport?.CampaignID !== params.campaignID)
    throw invalidBody([{ pointer: '/Filter/ImportID', detail: 'Expected the id of an import of this campaign.' }]);
  const { firstId, lastId } = jobIdRangeOf(bulkImport);
  return { First: firstId, Last: lastId };
}

/**
 * Without variants, constraints are valid for every job or for none, but for its number and the version that it keeps:
 * these are validated with each job.
 */
async function checkConstraints(
  request: BulkRequest,
  { Config }: Campaign,
  { Constraints }: BulkParameters,
  deps: ApiDeps,
): Promise<void> {
  if (Constraints === undefined || (Config.Variants ?? []).length > 0 || Config.InferTimeZone === true) return;
  const job = { PhoneNumber: '', Overrides: {}, CampaignVariants: undefined };
  const rules = { campaign: Config, hasCeilings: hasCeilings(request) };
  const problems = await findConstraintProblems(job, Constraints, rules, deps.nowMs());
  if (problems.length > 0) throw invalidBody(problems);
}

/** @throws {ProblemError} 409 if the organization may not have so many open jobs more */
export async function checkOpenJobs(
  orgId: string,
  added: number,
  { store, nowMs }: Pick<ApiDeps, 'store' | 'nowMs'>,
): Promise<void> {
  const { MaxOpenJobs } = store.policyOf(await store.organizations.find(orgId));
  if (!(await store.openJobs.fits(orgId, added, MaxOpenJobs, nowMs()))) throw tooManyOpenJobs(MaxOpenJobs);
}
