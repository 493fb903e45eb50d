import type { Campaign } from '../../../shared/adapters/mongo/campaigns.repository';
import type { Organization } from '../../../shared/adapters/mongo/organizations.repository';
import type { CreateJob } from '../../../shared/contracts/job.schema';
import { findPolicyProblems } from '../../../shared/domain/organization/policy';
import { findCampaign } from '../campaigns/find-campaign';
import type { ApiDeps } from '../http/deps';
import { invalidBody, ProblemError } from '../http/problem';

/** A campaign that accepts jobs, and its organization. */
interface OpenCampaign {
  campaign: Campaign;
  organization: Organization | undefined;
}

/** Finds the campaign of a new job. @throws {ProblemError} 403 if the operator has blocked it, or its organization */
export async function findOpenCampaign(
  key: { orgId: string; campaignId: string },
  { store }: Pick<ApiDeps, 'store'>,
): Promise<OpenCampaign> {
  const [campaign, organization] = await Promise.all([
    findCampaign(key, { store }),
    store.organizations.find(key.orgId),
  ]);
  if (organization?.State === 'blocked') throw new ProblemError('organization_blocked');
  if (campaign.State === 'blocked') throw new ProblemError('campaign_blocked');
  return { campaign, organization };
}

/** Validates a job against the operator's policy for its organization. @throws {ProblemError} that points at the field */
export function checkPolicy(body: CreateJob, organization: Organization | undefined): void {
  const problems = findPolicyProblems(body, organization?.Policy);
  if (problems.length > 0) throw invalidBody(problems);
}
