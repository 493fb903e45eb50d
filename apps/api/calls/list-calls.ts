import type { CallStatus } from '../../../shared/adapters/mongo/call-lists';
import type { CallingJob } from '../../../shared/adapters/mongo/jobs/calling';
import type { ListCallsQuery, RunningCallBody } from '../../../shared/contracts/running-call.schema';
import { maxPageSize } from '../../../shared/contracts/parameters';
import { readsPersonalData } from '../../../shared/domain/access/scope';
import { callId } from '../../../shared/domain/call/call-record';
import { masked, maskPhoneNumber } from '../../../shared/domain/mask';
import type { ApiDeps } from '../http/deps';
import { linkToNextPage } from '../http/next-page';
import type { ApiRequest, Reply } from '../http/route';
import { toRfc3339 } from '../http/rfc3339';

/**
 * Lists the calls that run now, over the campaigns that the key may access. A page follows the jobs that are being called:
 * two queries, however many calls.
 */
export async function listCalls(request: ApiRequest<never, unknown, ListCallsQuery>, deps: ApiDeps): Promise<Reply> {
  const { orgId, campaignIds, query, scopes } = request;
  const { after, state, limit = maxPageSize } = query;
  const found = await deps.store.callingJobs.list({ orgId, campaignIds, after }, limit + 1);
  const jobs = found.slice(0, limit);
  const statuses = await deps.store.calls.findStatuses(orgId, jobs.flatMap(activeCallIds));
  const calls = jobs.flatMap((job) => {
    const call = activeCallIds(job)
      .map((id) => statuses.get(id))
      .find((one) => one !== undefined);
    return call !== undefined && isShown(call, state) ? [toRunningCall(job, call)] : [];
  });
  const NextAfter = found.length > limit ? jobs.at(-1)?.ID : undefined;
  const next = { state, limit: query.limit, after: NextAfter };
  return {
    status: 200,
    headers: linkToNextPage(NextAfter !== undefined, `${deps.publicUrl}/calls`, next),
    body: { Calls: readsPersonalData(scopes) ? calls : calls.map(maskCall), NextAfter },
  };
}

const activeCallIds = ({ ID, ActiveCallID, CallCount }: CallingJob): string[] => [
  ActiveCallID ?? callId(ID, CallCount),
];

const isShown = ({ State }: CallStatus, wanted: ListCallsQuery['state']): boolean =>
  wanted === undefined ? State !== 'ended' : State === wanted;

const toRunningCall = (job: CallingJob, call: CallStatus): RunningCallBody => ({
  ID: call.ID,
  CampaignID: job.CampaignID,
  JobID: job.ID,
  PhoneNumber: job.PhoneNumber,
  ContactName: job.ContactName ?? '',
  Attempt: call.Attempt,
  State: call.State === 'active' ? 'active' : 'creating',
  CreatedAt: toRfc3339(call.CreatedMS),
  RingingAt: toRfc3339(call.RingingMS),
  ConnectedAt: toRfc3339(call.ConnectedMS),
  AnsweredBy: call.AnsweredBy,
  StopRequestedAt: toRfc3339(call.StopRequestedMS),
  TestJob: job.TestJob === true ? true : undefined,
});

const maskCall = (call: RunningCallBody): RunningCallBody => ({
  ...call,
  PhoneNumber: maskPhoneNumber(call.PhoneNumber),
  ContactName: call.ContactName === '' ? '' : masked,
});
