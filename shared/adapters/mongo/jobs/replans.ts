import type { Collection, Db } from 'mongodb';
import type { JobState } from '../../../domain/job/state';
import type { JobDocument } from './document';
import { inCampaign, toConditions, type CampaignKey } from './filter';

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
  /** Set after a change of state. A request that read the former state may store a job behind the walk. */
  Settles?: true | undefined;
  /** Set by a stop: the task walks until no job of the campaign waits any more. */
  Stops?: true | undefined;
  /** The walk leaves out jobs with a lower id. Set for the walk over what was stored behind the first one. */
  FromJobID?: string | undefined;
  /** When a worker takes the next batch. Claiming the task moves it, so it is the claim's end as well. */
  DueMS: number;
}
export interface ReplanCursor {
  CampaignID: string;
  JobID: string;
}
export type ReplanDocument = Omit<ReplanTask, 'ID'> & { _id: string };

/** What a task is about. */
type Subject = Pick<ReplanTask, 'OrgID' | 'CampaignID' | 'FirstCallOnly' | 'Settles' | 'Stops'>;

/** A change that is not made within this time was lost with its process, or refused. */
const announcedMs = 30_000;

const campaignSubject = ({ orgId, campaignId }: CampaignKey): Subject => ({ OrgID: orgId, CampaignID: campaignId });

/**
 * Counts the jobs that the stop of a campaign has canceled, in an index. Each has its mark from its one transition to
 * `canceled`, and keeps it when it is erased, so that none is counted twice or missed after a crash.
 */
const createCountStopped =
  (jobs: Collection<JobDocument>) =>
  (CampaignID: string): Promise<number> =>
    jobs.countDocuments({ CampaignID, Stopped: true });

/** Requests that waiting jobs are planned again. Repeating a request is harmless. */
export function createReplans(db: Db) {
  const tasks = db.collection<ReplanDocument>('replans');
  const jobs = db.collection<JobDocument>('jobs');

  const request = async (_id: string, about: Subject, nowMs: number, dueMs = nowMs): Promise<void> => {
    await tasks.updateOne(
      { _id },
      // An unfinished walk keeps its place: requests in a row must not keep it from ever reaching the last job.
      { $setOnInsert: { ...about, DueMS: dueMs }, $max: { AtMS: nowMs }, $inc: { Requests: 1 } },
      { upsert: true },
    );
  };

  /**
   * Makes a change of state and has the jobs planned again. The request is stored before the change, so that it is not
   * lost with this process: held jobs are looked at so rarely that a lost release would leave them waiting for weeks.
   */
  const requestAround = async <T>(id: string, about: Subject, nowMs: number, change: () => Promise<T>): Promise<T> => {
    const announced = nowMs + announcedMs;
    await request(id, about, nowMs, announced);
    const changed = await change();
    await request(id, about, nowMs);
    await tasks.updateOne({ _id: id, DueMS: announced }, { $set: { DueMS: nowMs } });
    return changed;
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

    /** Ends a hold of a campaign's calls. @param change makes the change, and may find that it must not */
    releaseCampaign: <T>(key: CampaignKey, nowMs: number, change: () => Promise<T>): Promise<T> =>
      requestAround(`${key.campaignId}/release`, { ...campaignSubject(key), Settles: true }, nowMs, change),

    /** Ends a hold of an organization's calls. */
    releaseOrganization: <T>(orgId: string, nowMs: number, change: () => Promise<T>): Promise<T> =>
      requestAround(`${orgId}/release`, { OrgID: orgId, Settles: true }, nowMs, change),

    /** Stops a campaign, and cancels its waiting jobs in the background. */
    stopCampaign: <T>(key: CampaignKey, nowMs: number, change: () => Promise<T>): Promise<T> =>
      requestAround(`${key.campaignId}/stop`, { ...campaignSubject(key), Stops: true }, nowMs, change),

    countStopped: createCountStopped(jobs),

    /** Counts a campaign's jobs in some states, up to a limit, in an index. */
    countJobs: (key: CampaignKey, states: readonly JobState[], limit?: number): Promise<number> => {
      const filter = { ...inCampaign(key), $and: toConditions({ states }) };
      return jobs.countDocuments(filter, limit === undefined ? {} : { limit });
    },
  };
}
