import type { Collection, Filter } from 'mongodb';
import type { CampaignAnnouncement } from '../../domain/webhook/event';
import type { CircuitBreaker } from '../../domain/campaign/circuit-breaker';
import type { CampaignControl, CampaignState, Ramp } from '../../domain/campaign/state';
import type { ControlState } from '../../domain/organization/control-state';
import {
  controlFields,
  fromDocument,
  toControl,
  type Campaign,
  type CampaignDocument,
  type CampaignStop,
} from './campaign.document';
import { shareReads } from './shared-reads';

/** A change of state, with what goes with it. */
export interface StateChange {
  to: CampaignState;
  ramp?: Ramp | undefined;
  stop?: CampaignStop | undefined;
  /** Its event, which is stored with it until it is published. */
  announcement?: CampaignAnnouncement | undefined;
}

/** Matches the stored forms of a state. */
const inState = (state: CampaignState): Filter<CampaignDocument> =>
  state === 'running' ? { State: { $in: runningForms } } : { State: state };

/** Absent, or as earlier versions stored it. */
const runningForms = [null, 'active'] as unknown as CampaignState[];

const pushOf = (announcement: CampaignAnnouncement | undefined) =>
  announcement === undefined ? {} : { $push: { Announced: announcement } };

const toUpdate = ({ to, ramp, stop }: StateChange) => ({
  $set: {
    ...(to === 'running' ? {} : { State: to }),
    ...(ramp === undefined ? {} : { Ramp: ramp }),
    ...(stop === undefined ? {} : { Stop: stop }),
  },
  $unset: { ...(to === 'running' ? { State: '' as const } : {}), ...(ramp === undefined ? { Ramp: '' as const } : {}) },
});

/**
 * What the operator sets: `blocked` leaves the owner's state as it is; `active` ends the block and a pause; `paused`
 * ends the block, and pauses a running campaign. No one revives a stopped campaign, or starts a draft, in this way.
 */
const createOperatorState =
  (campaigns: Collection<CampaignDocument>) =>
  async (
    key: { orgId: string; campaignId: string },
    state: ControlState,
    ramp?: Ramp,
    nowMs = Date.now(),
  ): Promise<void> => {
    const { orgId, campaignId } = key;
    const own = { _id: campaignId, OrgID: orgId };
    const held = { ...own, State: { $in: ['paused', 'active', 'blocked'] as const } };
    if (state === 'blocked') {
      await campaigns.updateOne(own, { $set: { Blocked: true } });
      return;
    }
    if (state === 'paused') {
      const announced = pushOf({ Kind: 'campaign_paused', AtMS: nowMs });
      await campaigns.updateOne(
        { ...own, State: { $in: [...runningForms, 'blocked'] } },
        { $set: { State: 'paused' }, ...announced },
      );
    } else {
      // Before the hold ends, so that no call is planned without it.
      if (ramp !== undefined) await campaigns.updateOne(own, { $set: { Ramp: ramp } });
      const announced = pushOf({ Kind: 'campaign_resumed', AtMS: nowMs });
      await campaigns.updateOne({ ...own, State: 'paused' }, { $unset: { State: '' }, ...announced });
      await campaigns.updateOne(held, { $unset: { State: '' } });
    }
    await campaigns.updateOne(own, { $unset: { Blocked: '' } });
  };

/**
 * Changes the circuit breaker, by compare-and-set.
 * @param from.revision of the breaker as it was read; 0 if there was none
 * @param from.version of the settings by which it was decided, if they matter: they may have disabled it
 * @returns false when another process changed it first
 */
const createBreakerChange =
  (campaigns: Collection<CampaignDocument>) =>
  async (
    campaignId: string,
    from: { revision: number; version?: number },
    Breaker: CircuitBreaker,
  ): Promise<boolean> => {
    const unchanged = {
      _id: campaignId,
      'Breaker.Revision': from.revision === 0 ? { $exists: false } : from.revision,
      ...(from.version === undefined ? {} : { Version: from.version }),
    };
    return (await campaigns.updateOne(unchanged, { $set: { Breaker } })).matchedCount === 1;
  };

/** The outbox of events about changes of state. */
const createAnnouncements = (campaigns: Collection<CampaignDocument>) => ({
  /** Campaigns with a change of state before an instant whose event is not published, oldest first. */
  findAnnounced: async (
    beforeMs: number,
    limit: number,
  ): Promise<{ ID: string; OrgID: string; Announced: CampaignAnnouncement[] }[]> => {
    const found = campaigns.find(
      { 'Announced.AtMS': { $lt: beforeMs } },
      { projection: { OrgID: 1, Announced: 1 }, limit, sort: { 'Announced.AtMS': 1 } },
    );
    return (await found.toArray()).map(({ _id: ID, OrgID, Announced = [] }) => ({ ID, OrgID, Announced }));
  },

  /** Removes a change whose event is published. */
  settleAnnouncement: async (campaignId: string, { Kind, AtMS }: CampaignAnnouncement): Promise<void> => {
    await campaigns.updateOne({ _id: campaignId }, { $pull: { Announced: { Kind, AtMS } } });
  },
});

/** What people decide about a campaign, and its circuit breaker, outside its versions. */
export const createCampaignControls = (campaigns: Collection<CampaignDocument>) => ({
  /** The state and the dates alone, which are cheaper to read than the settings. */
  findControl: shareReads(async (campaignId): Promise<CampaignControl | undefined> => {
    const found = await campaigns.findOne({ _id: campaignId }, { projection: controlFields });
    return found === null ? undefined : toControl(found);
  }),

  /** As `findControl`, for several campaigns; those that do not exist are missing. */
  findControls: async (campaignIds: readonly string[]): Promise<ReadonlyMap<string, CampaignControl>> => {
    const found = await campaigns.find({ _id: { $in: [...campaignIds] } }, { projection: controlFields }).toArray();
    return new Map(found.map((document) => [document._id, toControl(document)]));
  },

  /**
   * Changes the state that the owner sets, by compare-and-set.
   * @returns the campaign after it, or `undefined` when it is in another state by now, or blocked
   */
  changeState: async (
    { orgId, campaignId }: { orgId: string; campaignId: string },
    from: CampaignState,
    change: StateChange,
  ): Promise<Campaign | undefined> => {
    const { $set, $unset } = toUpdate(change);
    const document = await campaigns.findOneAndUpdate(
      { _id: campaignId, OrgID: orgId, ...inState(from), Blocked: { $ne: true } },
      // MongoDB before 5.0 rejects an operator without fields.
      {
        ...(Object.keys($set).length > 0 ? { $set } : {}),
        ...(Object.keys($unset).length > 0 ? { $unset } : {}),
        ...pushOf(change.announcement),
      },
      { returnDocument: 'after' },
    );
    return document === null ? undefined : fromDocument(document);
  },

  setState: createOperatorState(campaigns),

  ...createAnnouncements(campaigns),

  changeBreaker: createBreakerChange(campaigns),

  /** Records how many jobs a stop has canceled so far. @param finishedMs once no job waits any more */
  recordStop: async (campaignId: string, canceled: number, finishedMs?: number): Promise<void> => {
    await campaigns.updateOne(
      { _id: campaignId, Stop: { $exists: true } },
      {
        // What is left of an erased job is deleted some day.
        $max: { 'Stop.JobsCanceled': canceled },
        ...(finishedMs === undefined ? {} : { $set: { 'Stop.FinishedMS': finishedMs } }),
      },
    );
  },

  /** @returns the id of the organization that the campaign belongs to */
  findOrgId: async (campaignId: string): Promise<string | undefined> =>
    (await campaigns.findOne({ _id: campaignId }, { projection: { OrgID: 1 } }))?.OrgID,
});
