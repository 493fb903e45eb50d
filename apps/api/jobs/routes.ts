import {
  jobAnswerSchema,
  jobCreatedSchema,
  jobSchema,
  jobsListSchema,
} from '../../../shared/contracts/job-response.schema';
import { exportedCsvSchema, exportedJobSchema } from '../../../shared/contracts/job-export.schema';
import { listJobsQuerySchema, searchJobsQuerySchema } from '../../../shared/contracts/job-list.schema';
import {
  createJobSchema,
  getJobQuerySchema,
  rescheduleJobSchema,
  updateJobSchema,
  noBodySchema,
} from '../../../shared/contracts/job.schema';
import { route } from '../http/route';
import { rescheduleJob, updateJob } from './update-job';
import { createJob } from './create-job';
import { cancelJob, deleteJob } from './cancel-job';
import { listJobs, searchJobs } from './list-jobs';
import { getJob } from './get-job';

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
      description: 'Stores a job. It is called as soon as its constraints allow.',
      responses: { 201: { description: 'The job is stored.', schema: jobCreatedSchema, headers: ['Location'] } },
      problems: ['campaign_not_found'],
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
        'Up to 100 jobs, oldest first; with `by_time=true` the most recently updated first. For the next page follow `Link`, or give the last ID as `after`. Filters combine: a job must meet all of them. With `Accept: application/x-ndjson` or `text/csv` all the jobs come in one file, with more of each; a file that breaks off ends with the connection cut.',
      responses: {
        200: {
          description: 'A page of jobs, or all of them as a file.',
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
  // Before the job's own path, which would take "search" for an id.
  route({
    method: 'GET',
    path: `${jobs}/search`,
    operation: 'searchJobs',
    doc: {
      tag: 'Jobs',
      summary: 'Search jobs',
      description: 'Finds jobs by their ID or by phone number.',
      responses: { 200: { description: 'Up to 100 jobs, the newest first.', schema: jobsListSchema } },
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
      description: 'The job with its calls, messages, analyses and metrics.',
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
        'Removes recordings, transcripts, Data and everything else that may be personal, in the background. The record of the job stays, with its Metadata. May be repeated in every state.',
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
      description:
        'Makes no further call, and hangs up if one is under way. A job that is canceled already is answered the same.',
      responses: { 202: { description: 'The job will be canceled in a moment.', schema: jobAnswerSchema } },
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
        'Sets the next call of a scheduled job to an instant, whatever its constraints say; only MaxTotalCalls still holds.',
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
        'Replaces Data, Metadata or Constraints of a job that has not ended. With new constraints its next call is planned again at once.',
      responses: { 202: { description: 'The job is updated.', schema: jobAnswerSchema } },
      problems: ['job_not_running', 'engine_unavailable'],
    },
    access: 'jobs:write',
    body: updateJobSchema,
    handle: updateJob,
  }),
];
