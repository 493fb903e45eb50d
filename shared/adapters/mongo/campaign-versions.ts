import type { Collection } from 'mongodb';
import type { CampaignConfig } from '../../domain/campaign/campaign';
import { parseConfig, type Campaign } from './campaign.document';

/** An archived version. */
export interface VersionDocument {
  _id: string;
  Config: string;
  CreatedMS: number;
}

/** A version of a campaign. */
export interface CampaignVersion {
  version: number;
  createdMs: number;
  config: CampaignConfig;
}

export const versionId = (campaignId: string, version: number): string => `${campaignId}/${version}`;

/** The versions of a campaign: the current one is in its own document, the others are archived. */
export const createVersionReads = (versions: Collection<VersionDocument>) => ({
  /** A version with its settings, if it exists. */
  findVersion: async (campaign: Campaign, version: number): Promise<CampaignVersion | undefined> => {
    if (version === campaign.Version) return { version, createdMs: campaign.UpdatedMS, config: campaign.Config };
    const archived = await versions.findOne({ _id: versionId(campaign.ID, version) });
    return archived === null
      ? undefined
      : { version, createdMs: archived.CreatedMS, config: parseConfig(archived.Config) };
  },

  /** When each version was created, newest first. @param before only versions before this one */
  listVersions: async (
    campaign: Campaign,
    { before = campaign.Version + 1, limit }: { before?: number | undefined; limit: number },
  ): Promise<Omit<CampaignVersion, 'config'>[]> => {
    const last = Math.min(before - 1, campaign.Version);
    const numbers = Array.from({ length: Math.max(0, Math.min(limit, last)) }, (_, index) => last - index);
    const ids = numbers.map((version) => versionId(campaign.ID, version));
    const found = versions.find({ _id: { $in: ids } }, { projection: { CreatedMS: 1 } });
    const createdMs = new Map((await found.toArray()).map(({ _id, CreatedMS }) => [_id, CreatedMS]));
    return numbers.map((version) => ({
      version,
      createdMs:
        version === campaign.Version
          ? campaign.UpdatedMS
          : (createdMs.get(versionId(campaign.ID, version)) ?? campaign.CreatedMS),
    }));
  },
});
