import type { AgentReport } from '../../domain/call/agent-report';
import type { CallSummary } from '../../domain/call/call-record';
import { aadOf, hydrateCall, notErasedFilter, type CallRef, type Calls } from './call.document';
import type { DataKeys } from './data-keys';

/** What concerns agents that are reached by websocket. */
export const createCallReports = (calls: Calls, dataKeys: DataKeys) => ({
  /** Stores what the agent of a call reported so far. */
  saveAgentReport: async ({ ID, JobID }: CallRef, report: AgentReport): Promise<void> => {
    const sealed = (await dataKeys.of(JobID)).seal(JSON.stringify(report), aadOf(ID, 'AgentReport'));
    if (sealed !== undefined) await calls.updateOne({ _id: ID, ...notErasedFilter }, { $set: { AgentReport: sealed } });
  },

  /** Finds a call of an organization by its id in Twilio's format. */
  findBySid: async (orgId: string, callSid: string): Promise<CallSummary | undefined> => {
    const document = await calls.findOne({ CallSid: callSid, OrgID: orgId });
    return document === null ? undefined : hydrateCall(document, dataKeys);
  },
});
