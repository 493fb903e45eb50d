import type { Db } from 'mongodb';
import { openCallStates } from '../../domain/call/call-record';
import type { CallDocument } from './call.document';
import type { CallLease } from './call-leases';
import { createScope, dayOf, type QuotaDocument, type Quotas } from './call-quotas.document';

/** Whose calls a scope counts. */
export type CallOwner = { OrgID: string } | { CampaignID: string };

/** More calls than this are never open at once. */
const maxOpenCalls = 20_000;

/**
 * Lists the open calls of a scope that may have had no limit on calls at once: such calls hold no place in it. So a new limit
 * counts the calls that run already. Repeating it is harmless. The places are freed by the calls' own records, like those of
 * calls whose worker was lost.
 */
export function createRunningCalls(db: Db) {
  const quotas: Quotas = db.collection<QuotaDocument>('call_quotas');
  const calls = db.collection<CallDocument>('calls');
  const leases = db.collection<CallLease & { _id: string }>('call_leases');
  return {
    listRunning: async (scope: string, owner: CallOwner, nowMs: number): Promise<void> => {
      const open = await leases
        .find({}, { projection: { _id: 1 } })
        .limit(maxOpenCalls)
        .toArray();
      const filter = {
        _id: { $in: open.map(({ _id }) => _id) },
        State: { $in: [...openCallStates] },
      };
      const found = await calls
        .find({ ...filter, ...owner }, { projection: { JobID: 1, OrgID: 1, CampaignID: 1 } })
        .toArray();
      if (found.length === 0) return;
      await createScope(quotas, scope, nowMs);
      for (const { _id: CallID, JobID, OrgID, CampaignID } of found) {
        const entry = { CallID, JobID, OrgID, CampaignID, AtMS: nowMs, Token: `running/${CallID}`, Day: dayOf(nowMs) };
        await quotas.updateOne({ _id: scope, 'Running.CallID': { $ne: CallID } }, { $push: { Running: entry } });
      }
    },
  };
}
