import { callStoppedSchema } from '../../../shared/contracts/call-response.schema';
import { z } from 'zod';
import { stopCallSchema } from '../../../shared/contracts/job.schema';
import { sampleRates, type AudioChannel } from '../../../shared/domain/audio/format';
import type { CallRecord } from '../../../shared/domain/call/call-record';
import { entitiesToRedact } from '../../../shared/domain/job/redaction';
import { audit } from '../audit/audit';
import type { ApiDeps } from '../http/deps';
import { ProblemError } from '../http/problem';
import { route } from '../http/route';

const queryKey = z.strictObject({ apiKey: z.string().optional() });

/** Answers requests for audio that are not websocket handshakes. */
const createAudioRoute = (channel: AudioChannel) =>
  route({
    method: 'GET',
    path: `/campaigns/:campaignID/jobs/:jobID/calls/:callID/stream-audio-${channel}`,
    operation: channel === 'bot' ? 'listenToBot' : 'listenToUser',
    doc: {
      tag: 'Calls',
      summary: channel === 'bot' ? 'Listen to the assistant' : 'Listen to the contact',
      description: `A websocket that sends the live audio of an active call as binary messages: raw PCM, 16-bit little-endian, mono, ${
        sampleRates[channel]
      } Hz, about 20 ms each. It closes with 1000 when the call ends.`,
      responses: { 101: { description: 'The audio follows.' } },
      problems: ['call_not_active', 'audio_unavailable', 'upgrade_required'],
    },
    access: 'calls:listen',
    query: queryKey,
    handle: async ({ params, orgId }, { store }) => {
      const key = { orgId, campaignId: params.campaignID, jobId: params.jobID, callId: params.callID };
      if (!(await store.calls.findInJob(key))) throw new ProblemError('call_not_found');
      throw new ProblemError('upgrade_required', {
        detail: 'Connect to this path with a websocket.',
        headers: { Upgrade: 'websocket', Connection: 'Upgrade' },
      });
    },
  });

/** Redacts a reason before it is stored with the call, by the rules for the call's messages. */
async function redactReason(reason: string, call: CallRecord, { store, redactor, nowMs }: ApiDeps): Promise<string> {
  const job = await store.jobs.find({ orgId: call.OrgID, campaignId: call.CampaignID, jobId: call.JobID });
  if (!job) return reason;
  const { overrides } = await store.jobContexts.load(job, nowMs());
  const contact = { name: job.ContactName, phoneNumber: job.PhoneNumber };
  return redactor.forContact(contact, entitiesToRedact(overrides, job.TestJob)).redactText(reason);
}
const callEnded = () => new ProblemError('call_not_active', { detail: 'The call has ended.' });

export const callRoutes = [
  createAudioRoute('bot'),
  createAudioRoute('user'),
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
    handle: async (request, deps) => {
      const { params, body, orgId } = request;
      const { store, callWorkers: carrier, logger, nowMs } = deps;
      const key = { orgId, campaignId: params.campaignID, jobId: params.jobID, callId: params.callID };
      const call = await store.calls.findInJob(key);
      if (!call) throw new ProblemError('call_not_found');
      if (call.State !== 'creating' && call.State !== 'active') throw callEnded();
      const target = { CampaignID: call.CampaignID, JobID: call.JobID, CallID: call.ID };
      await audit(request, { Action: 'call.stopped', ...target }, deps);
      const reason = body.Reason === undefined ? undefined : await redactReason(body.Reason, call, deps);
      const stopped = await store.calls.requestStop(call, nowMs(), reason);
      if (!stopped) throw callEnded();
      // Best effort: the worker also polls its call record twice a second.
      carrier
        .hangUp(stopped)
        .catch((error: unknown) => logger.debug({ callId: call.ID, err: error }, 'call.stop_not_pushed'));
      return { status: 202, body: { CallID: stopped.ID, State: stopped.State } };
    },
  }),
];
