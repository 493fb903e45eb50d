import {
  createJobSchema,
  getJobQuerySchema,
  listJobsQuerySchema,
  rescheduleJobSchema,
  searchJobsQuerySchema,
  updateJobSchema,
  noBodySchema,
} from '../../../shared/contracts/job.schema';
import { route } from '../routing/route';
import { rescheduleJob, updateJob } from './change-job';
import { createJob } from './create-job';
import { cancelJob, deleteJob } from './end-job';
import { getJob, listJobs, searchJobs } from './read-jobs';

const jobs = '/campaigns/:campaignID/jobs';
const job = `${jobs}/:jobID` as const;

export const jobRoutes = [
  route({
    method: 'POST',
    path: jobs,
    operation: 'createJob',
    access: 'jobs:write',
    body: createJobSchema,
    handle: createJob,
  }),
  route({
    method: 'GET',
    path: jobs,
    operation: 'listJobs',
    access: 'jobs:read',
    query: listJobsQuerySchema,
    handle: listJobs,
  }),
  // Before the job's own path, which would take "search" for an id.
  route({
    method: 'GET',
    path: `${jobs}/search`,
    operation: 'searchJobs',
    access: 'jobs:read',
    query: searchJobsQuerySchema,
    handle: searchJobs,
  }),
  route({
    method: 'GET',
    path: job,
    operation: 'getJob',
    access: 'jobs:read',
    query: getJobQuerySchema,
    handle: getJob,
  }),
  route({ method: 'DELETE', path: job, operation: 'deleteJob', access: 'pii:delete', handle: deleteJob }),
  route({
    method: 'POST',
    path: `${job}/cancel`,
    operation: 'cancelJob',
    access: 'jobs:write',
    body: noBodySchema,
    handle: cancelJob,
  }),
  route({
    method: 'POST',
    path: `${job}/reschedule`,
    operation: 'rescheduleJob',
    access: 'jobs:write',
    body: rescheduleJobSchema,
    handle: rescheduleJob,
  }),
  route({
    method: 'POST',
    path: `${job}/update`,
    operation: 'updateJob',
    access: 'jobs:write',
    body: updateJobSchema,
    handle: updateJob,
  }),
];
