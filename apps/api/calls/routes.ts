import { callStoppedSchema } from '../../../shared/contracts/call-response.schema';
import { stopCallSchema } from '../../../shared/contracts/job.schema';
import { route } from '../http/route';
import { stopCall } from './stop-call';

export const callRoutes = [
  route({
    method: 'POST',
    path: '/campaigns/:campaignID/jobs/:jobID/calls/:callID/stop',
    operation: 'stopCall',
    doc: {
      tag: 'Calls',
      summary: 'Stop a call',
      description: 'Hangs up. The job continues as after any other call.',
      responses: { 202: { description: 'The call is being ended.', schema: callStoppedSchema } },
      problems: ['call_not_active'],
    },
    access: 'calls:stop',
    body: stopCallSchema,
    handle: stopCall,
  }),
];
