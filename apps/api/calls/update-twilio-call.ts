import type { z } from 'zod';
import { pushHangUp } from '../../../shared/application/push-hang-up';
import { accountSidOf } from '../../../shared/adapters/voice-agent/media-streams/ids';
import type { updateTwilioCallSchema } from '../../../shared/contracts/twilio-call.schema';
import { canAccessCampaign } from '../../../shared/domain/access/api-key';
import { isOpen } from '../../../shared/domain/call/call-record';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';

type UpdateRequest = ApiRequest<'accountSID' | 'callSID', z.output<typeof updateTwilioCallSchema>>;

/** Hangs up for an agent that was made for Twilio. A call that has ended already is as the agent asked for. */
export async function updateTwilioCall(request: UpdateRequest, deps: ApiDeps): Promise<Reply> {
  const { params, orgId, campaignIds: CampaignIDs } = request;
  const accountSid = accountSidOf(orgId);
  const isOwn = params.accountSID === orgId || params.accountSID === accountSid;
  const call = isOwn ? await deps.store.calls.findBySid(orgId, params.callSID) : undefined;
  if (call === undefined || !canAccessCampaign({ CampaignIDs }, call.CampaignID))
    throw new ProblemError('call_not_found');
  // An operator's stop is not the agent's.
  if (isOpen(call) && call.StopRequestedMS === undefined) {
    const { CampaignID, JobID, ID: CallID } = call;
    await audit(request, { Action: 'call.stopped', CampaignID, JobID, CallID }, deps);
    const stopped = await deps.store.calls.requestStop(call, deps.nowMs(), { byAgent: true });
    if (stopped !== undefined) pushHangUp(stopped, deps);
  }
  return { status: 200, body: { sid: params.callSID, account_sid: accountSid, status: 'completed' } };
}
