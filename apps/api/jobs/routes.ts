import { exportedCsvSchema, exportedJobSchema } from '../../../shared/contracts/job-export.schema';
import { listJobsQuerySchema, searchJobsQuerySchema } from '../../../shared/contracts/job-list.schema';
import {
  jobAnswerSchema,
  jobCreatedSchema,
  jobSchema,
  jobsListSchema,
} from '../../../shared/contracts/job-response.schema';
import {
  createJobSchema,
  getJobQuerySchema,
  rescheduleJobSchema,
  updateJobSchema,
  noBodySchema,
} from '../../../shared/contracts/job.schema';
import { route } from '../http/route';
import { cancelJob } from './cancel-job';
import { createJob } from './create-job';
import { deleteJob } from './delete-job';
import { getJob } from './get-job';
import { listJobs } from './list-jobs';
import { rescheduleJob } from './reschedule-job';
import { searchJobs } from './search-jobs';
import { updateJob } from './update-job';

const jobs = '/campaigns/:campaignID/jobs';
const job = `${jobs}/:jobID` as const;

export const jobRoutes = [
  route({
    method: 'POST',
    path: jobs,
    operation: 'createJob',
    doc: {
      tag: 'Jobs',
      summary: 'Create a job',
      description: 'Stores a job. Its first call is placed as soon as its constraints allow.',
      responses: { 201: { description: 'The job is stored.', schema: jobCreatedSchema, headers: ['Location'] } },
      problems: [
        'campaign_not_found',
        'organization_blocked',
        'campaign_blocked',
        'campaign_state',
        'too_many_open_jobs',
      ],
    },
    access: 'jobs:write',
    body: createJobSchema,
    handle: createJob,
  }),
  route({
    method: 'GET',
    path: jobs,
    operation: 'listJobs',
    doc: {
      tag: 'Jobs',
      summary: 'List jobs',
      description:
        'Returns up to 100 jobs, oldest first; with `by_time=true`, most recently updated first. For the next page, follow `Link` or pass the last ID as `after`. Filters combine: a job must match all of them. With `Accept: application/x-ndjson` or `text/csv`, all matching jobs are returned as one file with more fields; if the export fails midway, the connection is cut.',
      responses: {
        200: {
          description: 'A page of jobs, or all matching jobs as a file.',
          schema: jobsListSchema,
          content: { 'application/x-ndjson': exportedJobSchema, 'text/csv': exportedCsvSchema },
          headers: ['Link'],
        },
      },
      problems: ['not_acceptable'],
    },
    streams: 'export',
    access: 'jobs:read',
    query: listJobsQuerySchema,
    handle: listJobs,
  }),
  // Before the path of a single job, which would take "search" for an id.
  route({
    method: 'GET',
    path: `${jobs}/search`,
    operation: 'searchJobs',
    doc: {
      tag: 'Jobs',
      summary: 'Search jobs',
      description: 'Finds jobs by ID or phone number. A job whose personal data was deleted is found by its ID alone.',
      responses: { 200: { description: 'Up to 100 jobs, newest first.', schema: jobsListSchema } },
    },
    access: 'jobs:read',
    query: searchJobsQuerySchema,
    handle: searchJobs,
  }),
  route({
    method: 'GET',
    path: job,
    operation: 'getJob',
    doc: {
      tag: 'Jobs',
      summary: 'Get a job',
      description:
        'Returns the job with its calls, messages, analyses and metrics: its latest 200 calls, fewer if their transcripts exceed 4 MB. `calls_before` returns earlier ones.',
      responses: { 200: { description: 'The job.', schema: jobSchema } },
    },
    access: 'jobs:read',
    query: getJobQuerySchema,
    handle: getJob,
  }),
  route({
    method: 'DELETE',
    path: job,
    operation: 'deleteJob',
    doc: {
      tag: 'Jobs',
      summary: "Delete a job's personal data",
      description:
        'Erases recordings, transcripts, Data and all other personal data in the background. The job record and its Metadata remain. Idempotent, in every state.',
      responses: { 202: { description: 'The job is being deleted.', schema: jobAnswerSchema } },
    },
    access: 'pii:delete',
    handle: deleteJob,
  }),
  route({
    method: 'POST',
    path: `${job}/cancel`,
    operation: 'cancelJob',
    doc: {
      tag: 'Jobs',
      summary: 'Cancel a job',
      description: 'Places no further calls and hangs up the current one, if any. Canceling a canceled job succeeds.',
      responses: {
        202: { description: 'Cancellation requested; the job is canceled shortly.', schema: jobAnswerSchema },
      },
      problems: ['job_not_running'],
    },
    access: 'jobs:write',
    body: noBodySchema,
    handle: cancelJob,
  }),
  route({
    method: 'POST',
    path: `${job}/reschedule`,
    operation: 'rescheduleJob',
    doc: {
      tag: 'Jobs',
      summary: 'Reschedule a job',
      description:
        'Sets the next call of a scheduled job to a given time, regardless of its constraints; only MaxTotalCalls, the policy, and the dates StartAt, EndAt and NotAfter still apply: a time beyond the last two is 400. A key without `campaigns:manage` can choose only a time at which the campaign allows a call. A job that is still `created` is planned first. A job that waits for a call slot can be rescheduled too. A later update of Constraints takes precedence.',
      responses: { 202: { description: 'The next call is rescheduled.', schema: jobAnswerSchema } },
      problems: ['not_scheduled', 'engine_unavailable'],
    },
    access: 'jobs:write',
    body: rescheduleJobSchema,
    handle: rescheduleJob,
  }),
  route({
    method: 'POST',
    path: `${job}/update`,
    operation: 'updateJob',
    doc: {
      tag: 'Jobs',
      summary: 'Update a job',
      description:
        'Replaces Data, Metadata or Constraints of a job that has not ended, and whose cancellation or deletion was not requested. New constraints replan its next call immediately, also one that was rescheduled.',
      responses: { 202: { description: 'The job is updated.', schema: jobAnswerSchema } },
      problems: ['job_not_running', 'engine_unavailable'],
    },
    access: 'jobs:write',
    body: updateJobSchema,
    handle: updateJob,
  }),
];
