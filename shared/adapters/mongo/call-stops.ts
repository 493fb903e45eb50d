import type { Db } from 'mongodb';
import type { CallDocument } from './calls.repository';
import { listCampaignIds } from './campaigns.repository';
import type { JobDocument } from './jobs/document';

/** Requests that the workers hang up every running call of an organization, or of one of its campaigns. Needs no key. */
export function createCallStops(db: Db) {
  const jobs = db.collection<JobDocument>('jobs');
  const calls = db.collection<CallDocument>('calls');
  const stopInCampaign = async (orgId: string, campaignId: string, nowMs: number): Promise<number> => {
    const calling = { OrgID: orgId, CampaignID: campaignId, State: 'calling' } as const;
    const found = await jobs.find(calling, { projection: { ActiveCallID: 1 } }).toArray();
    const ids = found.flatMap(({ ActiveCallID }) => ActiveCallID ?? []);
    const { matchedCount } = await calls.updateMany(
      { _id: { $in: ids }, State: { $in: ['creating', 'active'] } },
      { $min: { StopRequestedMS: nowMs } },
    );
    return matchedCount;
  };
  return {
    /** @param campaignId limits it to one campaign. @returns how many calls were open */
    stopAll: async (orgId: string, campaignId: string | undefined, nowMs: number): Promise<number> => {
      const ids = campaignId === undefined ? await listCampaignIds(db, orgId) : [campaignId];
      let stopped = 0;
      for (const id of ids) stopped += await stopInCampaign(orgId, id, nowMs);
      return stopped;
    },
  };
}
