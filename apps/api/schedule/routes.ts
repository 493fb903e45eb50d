import { createJobSchema } from '../../../shared/contracts/job.schema';
import { scheduleExplanationSchema } from '../../../shared/contracts/schedule-response.schema';
import { schedulePreviewQuerySchema, scheduleQuerySchema } from '../../../shared/contracts/schedule.schema';
import { route } from '../http/route';
import { explainJob } from './explain-job';
import { previewSchedule } from './preview-schedule';

export const scheduleRoutes = [
  route({
    method: 'GET',
    path: '/campaigns/:campaignID/jobs/:jobID/schedule',
    operation: 'getSchedule',
    doc: {
      tag: 'Scheduling',
      summary: 'Explain a schedule',
      description:
        'Explains gate by gate why the next call has not been placed yet and when it will be, and forecasts later calls under the assumption that each ends as given by `assume`.',
      responses: { 200: { description: 'The explanation.', schema: scheduleExplanationSchema } },
    },
    access: 'jobs:read',
    query: scheduleQuerySchema,
    handle: explainJob,
  }),
  route({
    method: 'POST',
    path: '/campaigns/:campaignID/schedule-preview',
    operation: 'previewSchedule',
    doc: {
      tag: 'Scheduling',
      summary: 'Preview a schedule',
      description:
        'Shows when a job would be called if it were created now or at `now_ms`. Validates like the creation of a job; stores nothing.',
      responses: { 200: { description: 'The explanation.', schema: scheduleExplanationSchema } },
      problems: ['organization_blocked', 'campaign_blocked', 'campaign_state'],
    },
    access: 'jobs:read',
    body: createJobSchema,
    query: schedulePreviewQuerySchema,
    handle: previewSchedule,
  }),
];
