import type { Collection, Db, Filter } from 'mongodb';
import type { CampaignConfig } from '../../domain/campaign/campaign';
import type { ControlState } from '../../domain/organization/control-state';
import { shareReads } from './shared-reads';
import { largeItemsPageBytes, takePage } from './take-page';

/** A campaign with the settings of one of its versions. */
export interface Campaign {
  ID: string;
  OrgID: string;
  Version: number;
  Config: CampaignConfig;
  CreatedMS: number;
  UpdatedMS: number;
  /** Applies to every version; absent while active. */
  State?: ControlState | undefined;
}
/** The settings of one version of a campaign, and the campaign's current state. */
export interface VersionedConfig {
  version: number;
  config: CampaignConfig;
  state?: ControlState | undefined;
  /** The limits on calls and the priority of the current version, which apply to every job. */
  pacing?: CampaignConfig['Pacing'];
  priority?: CampaignConfig['Priority'];
}
const pacingOf = ({ Pacing: pacing, Priority: priority }: CampaignConfig) => ({ pacing, priority });
export const toVersionedConfig = ({ Version, Config, State }: Campaign): VersionedConfig => ({
  version: Version,
  config: Config,
  state: State,
  ...pacingOf(Config),
});

/** A part of an organization's campaigns. */
export interface CampaignsPart {
  /** Limits the list to these campaigns. */
  campaignIds?: readonly string[] | undefined;
  /** The id of the last campaign of the previous page. */
  after?: string | undefined;
  limit: number;
}
/** Settings are stored as JSON text: an analysis schema is full of `$` keys. */
type CampaignDocument = Omit<Campaign, 'ID' | 'Config'> & {
  _id: string;
  Config: string;
  /** A copy of the setting, for the sweeper. */
  RetentionDays?: number;
  /** When the sweeper looks for jobs whose retention is over; absent without a retention. */
  RetentionDueMS?: number;
};
interface VersionDocument {
  _id: string;
  Config: string;
  CreatedMS: number;
}

const parseConfig = (text: string): CampaignConfig => JSON.parse(text) as CampaignConfig;
const fromDocument = ({
  _id,
  Config,
  RetentionDays: _days,
  RetentionDueMS: _due,
  ...rest
}: CampaignDocument): Campaign => ({
  ...rest,
  ID: _id,
  Config: parseConfig(Config),
});
/** A new or changed retention is applied at once, also to jobs that ended before it. */
const retentionFields = ({ RetentionDays }: CampaignConfig, nowMs: number) =>
  RetentionDays === undefined ? {} : { RetentionDays, RetentionDueMS: nowMs };
const noRetentionFields = ({ RetentionDays }: CampaignConfig) =>
  RetentionDays === undefined ? { $unset: { RetentionDays: '' as const, RetentionDueMS: '' as const } } : {};
const versionId = (campaignId: string, version: number): string => `${campaignId}/${version}`;

/** The ids of all campaigns of an organization. Jobs are indexed by campaign: what concerns all of them goes through these. */
export async function listCampaignIds(db: Db, orgId: string): Promise<string[]> {
  const campaigns = db.collection<CampaignDocument>('campaigns');
  const found = await campaigns.find({ OrgID: orgId }, { projection: { _id: 1 } }).toArray();
  return found.map(({ _id }) => _id);
}

/** Reads for the campaign's owner. */
const ownerReads = (campaigns: Collection<CampaignDocument>) => ({
  find: async (orgId: string, campaignId: string): Promise<Campaign | undefined> => {
    const document = await campaigns.findOne({ _id: campaignId, OrgID: orgId });
    return document ? fromDocument(document) : undefined;
  },

  exists: async (orgId: string, campaignId: string): Promise<boolean> =>
    (await campaigns.findOne({ _id: campaignId, OrgID: orgId }, { projection: { _id: 1 } })) !== null,

  /** Counts an organization's campaigns, up to a limit. */
  count: (orgId: string, limit: number): Promise<number> => campaigns.countDocuments({ OrgID: orgId }, { limit }),

  /** Those of the ids that the organization has a campaign for. */
  listExisting: async (orgId: string, campaignIds: readonly string[]): Promise<string[]> => {
    const found = campaigns.find({ OrgID: orgId, _id: { $in: [...campaignIds] } }, { projection: { _id: 1 } });
    return (await found.toArray()).map(({ _id }) => _id);
  },

  /** A page of an organization's campaigns, oldest first. */
  list: async (
    orgId: string,
    { campaignIds, after, limit }: CampaignsPart,
  ): Promise<{ campaigns: Campaign[]; hasMore: boolean }> => {
    const $and: Filter<CampaignDocument>[] = [
      ...(campaignIds === undefined ? [] : [{ _id: { $in: [...campaignIds] } }]),
      ...(after === undefined ? [] : [{ _id: { $gt: after } }]),
    ];
    const found = campaigns.find({ OrgID: orgId, ...($and.length === 0 ? {} : { $and }) }).sort({ _id: 1 });
    const { documents, hasMore } = await takePage(found, { items: limit, bytes: largeItemsPageBytes });
    return { campaigns: documents.map(fromDocument), hasMore };
  },
});

/** A campaign whose ended jobs are erased after some days. */
export interface DueRetention {
  ID: string;
  OrgID: string;
  days: number;
  dueMs: number;
}

/** Campaigns with a retention. Each carries the instant at which the sweeper looks for jobs to erase. */
const retentionOperations = (campaigns: Collection<CampaignDocument>) => ({
  /** Overdue campaigns, most overdue first. */
  findRetentionDue: async (nowMs: number, limit: number): Promise<DueRetention[]> => {
    const projection = { OrgID: 1, RetentionDays: 1, RetentionDueMS: 1 } as const;
    const found = campaigns.find({ RetentionDueMS: { $lte: nowMs } }, { projection }).sort({ RetentionDueMS: 1 });
    return (await found.limit(limit).toArray()).map(({ _id, OrgID, RetentionDays = 0, RetentionDueMS = 0 }) => ({
      ID: _id,
      OrgID,
      days: RetentionDays,
      dueMs: RetentionDueMS,
    }));
  },

  /** Moves the instant, unless it has changed. @returns the campaign with the new one, or `undefined` */
  postponeRetention: async (due: DueRetention, dueMs: number): Promise<DueRetention | undefined> => {
    const unchanged = { _id: due.ID, RetentionDueMS: due.dueMs };
    const { matchedCount } = await campaigns.updateOne(unchanged, { $set: { RetentionDueMS: dueMs } });
    return matchedCount === 1 ? { ...due, dueMs } : undefined;
  },
});

/** The state of a campaign, outside its versions. */
const stateOperations = (campaigns: Collection<CampaignDocument>) => ({
  /** The state alone, which is cheaper to read than the settings. */
  findState: shareReads(async (campaignId): Promise<ControlState | undefined> => {
    const found = await campaigns.findOne({ _id: campaignId }, { projection: { State: 1 } });
    return found?.State;
  }),

  /**
   * Sets the state of a campaign. @param by only the operator changes the state of a blocked campaign
   * @returns false when there is no such campaign, or it is blocked
   */
  setState: async (
    { orgId, campaignId }: { orgId: string; campaignId: string },
    State: ControlState,
    by: 'organization' | 'operator',
  ): Promise<boolean> => {
    const allowed = by === 'operator' ? {} : { State: { $ne: 'blocked' as const } };
    return (
      (await campaigns.updateOne({ _id: campaignId, OrgID: orgId, ...allowed }, { $set: { State } })).matchedCount > 0
    );
  },

  /** @returns the id of the organization that the campaign belongs to */
  findOrgId: async (campaignId: string): Promise<string | undefined> =>
    (await campaigns.findOne({ _id: campaignId }, { projection: { OrgID: 1 } }))?.OrgID,
});

/** Campaigns and their versions. A version is immutable. */
export function createCampaignsRepository(db: Db) {
  const campaigns = db.collection<CampaignDocument>('campaigns');
  const versions = db.collection<VersionDocument>('campaign_versions');

  const findCurrent = shareReads(async (campaignId) => {
    const current = await campaigns.findOne({ _id: campaignId });
    return current && toVersionedConfig(fromDocument(current));
  });

  return {
    ...retentionOperations(campaigns),

    /** Stores a new campaign as its version 1. @throws a duplicate-key error when the id is taken */
    insert: async (campaign: Campaign): Promise<void> => {
      const { ID, Config, ...rest } = campaign;
      const retention = retentionFields(Config, campaign.CreatedMS);
      await campaigns.insertOne({ _id: ID, ...rest, ...retention, Config: JSON.stringify(Config) });
    },

    ...ownerReads(campaigns),

    /**
     * Creates the next version. The current one is archived first. Every concurrent writer archives the same settings,
     * so none can store wrong settings under a version.
     * @returns false when another writer changed the campaign first
     */
    change: async (campaign: Campaign, config: CampaignConfig, nowMs: number): Promise<boolean> => {
      await versions.updateOne(
        { _id: versionId(campaign.ID, campaign.Version) },
        { $setOnInsert: { Config: JSON.stringify(campaign.Config), CreatedMS: campaign.UpdatedMS } },
        { upsert: true },
      );
      const changed = await campaigns.updateOne(
        { _id: campaign.ID, Version: campaign.Version },
        {
          $set: {
            Version: campaign.Version + 1,
            Config: JSON.stringify(config),
            ...retentionFields(config, nowMs),
            UpdatedMS: nowMs,
          },
          ...noRetentionFields(config),
        },
      );
      return changed.matchedCount === 1;
    },

    ...stateOperations(campaigns),

    /** The settings of a version; by default of the current one. */
    findConfig: async (campaignId: string, version?: number): Promise<VersionedConfig | undefined> => {
      const current = await findCurrent(campaignId);
      if (!current) return undefined;
      if (version === undefined || version === current.version) return current;
      const archived = await versions.findOne({ _id: versionId(campaignId, version) });
      return archived ? { ...current, version, config: parseConfig(archived.Config) } : undefined;
    },
  };
}
export type CampaignsRepository = ReturnType<typeof createCampaignsRepository>;
