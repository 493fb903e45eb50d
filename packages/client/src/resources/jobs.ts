import { everyPage, init, type Connection, type RequestOptions } from '../http.ts';
import type { CreateJob, JobListItem, JobsPage, JobsQuery, ScheduleQuery, UpdateJob } from '../types.ts';
import { createJobExports } from './job-exports.ts';
import { jobsQuery } from './jobs-query.ts';

const job = '/campaigns/{campaignID}/jobs/{jobID}';
const jobs = '/campaigns/{campaignID}/jobs';

/** Contacts to be called. */
export function createJobs(connection: Connection) {
  const { http, dataOf } = connection;
  const list = async (campaignID: string, asked: JobsQuery = {}, options?: RequestOptions): Promise<JobsPage> => {
    const params = { path: { campaignID }, query: jobsQuery(asked) };
    // The other kinds, files, were not asked for.
    return (await dataOf(http.GET(jobs, { params, ...init(options) }))) as JobsPage;
  };
  return {
    create: (campaignID: string, body: CreateJob, options?: RequestOptions) =>
      dataOf(http.POST(jobs, { params: { path: { campaignID } }, body, ...init(options) })),
    /** @param options `events` adds what happened to the job */
    get: (
      campaignID: string,
      jobID: string,
      { events = false, ...options }: Pick<RequestOptions, 'signal'> & { events?: boolean } = {},
    ) => {
      const query = events ? ({ events: '1' } as const) : {};
      return dataOf(http.GET(job, { params: { path: { campaignID, jobID }, query }, ...init(options) }));
    },
    /** One page. */
    list,
    /** Every job of the campaign, page after page. */
    all: (campaignID: string, query: JobsQuery = {}, options?: RequestOptions) =>
      everyPage<JobListItem, Pick<JobsQuery, 'after' | 'before_ms'>>(
        async (behind) => (await list(campaignID, { ...query, ...behind }, options)).Jobs,
        // By time a job's place is the one that it was shown at: it may have moved since.
        ({ ID, UpdatedAt }) => ({ after: ID, ...(query.by_time === true ? { before_ms: UpdatedAt } : {}) }),
      ),
    ...createJobExports(connection),
    /** By a job's id or a phone number. */
    search: (campaignID: string, search: string, options?: RequestOptions) =>
      dataOf(http.GET(`${jobs}/search`, { params: { path: { campaignID }, query: { search } }, ...init(options) })),
    /** Why the job is not called now, and when it will be. */
    explain: (campaignID: string, jobID: string, query: ScheduleQuery = {}, options?: RequestOptions) =>
      dataOf(http.GET(`${job}/schedule`, { params: { path: { campaignID, jobID }, query }, ...init(options) })),
    update: (campaignID: string, jobID: string, body: UpdateJob, options?: RequestOptions) =>
      dataOf(http.POST(`${job}/update`, { params: { path: { campaignID, jobID } }, body, ...init(options) })),
    cancel: (campaignID: string, jobID: string, options?: RequestOptions) =>
      dataOf(http.POST(`${job}/cancel`, { params: { path: { campaignID, jobID } }, ...init(options) })),
    /** Calls at an instant, to the second. */
    reschedule: (campaignID: string, jobID: string, callAt: Date, options?: RequestOptions) => {
      const body = { CallAtUnixSeconds: Math.round(callAt.getTime() / 1000) };
      return dataOf(
        http.POST(`${job}/reschedule`, { params: { path: { campaignID, jobID } }, body, ...init(options) }),
      );
    },
    /** Erases the job's personal data. */
    delete: (campaignID: string, jobID: string, options?: Pick<RequestOptions, 'signal'>) =>
      dataOf(http.DELETE(job, { params: { path: { campaignID, jobID } }, ...init(options) })),
  };
}
