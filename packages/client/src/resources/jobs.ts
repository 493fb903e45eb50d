import { paginate, toRequestInit, type Transport, type RequestOptions } from '../transport.ts';
import type { CreateJob, JobListItem, JobsPage, JobsQuery, ScheduleQuery, UpdateJob } from '../types.ts';
import { createJobAnalysis } from './job-analysis.ts';
import { createJobExports } from './job-exports.ts';
import { toWireQuery } from './jobs-query.ts';

const job = '/campaigns/{campaignID}/jobs/{jobID}';
const jobs = '/campaigns/{campaignID}/jobs';

/** Contacts to call. */
export function createJobs(transport: Transport) {
  const { http, unwrap } = transport;
  const list = async (campaignID: string, query: JobsQuery = {}, options?: RequestOptions): Promise<JobsPage> => {
    const params = { path: { campaignID }, query: toWireQuery(query) };
    // The request does not accept the other media types, files.
    return (await unwrap(http.GET(jobs, { params, ...toRequestInit(options) }))) as JobsPage;
  };
  return {
    create: (campaignID: string, body: CreateJob, options?: RequestOptions) =>
      unwrap(http.POST(jobs, { params: { path: { campaignID } }, body, ...toRequestInit(options) })),
    /** @param options `events` adds the analytics events */
    get: (
      campaignID: string,
      jobID: string,
      { events = false, ...options }: Pick<RequestOptions, 'signal'> & { events?: boolean } = {},
    ) => {
      const query = events ? ({ events: '1' } as const) : {};
      return unwrap(http.GET(job, { params: { path: { campaignID, jobID }, query }, ...toRequestInit(options) }));
    },
    /** One page. */
    list,
    /** Every job of the campaign, page after page. */
    all: (campaignID: string, query: JobsQuery = {}, options?: RequestOptions) =>
      paginate<JobListItem, Pick<JobsQuery, 'after' | 'before_ms'>>(
        async (cursor) => (await list(campaignID, { ...query, ...cursor }, options)).Jobs,
        // In a list by time, the cursor is the time at which the job was listed; the job may have changed since.
        ({ ID, UpdatedAt }) => ({ after: ID, ...(query.by_time === true ? { before_ms: UpdatedAt } : {}) }),
      ),
    ...createJobExports(transport),
    ...createJobAnalysis(transport),
    /** By a job's id or a phone number. */
    search: (campaignID: string, search: string, options?: RequestOptions) =>
      unwrap(
        http.GET(`${jobs}/search`, { params: { path: { campaignID }, query: { search } }, ...toRequestInit(options) }),
      ),
    /** Why the job is not called now, and when it will be. */
    explain: (campaignID: string, jobID: string, query: ScheduleQuery = {}, options?: RequestOptions) =>
      unwrap(
        http.GET(`${job}/schedule`, { params: { path: { campaignID, jobID }, query }, ...toRequestInit(options) }),
      ),
    update: (campaignID: string, jobID: string, body: UpdateJob, options?: RequestOptions) =>
      unwrap(http.POST(`${job}/update`, { params: { path: { campaignID, jobID } }, body, ...toRequestInit(options) })),
    cancel: (campaignID: string, jobID: string, options?: RequestOptions) =>
      unwrap(http.POST(`${job}/cancel`, { params: { path: { campaignID, jobID } }, ...toRequestInit(options) })),
    /** Calls at an instant, to the second. */
    reschedule: (campaignID: string, jobID: string, callAt: Date, options?: RequestOptions) => {
      const body = { CallAtUnixSeconds: Math.round(callAt.getTime() / 1000) };
      return unwrap(
        http.POST(`${job}/reschedule`, { params: { path: { campaignID, jobID } }, body, ...toRequestInit(options) }),
      );
    },
    /** Erases the job's personal data. */
    delete: (campaignID: string, jobID: string, options?: Pick<RequestOptions, 'signal'>) =>
      unwrap(http.DELETE(job, { params: { path: { campaignID, jobID } }, ...toRequestInit(options) })),
  };
}
