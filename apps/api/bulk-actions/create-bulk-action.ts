import { randomBytes } from 'node:crypto';
import { isDuplicateKey } from '../../../shared/adapters/mongo/client';
import { bulkActionGraceMs } from '../../../shared/adapters/mongo/bulk-actions.repository';
import { selectionOf } from '../../../shared/application/bulk-selection';
import type { BulkDryRunBody, CreateBulkAction } from '../../../shared/contracts/bulk-action.schema';
import { maxRunningBulkActions, noCounts, type BulkAction } from '../../../shared/domain/bulk/bulk-action';
import { hasCeilings } from '../../../shared/domain/campaign/ceilings';
import { findConstraintWarnings } from '../../../shared/domain/campaign/warnings';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { Reply } from '../http/route';
import { toWarnings } from '../http/warnings';
import { checkBulkAction, checkOpenJobs, type BulkRequest, type CheckedAction } from './check-bulk-action';

/** Beyond it a count is a lower bound. An index answers it. */
const maxCounted = 100_000;
const maxExamples = 10;

/** Accepts an action on every job that matches a filter; its workflow does the work. */
export async function createBulkAction(request: BulkRequest, deps: ApiDeps): Promise<Reply> {
  const { orgId, params, body } = request;
  const campaignId = params.campaignID;
  const isDryRun = body.DryRun === true;
  if (!isDryRun && request.isReplay) {
    const bulkActionId = request.newId('bulk');
    if (await deps.store.bulkActions.find({ orgId, campaignId, bulkActionId }))
      return acceptedReply(campaignId, bulkActionId, body);
  }
  const checked = await checkBulkAction(request, deps);
  const count = await countMatching(request, checked, deps);
  if (body.Action === 'redial') await checkOpenJobs(orgId, count.Matched, deps);
  if (isDryRun) return { status: 200, body: await previewAction(request, checked, count, deps) };
  await checkRunning(orgId, maxRunningBulkActions - 1, deps);
  const action = newBulkAction(request, checked, count);
  const target = { CampaignID: campaignId, BulkActionID: action.ID };
  const Details = { Action: action.Action, Filter: Object.keys(action.Filter), Jobs: action.Matched };
  await audit(request, { Action: 'bulk_action.created', ...target, Details }, deps);
  if (await storeAction(action, deps)) {
    // If Temporal is unreachable, the sweeper starts the workflow later.
    deps.workflows.startBulkAction(action).catch((error: unknown) => {
      deps.logger.warn({ bulkActionId: action.ID, err: error }, 'bulk_action.start_deferred');
    });
  }
  return acceptedReply(campaignId, action.ID, body);
}

const warningsOf = (body: CreateBulkAction) =>
  toWarnings(body.Action === 'update' ? findConstraintWarnings(body.Constraints, '/Constraints') : []);

const acceptedReply = (campaignId: string, bulkActionId: string, body: CreateBulkAction): Reply => ({
  status: 202,
  headers: { Location: `/campaigns/${campaignId}/bulk-actions/${bulkActionId}` },
  body: { BulkActionID: bulkActionId, ...warningsOf(body) },
});

type Matching = Pick<BulkAction, 'Matched' | 'Estimated'>;

async function countMatching(
  { orgId, params }: BulkRequest,
  checked: CheckedAction,
  { store }: Pick<ApiDeps, 'store'>,
): Promise<Matching> {
  const key = { orgId, campaignId: params.campaignID };
  const found = await store.jobSelections.countSelected(key, selectionOf(checked), maxCounted + 1);
  return found > maxCounted ? { Matched: maxCounted, Estimated: true } : { Matched: found };
}

/** What the action would be about now. */
async function previewAction(
  { orgId, params, body }: BulkRequest,
  checked: CheckedAction,
  { Matched, Estimated }: Matching,
  { store }: ApiDeps,
): Promise<BulkDryRunBody> {
  const key = { orgId, campaignId: params.campaignID };
  const part = { after: undefined, limit: maxExamples };
  const examples = await store.jobSelections.selectNext(key, selectionOf(checked), part);
  return { DryRun: true, Jobs: Matched, Estimated, ExampleJobIDs: examples.map(({ ID }) => ID), ...warningsOf(body) };
}

/** @throws {ProblemError} 409 if more than so many actions of the organization are running */
async function checkRunning(orgId: string, max: number, { store }: Pick<ApiDeps, 'store'>): Promise<void> {
  if ((await store.bulkActions.countRunning(orgId)) <= max) return;
  throw new ProblemError('too_many_bulk_actions', {
    detail: `The organization has ${maxRunningBulkActions} running bulk actions, the most that may run at a time. Wait until one ends, or cancel one.`,
  });
}

function newBulkAction(request: BulkRequest, checked: CheckedAction, count: Matching): BulkAction {
  return {
    ...noCounts(),
    ...checked,
    ...count,
    ID: request.newId('bulk'),
    OrgID: request.orgId,
    CampaignID: request.params.campaignID,
    State: 'running',
    HasCeilings: hasCeilings(request),
    KeyID: request.keyId,
    RequestID: request.requestId,
    JobSalt: randomBytes(7).toString('hex').slice(0, 13),
    Batches: 0,
    FailedJobIDs: [],
    DueMS: checked.CreatedMS + bulkActionGraceMs,
  };
}

/**
 * Stores an action. It is counted again once it is stored, because concurrent requests may have passed the first count.
 * @returns false if an earlier attempt of the request stored it
 */
async function storeAction(action: BulkAction, deps: ApiDeps): Promise<boolean> {
  const { bulkActions } = deps.store;
  try {
    await bulkActions.insert(action);
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
  try {
    await checkRunning(action.OrgID, maxRunningBulkActions, deps);
  } catch (error) {
    await bulkActions.remove({ orgId: action.OrgID, campaignId: action.CampaignID, bulkActionId: action.ID });
    throw error;
  }
  return true;
}
