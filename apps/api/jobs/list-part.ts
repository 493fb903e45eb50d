import type { CampaignKey, ListPart } from '../../../shared/adapters/mongo/job-lists.repository';
import type { JobFilter, JobOrder, JobPlace } from '../../../shared/adapters/mongo/job-filter';
import type { ListJobsQuery } from '../../../shared/contracts/job-list.schema';
import { jobIdsOf } from '../../../shared/domain/import/import';
import { storedStates } from '../../../shared/domain/job/state';
import type { ApiDeps } from '../deps';
import { invalidQuery, ProblemError } from '../middleware/problem';
import type { ApiRequest } from '../routing/route';

/** A request for the jobs of a campaign. */
export type ListRequest = ApiRequest<'campaignID', unknown, ListJobsQuery>;
/** What is listed, however much of it an answer holds. */
export type Listing = Omit<ListPart, 'limit'>;

export const campaignKey = ({ orgId, params }: Pick<ListRequest, 'orgId' | 'params'>): CampaignKey => ({
  orgId,
  campaignId: params.campaignID,
});

/** A campaign without any of the jobs is told from one that does not exist only then: most requests cost one query. */
export async function checkCampaign(
  { orgId, params }: Pick<ListRequest, 'orgId' | 'params'>,
  { store }: Pick<ApiDeps, 'store'>,
): Promise<void> {
  if (!(await store.campaigns.exists(orgId, params.campaignID))) throw new ProblemError('campaign_not_found');
}

const orderOf = ({ by_time: byTime, created_after: from, created_before: before }: ListJobsQuery): JobOrder => {
  if (byTime === true) return 'updated';
  return from === undefined && before === undefined ? 'id' : 'created';
};

/** Where the list begins. Ids say by themselves where they stand among ids; for another order the job is looked at. */
async function beginning(request: ListRequest, order: JobOrder, { store }: ApiDeps): Promise<JobPlace | undefined> {
  const { after, before_ms: beforeMs } = request.query;
  if (after === undefined) return undefined;
  if (order === 'id') return { ID: after, CreatedMS: 0, UpdatedMS: 0 };
  if (beforeMs !== undefined) return { ID: after, CreatedMS: 0, UpdatedMS: beforeMs };
  const place = await store.jobLists.placeOf(campaignKey(request), after);
  if (place) return place;
  throw invalidQuery([{ pointer: 'after', detail: 'Expected the id of a job of this campaign.' }]);
}

/** @returns `undefined` when the campaign has no such import: then it made no jobs */
async function madeBy(request: ListRequest, importId: string, { store }: ApiDeps): Promise<JobFilter['madeBy']> {
  const bulkImport = await store.imports.find({ orgId: request.orgId, importId });
  if (bulkImport?.CampaignID !== request.params.campaignID) return undefined;
  return { importId, ...jobIdsOf(bulkImport) };
}

/** Understands what is asked for. @returns `undefined` when no job can be meant */
export async function listingOf(request: ListRequest, deps: ApiDeps): Promise<Listing | undefined> {
  const { query } = request;
  const order = orderOf(query);
  const imported = query.import_id === undefined ? undefined : await madeBy(request, query.import_id, deps);
  if (query.import_id !== undefined && imported === undefined) return undefined;
  const filter: JobFilter = {
    states: query.state === undefined ? undefined : storedStates(query.state),
    test: query.test,
    createdFromMs: query.created_after,
    createdBeforeMs: query.created_before,
    ...(imported === undefined ? {} : { madeBy: imported }),
  };
  return { filter, order, behind: await beginning(request, order, deps), upToMs: query.before_ms };
}

/** The query of the page behind a job. It holds the job's place as it was shown: where the job stands by then does not matter. */
export function nextQuery(query: ListJobsQuery, last: JobPlace): string {
  const { state = [], after: _after, before_ms: _before, fields: _fields, ...same } = query;
  const next = new URLSearchParams();
  for (const one of state) next.append('state', one);
  for (const [name, value] of Object.entries(same)) if (value !== undefined) next.append(name, String(value));
  if (query.by_time === true) next.append('before_ms', String(last.UpdatedMS));
  next.append('after', last.ID);
  return next.toString();
}
