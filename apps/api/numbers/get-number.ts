import { loadNumberFacts } from '../../../shared/adapters/numbers/facts-of-number';
import { zonesOfNumber } from '../../../shared/adapters/numbers/zones-of-number';
import type { NumberJobCount } from '../../../shared/adapters/mongo/jobs/by-number';
import type { NumberBody } from '../../../shared/contracts/number-response.schema';
import { formatDuration } from '../../../shared/domain/duration';
import { readableState } from '../../../shared/domain/job/state';
import { findPolicyProblems } from '../../../shared/domain/organization/policy';
import { numberLimitsOf, type NumberLimit } from '../../../shared/domain/planning/number-limits';
import { limitOpensAtMs } from '../../../shared/domain/schedule/delays';
import { describeSuppression } from '../../../shared/domain/suppression/suppression';
import type { ApiDeps } from '../http/deps';
import type { ApiRequest, Reply } from '../http/route';
import { toRfc3339 } from '../http/rfc3339';
import { toSuppressionBody } from '../suppressions/presenter';

/** Entries, jobs and campaigns in one response. */
const maxListed = 100;

interface OneNumber {
  orgId: string;
  phoneNumber: string;
  nowMs: number;
}

/** Shows what is known and allowed of a number over all campaigns of the organization. Read-only. */
export async function getNumber({ orgId, params, scopes }: ApiRequest<'phoneNumber'>, deps: ApiDeps): Promise<Reply> {
  const { store } = deps;
  const { phoneNumber } = params;
  const number = { orgId, phoneNumber, nowMs: deps.nowMs() };
  const [lookUpNumber, TimeZones, organization, suppressions, jobs, counts] = await Promise.all([
    loadNumberFacts(),
    zonesOfNumber(phoneNumber),
    store.organizations.find(orgId),
    store.suppressions.listByNumber(orgId, phoneNumber, number.nowMs, maxListed),
    store.jobsByNumber.listRunning(orgId, phoneNumber, maxListed),
    store.jobsByNumber.count(orgId, phoneNumber),
  ]);
  const facts = lookUpNumber(phoneNumber);
  const policy = store.policyOf(organization);
  const [refusal] = findPolicyProblems({ ContactPhoneNumber: phoneNumber }, policy, facts);
  const everywhere = suppressions.find(({ CampaignID }) => CampaignID === undefined);
  const Message =
    everywhere === undefined
      ? refusal?.detail
      : `${describeSuppression({ scope: 'organization', reason: everywhere.Reason })}.`;
  const Campaigns = groupByCampaign(counts).slice(0, maxListed);
  const body: NumberBody = {
    PhoneNumber: phoneNumber,
    Type: facts.type,
    Country: facts.country,
    TimeZones: [...TimeZones],
    Allowed: Message === undefined,
    Message,
    Suppressions: suppressions.map((entry) => toSuppressionBody(entry, scopes)),
    Jobs: jobs.map(({ ID, CampaignID, State, NextCallMS }) => ({
      JobID: ID,
      CampaignID,
      State: readableState(State),
      NextCallMS,
    })),
    Campaigns,
    Limits: [
      ...(await toLimits(number, numberLimitsOf({}, organization, policy), undefined, deps)),
      ...(await limitsOfCampaigns(number, Campaigns, deps)),
    ],
  };
  return { status: 200, body };
}

function groupByCampaign(counts: readonly NumberJobCount[]): NumberBody['Campaigns'] {
  const campaigns = new Map<string, NumberBody['Campaigns'][number]['JobsByState']>();
  for (const { campaignId, state, jobs } of counts) {
    const JobsByState = campaigns.get(campaignId) ?? {};
    const shown = readableState(state);
    JobsByState[shown] = (JobsByState[shown] ?? 0) + jobs;
    campaigns.set(campaignId, JobsByState);
  }
  return [...campaigns].map(([CampaignID, JobsByState]) => ({ CampaignID, JobsByState }));
}

async function limitsOfCampaigns(
  number: OneNumber,
  campaigns: NumberBody['Campaigns'],
  deps: ApiDeps,
): Promise<NumberBody['Limits']> {
  const noPolicy = { MaxAttemptsPerNumberPerDay: 0 };
  const limits = campaigns.map(async ({ CampaignID }) => {
    const campaign = await deps.store.campaigns.findConfig(CampaignID);
    return toLimits(number, numberLimitsOf(campaign?.config ?? {}, undefined, noPolicy), CampaignID, deps);
  });
  return (await Promise.all(limits)).flat();
}

/** @param campaignId the campaign that sets the limits */
function toLimits(
  { orgId, phoneNumber, nowMs }: OneNumber,
  limits: readonly NumberLimit[],
  campaignId: string | undefined,
  { store }: ApiDeps,
): Promise<NumberBody['Limits']> {
  const number = { orgId, phoneNumber, campaignId: campaignId ?? '' };
  return Promise.all(
    limits.map(async (limit) => {
      const starts = await store.numberAttempts.listStartsMs(number, limit, { nowMs, nextCallId: '' });
      const opensMs = limitOpensAtMs(starts, limit);
      return {
        Origin: limit.origin,
        CampaignID: campaignId,
        Count: limit.count,
        Duration: formatDuration(limit.durationMs),
        Attempts: starts.length,
        OpensAt: opensMs > nowMs ? toRfc3339(opensMs) : undefined,
      };
    }),
  );
}
