import { callStoppedSchema } from '../../../shared/contracts/call-response.schema';
import { stopCallSchema } from '../../../shared/contracts/job.schema';
import { listCallsQuerySchema, runningCallsSchema } from '../../../shared/contracts/running-call.schema';
import { twilioCallSchema, updateTwilioCallSchema } from '../../../shared/contracts/twilio-call.schema';
import { route } from '../http/route';
import { listCalls } from './list-calls';
import { stopCall } from './stop-call';
import { updateTwilioCall } from './update-twilio-call';

export const callRoutes = [
  route({
    method: 'GET',
    path: '/calls',
    operation: 'listCalls',
    doc: {
      tag: 'Calls',
      summary: 'List running calls',
      description:
        'Returns up to 100 calls whose end is not recorded yet, over all campaigns that the key may access. For the next page, follow `Link` or pass `NextAfter` as `after`.',
      responses: { 200: { description: 'A page of calls.', schema: runningCallsSchema, headers: ['Link'] } },
    },
    access: 'jobs:read',
    campaignScoped: true,
    query: listCallsQuerySchema,
    handle: listCalls,
  }),
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
  route({
    method: 'POST',
    path: '/2010-04-01/Accounts/:accountSID/Calls/:callSID.json',
    operation: 'updateTwilioCall',
    doc: {
      tag: 'Calls',
      summary: 'Hang up as with Twilio',
      description:
        'For voice agents that were made for Twilio and hang up by its REST API. With basic authentication the user is the id of the organization, and the password an API key.',
      responses: { 200: { description: 'The call is being ended, or has ended.', schema: twilioCallSchema } },
      problems: ['call_not_found'],
    },
    access: 'calls:stop',
    campaignScoped: true,
    basicAuth: true,
    form: true,
    body: updateTwilioCallSchema,
    handle: updateTwilioCall,
  }),
];
