import { toVersionedConfig, type Campaign } from '../../../shared/adapters/mongo/campaigns.repository';
import type { Organization } from '../../../shared/adapters/mongo/organizations.repository';
import { createRowJob, type JobSource } from '../../../shared/application/import-row-job';
import type { DuplicateAction } from '../../../shared/domain/import/import';
import type { RowValidator, ValidRow } from '../../../shared/domain/import/validate-row';
import type { JobContext } from '../../../shared/domain/planning/plan-job';
import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { runForClient } from '../http/run-for-client';
import { dryRun } from './dry-run';
import { toDryRunBody } from './dry-run-body';
import type { ImportSource } from './parse-upload';

/** Rows whose limits on attempts are read at a time. */
const readsAtATime = 20;

/** What the rows would be imported into, and how. */
interface Target {
  campaign: Campaign;
  organization: Organization | undefined;
  validate: RowValidator;
  onDuplicate: DuplicateAction;
}

/** Reports what an import of the file would do, by the validation and the planner of the import. */
export async function runDry(
  request: Pick<ApiRequest, 'orgId' | 'signal'>,
  source: ImportSource,
  target: Target,
  deps: ApiDeps,
): Promise<Reply> {
  const { campaign, organization, validate, onDuplicate } = target;
  const key = { orgId: request.orgId, campaignId: campaign.ID };
  const report = await dryRun(source, {
    validate,
    onDuplicate,
    findOpen: (numbers) => deps.store.jobsByNumber.findOpen(key, numbers),
    draft: createDrafts(request, { campaign, organization }, deps),
    inTurns: (compute) => runForClient(request, deps, compute),
    nowMs: deps.nowMs,
  });
  const { MaxCallsPerMinute: ofPolicy, MaxCallsPerDay } = deps.store.policyOf(organization);
  const rates = [campaign.Config.Pacing?.MaxCallsPerMinute ?? 0, ofPolicy].filter((rate) => rate > 0);
  const MaxCallsPerMinute = rates.length === 0 ? 0 : Math.min(...rates);
  return { status: 200, body: toDryRunBody(report, { MaxCallsPerMinute, MaxCallsPerDay }) };
}

/** The jobs of a dry run have ids as those of an import do: variants, jitter and places in a ramp are drawn by them. */
const draftSource = (orgId: string, campaignId: string, nowMs: number): JobSource => ({
  ID: 'import_dry_run',
  OrgID: orgId,
  CampaignID: campaignId,
  CreatedMS: nowMs,
  JobSalt: '0'.repeat(13),
});

function createDrafts(
  { orgId, signal }: Pick<ApiRequest, 'orgId' | 'signal'>,
  { campaign, organization }: Pick<Target, 'campaign' | 'organization'>,
  { store, nowMs }: Pick<ApiDeps, 'store' | 'nowMs'>,
) {
  const source = draftSource(orgId, campaign.ID, nowMs());
  const known = { campaign: toVersionedConfig(campaign), organization };
  return async (rows: readonly ValidRow[], atMs: number): Promise<JobContext[]> => {
    const numbers = rows.map(({ job }) => job.ContactPhoneNumber);
    const suppressed = await store.suppressions.findHolding({ orgId, campaignId: campaign.ID }, numbers, atMs);
    const contexts: JobContext[] = [];
    for (let from = 0; from < rows.length; from += readsAtATime) {
      signal.throwIfAborted();
      const drafts = rows
        .slice(from, from + readsAtATime)
        .map((row) => store.jobContexts.draft(createRowJob(source, row, atMs), { ...known, suppressed }, atMs));
      contexts.push(...(await Promise.all(drafts)));
    }
    return contexts;
  };
}
