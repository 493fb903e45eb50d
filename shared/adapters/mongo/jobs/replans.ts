import type { Db } from 'mongodb';
import type { CampaignKey } from './filter';

/**
 * A request to plan jobs again that wait for a call, because what they are planned from has changed. It is stored with
 * the change, and a worker walks the jobs in the background: a change is answered at once however many jobs wait.
 */
export interface ReplanTask {
  ID: string;
  OrgID: string;
  /** Absent for every campaign of the organization. */
  CampaignID?: string | undefined;
  /** Only jobs that wait for their first call: later ones keep their version of the campaign. */
  FirstCallOnly?: true | undefined;
  /** The instant of the last change. The jitter of the jobs starts over then. */
  AtMS: number;
  /** The number of requests so far. A request during a walk is followed by another walk. */
  Requests: number;
  /** The number of requests when the current walk began; absent before its first batch. */
  WalkOf?: number | undefined;
  /** The last job of the current walk that was planned again. */
  Cursor?: ReplanCursor | undefined;
  /** When a worker takes the next batch. Claiming the task moves it, so it is the claim's end as well. */
  DueMS: number;
}
export interface ReplanCursor {
  CampaignID: string;
  JobID: string;
}
export type ReplanDocument = Omit<ReplanTask, 'ID'> & { _id: string };

/** Requests that waiting jobs are planned again. Repeating a request is harmless. */
export function createReplans(db: Db) {
  const tasks = db.collection<ReplanDocument>('replans');

  const request = async (
    _id: string,
    about: Pick<ReplanTask, 'OrgID' | 'CampaignID' | 'FirstCallOnly'>,
    nowMs: number,
  ): Promise<void> => {
    await tasks.updateOne(
      { _id },
      // An unfinished walk keeps its place: requests in a row must not keep it from ever reaching the last job.
      { $setOnInsert: { ...about, DueMS: nowMs }, $max: { AtMS: nowMs }, $inc: { Requests: 1 } },
      { upsert: true },
    );
  };

  return {
    /** Every job of a campaign that waits for its first call: such jobs follow the campaign's next version. */
    replanWaiting: ({ orgId, campaignId }: CampaignKey, nowMs: number): Promise<void> =>
      request(`${campaignId}/first-calls`, { OrgID: orgId, CampaignID: campaignId, FirstCallOnly: true }, nowMs),

    /** Every job of a campaign that waits for a call. */
    replanCampaign: ({ orgId, campaignId }: CampaignKey, nowMs: number): Promise<void> =>
      request(campaignId, { OrgID: orgId, CampaignID: campaignId }, nowMs),

    /** Every job of an organization that waits for a call. */
    replanOrganization: (orgId: string, nowMs: number): Promise<void> => request(orgId, { OrgID: orgId }, nowMs),
  };
}
