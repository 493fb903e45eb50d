import type { Job } from '../job/job';
import type { QueuedCall, QuotaLimit } from '../job/queued-call';
import type { Policy } from '../organization/policy';

/** Limits on the calls of all jobs that share a scope; 0 means no limit. */
export interface CallQuota extends Record<QuotaLimit, number> {
  /** Names the scope: `organization/<OrgID>`. */
  scope: string;
}

export const organizationScope = (orgId: string): string => `organization/${orgId}`;

/** The quotas that a call of the job counts toward. */
export function callQuotasOf({ OrgID }: Pick<Job, 'OrgID'>, policy: Policy | undefined): CallQuota[] {
  const { MaxConcurrentCalls = 0, MaxCallsPerDay = 0 } = policy ?? {};
  if (MaxConcurrentCalls === 0 && MaxCallsPerDay === 0) return [];
  return [{ scope: organizationScope(OrgID), MaxConcurrentCalls, MaxCallsPerDay }];
}

/** What a queued job waits for, without the end of the sentence. */
export const describeQueue = ({ By, Limit }: QueuedCall): string =>
  By === 'MaxConcurrentCalls'
    ? `At most ${Limit} calls of the organization at once; the job is queued`
    : `At most ${Limit} calls of the organization a day (UTC); the job is queued`;
