import { sampleRates, type AudioChannel } from '../../../shared/domain/audio/format';
import { ProblemError } from '../http/problem';
import { keyQuerySchema } from '../http/query-key';
import { route } from '../http/route';
import { audioPath } from './audio-path';

/** Answers requests for audio that are not websocket handshakes. */
const createAudioRoute = (channel: AudioChannel) =>
  route({
    method: 'GET',
    path: audioPath(channel),
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
    query: keyQuerySchema,
    handle: async ({ params, orgId }, { store }) => {
      const key = { orgId, campaignId: params.campaignID, jobId: params.jobID, callId: params.callID };
      if (!(await store.calls.findInJob(key))) throw new ProblemError('call_not_found');
      throw new ProblemError('upgrade_required', {
        detail: 'Connect to this path with a websocket.',
        headers: { Upgrade: 'websocket', Connection: 'Upgrade' },
      });
    },
  });

export const liveRoutes = [createAudioRoute('bot'), createAudioRoute('user')];
