import { withBreakerLimits, type BreakerLimits } from '../campaign/circuit-breaker';
import type { CampaignPacing, Pacing } from '../campaign/pacing';
import type { Trunk } from '../campaign/trunk';
import type { Job } from '../job/job';
import type { QueuedCall, QuotaLimit } from '../job/queued-call';
import type { Policy } from '../organization/policy';
import type { GateOrigin } from '../schedule/gate';
import { stableFraction } from '../stable-hash';

/** Limits on the calls of all jobs that share a scope; 0 means no limit. */
export interface CallQuota extends Record<QuotaLimit, number> {
  /** Names the scope: `organization/<OrgID>`. */
  scope: string;
  /** The limits rise over this time from the scope's first call on. */
  RampMS?: number | undefined;
  /** Only so many probes at once, because the circuit breaker is half-open, or 0, because it is open. */
  Probes?: number | undefined;
}

export const organizationScope = (orgId: string): string => `organization/${orgId}`;
export const campaignScope = (campaignId: string): string => `campaign/${campaignId}`;
/** The campaign whose scope it is; `undefined` for other scopes. */
export const campaignOfScope = (scope: string): string | undefined =>
  scope.startsWith('campaign/') ? scope.slice('campaign/'.length) : undefined;
export const callerScope = (orgId: string, callerId: string): string => `caller/${orgId}/${callerId}`;
/** @param name as {@link Trunk} has it */
export const trunkScope = (name: string): string => `trunk/${name}`;

/** True if jobs of several campaigns wait in the scope's queue. */
export const isShared = (scope: string): boolean => !scope.startsWith('campaign/');

/** True if jobs of several organizations wait in the scope's queue. */
export const isOfAllOrganizations = (scope: string): boolean => scope.startsWith('trunk/');

/** What limits the calls of a job. */
export interface QuotaSources {
  policy?: Policy | undefined;
  /** Of the campaign's current version. */
  pacing?: CampaignPacing | undefined;
  /** What the campaign's circuit breaker adds. */
  breaker?: BreakerLimits | undefined;
  /** Of each caller ID of the organization. */
  callerPacing?: Pacing | undefined;
  callerId?: string | undefined;
  /** The first trunk that is tried. */
  trunk?: Trunk | undefined;
}

/** The quota of a caller ID. */
export const callerQuota = (orgId: string, callerId: string, pacing?: Pacing): CallQuota =>
  toQuota(callerScope(orgId, callerId), pacing);

/** The quota of an organization. */
export const organizationQuota = (orgId: string, policy?: Policy): CallQuota =>
  toQuota(organizationScope(orgId), policy);

/** The quota of a trunk, over all organizations. */
export const trunkQuota = ({ name, pacing }: Trunk): CallQuota => toQuota(trunkScope(name), pacing);

/** The quota of a campaign. A campaign without limits has one that allows everything. */
export const campaignQuota = (campaignId: string, pacing: CampaignPacing = {}): CallQuota =>
  toQuota(campaignScope(campaignId), { ...pacing, RampMS: (pacing.RampMinutes ?? 0) * 60_000 });

/**
 * The quotas that a call of the job counts toward, from the narrowest to the widest. Places are reserved in this order,
 * and a call that waits for a place keeps those that it has, so that calls never wait for each other in a circle.
 */
export function callQuotasOf(
  { OrgID, CampaignID }: Pick<Job, 'OrgID' | 'CampaignID'>,
  { policy, pacing, breaker, callerPacing, callerId, trunk }: QuotaSources,
): CallQuota[] {
  return [
    withBreakerLimits(campaignQuota(CampaignID, pacing), breaker),
    ...(callerId === undefined ? [] : [callerQuota(OrgID, callerId, callerPacing)]),
    organizationQuota(OrgID, policy),
    ...(trunk === undefined ? [] : [trunkQuota(trunk)]),
  ].filter(limitsCalls);
}

/** False for a quota that allows everything. */
export const limitsCalls = ({ MaxConcurrentCalls, MaxCallsPerMinute, MaxCallsPerDay, Probes }: CallQuota): boolean =>
  Probes !== undefined || MaxConcurrentCalls + MaxCallsPerMinute + MaxCallsPerDay > 0;

function toQuota(scope: string, limits: Partial<Record<QuotaLimit, number | undefined>> & { RampMS?: number } = {}) {
  const { MaxConcurrentCalls = 0, MaxCallsPerMinute = 0, MaxCallsPerDay = 0, RampMS = 0 } = limits;
  return { scope, MaxConcurrentCalls, MaxCallsPerMinute, MaxCallsPerDay, ...(RampMS === 0 ? {} : { RampMS }) };
}

const subjects: Record<string, { text: string; origin: GateOrigin }> = {
  campaign: { text: 'campaign', origin: 'campaign' },
  caller: { text: 'caller ID', origin: 'organization' },
  trunk: { text: 'trunk', origin: 'system' },
};
const subjectOf = (scope = ''): { text: string; origin: GateOrigin } =>
  subjects[scope.split('/', 1)[0] ?? ''] ?? { text: 'organization', origin: 'policy' };

/** The level that set the limit. */
export const originOfQueue = ({ Scope }: QueuedCall): GateOrigin => subjectOf(Scope).origin;

/** The limit that a queued job waits for, without the end of the sentence. */
export function describeLimit({ By, Limit, Scope }: QueuedCall): string {
  const subject = subjectOf(Scope).text;
  switch (By) {
    case 'MaxConcurrentCalls':
      return `At most ${Limit} calls of the ${subject} at once`;
    case 'MaxCallsPerMinute':
      return `At most ${Limit} calls of the ${subject} a minute`;
    case 'MaxCallsPerDay':
      return `At most ${Limit} calls of the ${subject} a day (UTC)`;
    case 'CarrierRate':
      return 'The provider refused the call because it gets too many at once';
    case 'TrunkUnavailable':
      return `No trunk takes the call: ${Scope?.slice('trunk/'.length) ?? 'that of the campaign'} is disabled, is not known any more, or does not accept the caller ID`;
    case 'AgentRefused':
      return 'The voice agent did not take the call';
    case 'CircuitBreaker':
      return 'Calls of the campaign failed technically, and its circuit breaker let only probes pass';
  }
}

/** What a queued job waits for. */
export const describeQueue = (queued: QueuedCall): string => `${describeLimit(queued)}; the job is queued`;

const minLookMs = 10 * 60_000;
const maxLookMs = 6 * 3_600_000;

/**
 * When a job that waits in a queue asks again without being handed a place: only in case the hand-over was lost. The
 * waits double up to six hours, and differ between jobs.
 * @param keepsPlaces the job keeps places in other scopes, which must not be kept long for a job that is lost
 */
export function nextLookMs(
  { jobId, sinceMs, keepsPlaces }: { jobId: string; sinceMs: number; keepsPlaces: boolean },
  nowMs: number,
): number {
  const waitMs = keepsPlaces ? minLookMs : Math.min(maxLookMs, Math.max(minLookMs, nowMs - sinceMs));
  return nowMs + Math.floor(waitMs * (1 + stableFraction(`look/${jobId}`) / 2));
}
