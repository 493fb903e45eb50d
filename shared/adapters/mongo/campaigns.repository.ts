import type { Collection, Db, Filter } from 'mongodb';
import type { CampaignConfig } from '../../domain/campaign/campaign';
import { createCampaignControls } from './campaign-control';
import { createVersionReads, versionId, type VersionDocument } from './campaign-versions';
import {
  toVersionedConfig,
  datesOf,
  fromDocument,
  parseConfig,
  type Campaign,
  type CampaignDocument,
  type VersionedConfig,
} from './campaign.document';
import { shareReads } from './shared-reads';
import { largeItemsPageBytes, takePage } from './take-page';

export { controlOf, toVersionedConfig } from './campaign.document';
export type { Campaign, CampaignStop, VersionedConfig } from './campaign.document';

/** A part of an organization's campaigns. */
export interface CampaignsPart {
  /** Limits the list to these campaigns. */
  campaignIds?: readonly string[] | undefined;
  /** The id of the last campaign of the previous page. */
  after?: string | undefined;
  /** Whether archived campaigns are included. */
  archived?: boolean | undefined;
  limit: number;
}
/** A new or changed retention is applied at once, also to jobs that ended before it. */
const retentionFields = ({ RetentionDays }: CampaignConfig, nowMs: number) =>
  RetentionDays === undefined ? {} : { RetentionDays, RetentionDueMS: nowMs };
/** Whether the circuit breaker is disabled. */
const breakerFields = ({ CircuitBreaker }: CampaignConfig) =>
  CircuitBreaker?.Enabled === false ? { BreakerOff: true as const } : {};
/** Removes the copies of settings that are no longer there. */
function removedCopies({ RetentionDays, StartAt, EndAt, CircuitBreaker }: CampaignConfig) {
  const $unset = {
    ...(RetentionDays === undefined ? { RetentionDays: '' as const, RetentionDueMS: '' as const } : {}),
    ...(StartAt === undefined ? { StartMS: '' as const } : {}),
    ...(EndAt === undefined ? { EndMS: '' as const } : {}),
    ...(CircuitBreaker?.Enabled === false ? {} : { BreakerOff: '' as const }),
  };
  return Object.keys($unset).length > 0 ? { $unset } : {};
}

/** The ids of all campaigns of an organization. Jobs are indexed by campaign: what concerns all of them goes through these. */
export function listCampaignIds(db: Db, orgId: string): Promise<string[]> {
  return idsOf(db.collection<CampaignDocument>('campaigns'), orgId);
}

async function idsOf(campaigns: Collection<CampaignDocument>, orgId: string): Promise<string[]> {
  const found = await campaigns.find({ OrgID: orgId }, { projection: { _id: 1 } }).toArray();
  return found.map(({ _id }) => _id);
}

/** Finds a campaign of an organization. Concurrent requests share it: it must not be changed. */
function createFind(campaigns: Collection<CampaignDocument>) {
  const findShared = shareReads(async (key): Promise<Campaign | undefined> => {
    const [OrgID, _id] = JSON.parse(key) as [string, string];
    const document = await campaigns.findOne({ _id, OrgID });
    return document ? fromDocument(document) : undefined;
  });
  return (orgId: string, campaignId: string) => findShared(JSON.stringify([orgId, campaignId]));
}

/** Reads for the campaign's owner. */
const ownerReads = (campaigns: Collection<CampaignDocument>) => ({
  find: createFind(campaigns),

  exists: async (orgId: string, campaignId: string): Promise<boolean> =>
    (await campaigns.findOne({ _id: campaignId, OrgID: orgId }, { projection: { _id: 1 } })) !== null,

  /** Counts an organization's campaigns, up to a limit. */
  count: (orgId: string, limit: number): Promise<number> => campaigns.countDocuments({ OrgID: orgId }, { limit }),

  /** The ids of all campaigns of an organization. */
  listIds: (orgId: string): Promise<string[]> => idsOf(campaigns, orgId),

  /** Those of the ids that the organization has a campaign for. */
  listExisting: async (orgId: string, campaignIds: readonly string[]): Promise<string[]> => {
    const found = campaigns.find({ OrgID: orgId, _id: { $in: [...campaignIds] } }, { projection: { _id: 1 } });
    return (await found.toArray()).map(({ _id }) => _id);
  },

  /** A page of an organization's campaigns, oldest first. */
  list: async (
    orgId: string,
    { campaignIds, after, archived = false, limit }: CampaignsPart,
  ): Promise<{ campaigns: Campaign[]; hasMore: boolean }> => {
    const $and: Filter<CampaignDocument>[] = [
      ...(campaignIds === undefined ? [] : [{ _id: { $in: [...campaignIds] } }]),
      ...(after === undefined ? [] : [{ _id: { $gt: after } }]),
      ...(archived ? [] : [{ State: { $ne: 'archived' as const } }]),
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

/** Stores a new campaign as its version 1. @throws a duplicate-key error when the id is taken */
const createInsert =
  (campaigns: Collection<CampaignDocument>) =>
  async ({ ID, Config, State = 'running', ...rest }: Campaign): Promise<void> => {
    const copies = { ...retentionFields(Config, rest.CreatedMS), ...datesOf(Config), ...breakerFields(Config) };
    const state = State === 'running' ? {} : { State };
    await campaigns.insertOne({ _id: ID, ...rest, ...state, ...copies, Config: JSON.stringify(Config) });
  };

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

    insert: createInsert(campaigns),
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
            ...datesOf(config),
            ...breakerFields(config),
            UpdatedMS: nowMs,
          },
          ...removedCopies(config),
        },
      );
      return changed.matchedCount === 1;
    },

    ...createCampaignControls(campaigns),
    ...createVersionReads(versions),

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
