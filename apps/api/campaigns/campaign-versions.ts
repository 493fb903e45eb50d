import type { CampaignVersion } from '../../../shared/adapters/mongo/campaign-versions';
import type { Campaign } from '../../../shared/adapters/mongo/campaigns.repository';
import { withoutSealedHeaders } from '../../../shared/adapters/voice-agent/media-streams/headers';
import { campaignSettingsSchema } from '../../../shared/contracts/campaign.schema';
import type { CompareVersionsQuery, ListVersionsQuery } from '../../../shared/contracts/campaign-control.schema';
import { maxPageSize } from '../../../shared/contracts/parameters';
import { diffSettings } from '../../../shared/domain/campaign/diff';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { linkToNextPage } from '../http/next-page';
import { parseBody } from '../http/parse';
import { ProblemError } from '../http/problem';
import { toRfc3339 } from '../http/rfc3339';
import type { ApiRequest, Reply } from '../http/route';
import { changeSettings, toChangedBody } from './change-campaign';
import { checkSettings } from './check-settings';
import { findCampaign } from './find-campaign';
import { toCampaignRecord } from './presenter';

type VersionParameter = 'campaignID' | 'version';

const findOf = ({ orgId, params }: ApiRequest<'campaignID'>, deps: ApiDeps): Promise<Campaign> =>
  findCampaign({ orgId, campaignId: params.campaignID }, deps);

/** The number of a version in a path. @throws {ProblemError} 404 for anything else */
function parseVersion(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new ProblemError('version_not_found');
  return Number(text);
}

async function findVersion(campaign: Campaign, version: number, { store }: ApiDeps): Promise<CampaignVersion> {
  const found = await store.campaigns.findVersion(campaign, version);
  if (found === undefined)
    throw new ProblemError('version_not_found', { detail: `The campaign has the versions 1 to ${campaign.Version}.` });
  return found;
}

const toItem = ({ Version }: Campaign, { version, createdMs }: Omit<CampaignVersion, 'config'>) => ({
  Version: version,
  Current: version === Version,
  CreatedAt: toRfc3339(createdMs),
});

/** Lists the versions of a campaign, newest first. */
export async function listVersions(
  request: ApiRequest<'campaignID', unknown, ListVersionsQuery>,
  deps: ApiDeps,
): Promise<Reply> {
  const campaign = await findOf(request, deps);
  const { before, limit = maxPageSize } = request.query;
  const found = await deps.store.campaigns.listVersions(campaign, { before, limit });
  const last = found.at(-1)?.version ?? 1;
  const next = { limit: request.query.limit, before: last };
  const headers = linkToNextPage(last > 1, `${deps.publicUrl}/campaigns/${campaign.ID}/versions`, next);
  return { status: 200, headers, body: { Versions: found.map((version) => toItem(campaign, version)) } };
}

export async function getVersion(request: ApiRequest<VersionParameter>, deps: ApiDeps): Promise<Reply> {
  const campaign = await findOf(request, deps);
  const version = await findVersion(campaign, parseVersion(request.params.version), deps);
  const Data = withoutSealedHeaders(version.config);
  return { status: 200, body: { CampaignID: campaign.ID, ...toItem(campaign, version), Data } };
}

/** Compares a version with an earlier one, by default the one before it. */
export async function compareVersions(
  request: ApiRequest<VersionParameter, unknown, CompareVersionsQuery>,
  deps: ApiDeps,
): Promise<Reply> {
  const campaign = await findOf(request, deps);
  const to = parseVersion(request.params.version);
  const from = request.query.from ?? Math.max(1, to - 1);
  const [before, after] = await Promise.all([findVersion(campaign, from, deps), findVersion(campaign, to, deps)]);
  const Changes = diffSettings(withoutSealedHeaders(before.config), withoutSealedHeaders(after.config));
  return { status: 200, body: { From: from, To: to, Changes } };
}

/** Makes a new version with the settings of an earlier one. They are validated like new ones. */
export async function rollBack(request: ApiRequest<VersionParameter>, deps: ApiDeps): Promise<Reply> {
  const campaign = await findOf(request, deps);
  const { version, config } = await findVersion(campaign, parseVersion(request.params.version), deps);
  const changes = diffSettings(campaign.Config, config);
  if (changes.length === 0) return { status: 200, body: toCampaignRecord(campaign, deps.nowMs()) };
  const settings = parseBody(campaignSettingsSchema, config);
  checkSettings(settings, request.orgId, deps, campaign.Config);
  const Fields = [...new Set(changes.map(({ Pointer }) => Pointer.split('/')[1] ?? ''))];
  const Details = { Fields, RolledBackTo: version };
  await audit(request, { Action: 'campaign.changed', CampaignID: campaign.ID, Details }, deps);
  const changed = await changeSettings(campaign, () => settings, deps);
  return { status: 200, body: toChangedBody(changed, deps) };
}
