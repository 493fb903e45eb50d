import { stopCallSchema } from '../../../shared/contracts/job.schema';
import { ProblemError } from '../middleware/problem';
import { route } from '../routing/route';

export const callRoutes = [
  route({
    method: 'POST',
    path: '/campaigns/:campaignID/jobs/:jobID/calls/:callID/stop',
    operation: 'stopCall',
    body: stopCallSchema,
    handle: async ({ params, body, orgId }, { store, nowMs }) => {
      const key = { orgId, campaignId: params.campaignID, jobId: params.jobID, callId: params.callID };
      const call = await store.calls.findInJob(key);
      if (!call) throw new ProblemError('call_not_found');
      // The worker that carries the call looks at its record twice a second.
      const stopped = await store.calls.requestStop(call.ID, nowMs(), body.Reason);
      if (!stopped) throw new ProblemError('call_not_active', { detail: 'The call has ended.' });
      return { status: 202, body: { CallID: stopped.ID, State: stopped.State } };
    },
  }),
];
