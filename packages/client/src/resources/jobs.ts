import { paginate, toRequestInit, type Transport, type RequestOptions } from '../transport.ts';
import type { CreateJob, JobListItem, JobsPage, JobsQuery, ScheduleQuery, UpdateJob } from '../types.ts';
import { createJobExports } from './job-exports.ts';
import { toWireQuery } from './jobs-query.ts';

const job = '/campaigns/{campaignID}/jobs/{jobID}';
const jobs = '/campaigns/{campaignID}/jobs';

/** Contacts to be called. */
export function createJobs(transport: Transport) {
  const { http, unwrap: dataOf } = transport;
  const list = async (campaignID: string, query: JobsQuery = {}, options?: RequestOptions): Promise<JobsPage> => {
    const params = { path: { campaignID }, query: toWireQuery(query) };
    // The other kinds, files, were not asked for.
    return (await dataOf(http.GET(jobs, { params, ...toRequestInit(options) }))) as JobsPage;
  };
  return {
    create: (campaignID: string, body: CreateJob, options?: RequestOptions) =>
      dataOf(http.POST(jobs, { params: { path: { campaignID } }, body, ...toRequestInit(options) })),
    /** @param options `events` adds what happened to the job */
    get: (
      campaignID: string,
      jobID: string,
      { events = false, ...options }: Pick<RequestOptions, 'signal'> & { events?: boolean } = {},
    ) => {
      const query = events ? ({ events: '1' } as const) : {};
      return dataOf(http.GET(job, { params: { path: { campaignID, jobID }, query }, ...toRequestInit(options) }));
    },
    /** One page. */
    list,
    /** Every job of the campaign, page after page. */
    all: (campaignID: string, query: JobsQuery = {}, options?: RequestOptions) =>
      paginate<JobListItem, Pick<JobsQuery, 'after' | 'before_ms'>>(
        async (cursor) => (await list(campaignID, { ...query, ...cursor }, options)).Jobs,
        // By time a job's place is the one that it was shown at: it may have moved since.
        ({ ID, UpdatedAt }) => ({ after: ID, ...(query.by_time === true ? { before_ms: UpdatedAt } : {}) }),
      ),
    ...createJobExports(transport),
    /** By a job's id or a phone number. */
    search: (campaignID: string, search: string, options?: RequestOptions) =>
      dataOf(
        http.GET(`${jobs}/search`, { params: { path: { campaignID }, query: { search } }, ...toRequestInit(options) }),
      ),
    /** Why the job is not called now, and when it will be. */
    explain: (campaignID: string, jobID: string, query: ScheduleQuery = {}, options?: RequestOptions) =>
      dataOf(
        http.GET(`${job}/schedule`, { params: { path: { campaignID, jobID }, query }, ...toRequestInit(options) }),
      ),
    update: (campaignID: string, jobID: string, body: UpdateJob, options?: RequestOptions) =>
      dataOf(http.POST(`${job}/update`, { params: { path: { campaignID, jobID } }, body, ...toRequestInit(options) })),
    cancel: (campaignID: string, jobID: string, options?: RequestOptions) =>
      dataOf(http.POST(`${job}/cancel`, { params: { path: { campaignID, jobID } }, ...toRequestInit(options) })),
    /** Calls at an instant, to the second. */
    reschedule: (campaignID: string, jobID: string, callAt: Date, options?: RequestOptions) => {
      const body = { CallAtUnixSeconds: Math.round(callAt.getTime() / 1000) };
      return dataOf(
        http.POST(`${job}/reschedule`, { params: { path: { campaignID, jobID } }, body, ...toRequestInit(options) }),
      );
    },
    /** Erases the job's personal data. */
    delete: (campaignID: string, jobID: string, options?: Pick<RequestOptions, 'signal'>) =>
      dataOf(http.DELETE(job, { params: { path: { campaignID, jobID } }, ...toRequestInit(options) })),
  };
}
