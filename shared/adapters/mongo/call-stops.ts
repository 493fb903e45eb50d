import type { Db } from 'mongodb';
import { openCallStates, type CallSummary } from '../../domain/call/call-record';
import type { CallDocument } from './call.document';
import { listCampaignIds } from './campaigns.repository';
import type { JobDocument } from './jobs/document';

/** A call whose worker was asked to hang up, and where that worker is. */
export type StoppedCall = Pick<CallSummary, 'ID' | 'MediaAddress'>;

/** Requests that the workers hang up every running call of an organization, or of one of its campaigns. Needs no key. */
export function createCallStops(db: Db) {
  const jobs = db.collection<JobDocument>('jobs');
  const calls = db.collection<CallDocument>('calls');
  const stopInCampaign = async (orgId: string, campaignId: string, nowMs: number): Promise<StoppedCall[]> => {
    const calling = { OrgID: orgId, CampaignID: campaignId, State: 'calling' } as const;
    const found = await jobs.find(calling, { projection: { ActiveCallID: 1 } }).toArray();
    const ids = found.flatMap(({ ActiveCallID }) => ActiveCallID ?? []);
    const open = { _id: { $in: ids }, State: { $in: [...openCallStates] } };
    await calls.updateMany(open, { $min: { StopRequestedMS: nowMs } });
    const stopped = await calls.find(open, { projection: { MediaAddress: 1 } }).toArray();
    return stopped.map(({ _id, MediaAddress }) => ({ ID: _id, MediaAddress }));
  };
  return {
    /** @param campaignId limits it to one campaign. @returns the calls that are open */
    stopAll: async (orgId: string, campaignId: string | undefined, nowMs: number): Promise<StoppedCall[]> => {
      const ids = campaignId === undefined ? await listCampaignIds(db, orgId) : [campaignId];
      const stopped: StoppedCall[] = [];
      for (const id of ids) stopped.push(...(await stopInCampaign(orgId, id, nowMs)));
      return stopped;
    },
  };
}
