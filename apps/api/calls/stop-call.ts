import { pushHangUp } from '../../../shared/application/push-hang-up';
import type { z } from 'zod';
import type { stopCallSchema } from '../../../shared/contracts/job.schema';
import { isOpen, type CallSummary } from '../../../shared/domain/call/call-record';
import { entitiesToRedact } from '../../../shared/domain/job/redaction';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import type { ApiRequest, Reply } from '../http/route';

/** Redacts a reason before it is stored with the call, by the rules for the call's messages. */
async function redactReason(reason: string, call: CallSummary, { store, redactor, nowMs }: ApiDeps): Promise<string> {
  const job = await store.jobs.find({ orgId: call.OrgID, campaignId: call.CampaignID, jobId: call.JobID });
  if (!job) return reason;
  const { overrides } = await store.jobContexts.load(job, nowMs());
  const contact = { name: job.ContactName, phoneNumber: job.PhoneNumber };
  return redactor.forContact(contact, entitiesToRedact(overrides, job.TestJob)).redactText(reason);
}
const callEnded = () => new ProblemError('call_not_active', { detail: 'The call has ended.' });

type StopCallRequest = ApiRequest<'campaignID' | 'jobID' | 'callID', z.output<typeof stopCallSchema>>;

/** Requests the end of a call, and pushes it to the worker that handles the call. */
export async function stopCall(request: StopCallRequest, deps: ApiDeps): Promise<Reply> {
  const { params, body, orgId } = request;
  const { store, nowMs } = deps;
  const key = { orgId, campaignId: params.campaignID, jobId: params.jobID, callId: params.callID };
  const call = await store.calls.findInJob(key);
  if (!call) throw new ProblemError('call_not_found');
  if (!isOpen(call)) throw callEnded();
  const target = { CampaignID: call.CampaignID, JobID: call.JobID, CallID: call.ID };
  await audit(request, { Action: 'call.stopped', ...target }, deps);
  const reason = body.Reason === undefined ? undefined : await redactReason(body.Reason, call, deps);
  const stopped = await store.calls.requestStop(call, nowMs(), { reason });
  if (!stopped) throw callEnded();
  pushHangUp(stopped, deps);
  return { status: 202, body: { CallID: stopped.ID, State: stopped.State } };
}
