import { createJobSchema } from '../../../shared/contracts/job.schema';
import { schedulePreviewQuerySchema, scheduleQuerySchema } from '../../../shared/contracts/schedule.schema';
import { route } from '../routing/route';
import { explainJob } from './explain-job';
import { previewSchedule } from './preview';

export const scheduleRoutes = [
  route({
    method: 'GET',
    path: '/campaigns/:campaignID/jobs/:jobID/schedule',
    operation: 'getSchedule',
    access: 'jobs:read',
    query: scheduleQuerySchema,
    handle: explainJob,
  }),
  route({
    method: 'POST',
    path: '/campaigns/:campaignID/schedule-preview',
    operation: 'previewSchedule',
    access: 'jobs:read',
    body: createJobSchema,
    query: schedulePreviewQuerySchema,
    handle: previewSchedule,
  }),
];
