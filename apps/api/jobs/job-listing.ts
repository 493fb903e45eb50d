import type { JobFilter, JobOrder, JobCursor } from '../../../shared/adapters/mongo/jobs/filter';
import type { CampaignKey, ListPart } from '../../../shared/adapters/mongo/jobs/list';
import type { ListJobsQuery } from '../../../shared/contracts/job-list.schema';
import { jobIdRangeOf } from '../../../shared/domain/import/import';
import { storedStates } from '../../../shared/domain/job/state';
import type { ApiDeps } from '../http/deps';
import { invalidQuery, ProblemError } from '../http/problem';
import type { ApiRequest } from '../http/route';

/** A request for the jobs of a campaign. */
export type ListRequest = ApiRequest<'campaignID', unknown, ListJobsQuery>;
/** The filter and order of a listing, without its page size. */
export type Listing = Omit<ListPart, 'limit'>;

export const campaignKey = ({ orgId, params }: Pick<ListRequest, 'orgId' | 'params'>): CampaignKey => ({
  orgId,
  campaignId: params.campaignID,
});

/** Called only for empty results, to distinguish them from a missing campaign: most requests cost one query. */
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

/**
 * The cursor where the page begins. In id order the id is the cursor; other orders need to load the job. With
 * `before_ms`, a job that was updated later than that stands where it was listed at that instant: `Link` relies on it.
 */
async function resolveCursor(
  request: ListRequest,
  order: JobOrder,
  { store }: ApiDeps,
): Promise<JobCursor | undefined> {
  const { after, before_ms: beforeMs } = request.query;
  if (after === undefined) return undefined;
  if (order === 'id') return { ID: after, CreatedMS: 0, UpdatedMS: 0 };
  const cursor = await store.jobLists.findCursor(campaignKey(request), after);
  if (cursor)
    return {
      ...cursor,
      UpdatedMS: Math.min(cursor.UpdatedMS, order === 'updated' ? (beforeMs ?? Infinity) : Infinity),
    };
  throw invalidQuery([{ pointer: 'after', detail: 'Expected the id of a job of this campaign.' }]);
}

/** @returns `undefined` if the campaign has no such import, and so no jobs from it */
async function resolveImport(
  request: ListRequest,
  importId: string,
  { store }: ApiDeps,
): Promise<JobFilter['createdBy']> {
  const bulkImport = await store.imports.find({ orgId: request.orgId, importId });
  if (bulkImport?.CampaignID !== request.params.campaignID) return undefined;
  return { importId, ...jobIdRangeOf(bulkImport) };
}

/** Translates the query. @returns `undefined` if no job can match */
export async function resolveListing(request: ListRequest, deps: ApiDeps): Promise<Listing | undefined> {
  const { query } = request;
  const order = orderOf(query);
  const imported = query.import_id === undefined ? undefined : await resolveImport(request, query.import_id, deps);
  if (query.import_id !== undefined && imported === undefined) return undefined;
  const filter: JobFilter = {
    states: query.state === undefined ? undefined : storedStates(query.state),
    test: query.test,
    createdFromMs: query.created_after,
    createdBeforeMs: query.created_before,
    ...(imported === undefined ? {} : { createdBy: imported }),
  };
  const upToMs = order === 'updated' ? query.before_ms : undefined;
  return { filter, order, after: await resolveCursor(request, order, deps), upToMs };
}

/** The query of the page after a job. It contains the job's position as listed: later updates do not matter. */
export function nextQuery(query: ListJobsQuery, last: JobCursor): string {
  const { state = [], after: _after, before_ms: _before, fields: _fields, ...same } = query;
  const next = new URLSearchParams();
  for (const one of state) next.append('state', one);
  for (const [name, value] of Object.entries(same)) if (value !== undefined) next.append(name, String(value));
  if (query.by_time === true) next.append('before_ms', String(last.UpdatedMS));
  next.append('after', last.ID);
  return next.toString();
}
