import { isStreamAgent } from './media-streams/settings';
import type { VoiceAgent } from './voice-agent';

interface Agents {
  scripted: VoiceAgent;
  stream: VoiceAgent;
  /** The websocket of the agent of campaigns that name none. Without it they speak their script. */
  defaultUrl?: string | undefined;
}

/** The agent that each campaign's settings ask for: one that is reached by websocket, or the scripted one. */
export function createSelectedAgent({ scripted, stream, defaultUrl }: Agents): VoiceAgent {
  const toSettings = (agent: Record<string, unknown>): Record<string, unknown> =>
    isStreamAgent(agent) || defaultUrl === undefined ? agent : { URL: defaultUrl };
  return {
    name: 'selected',
    needsText: (settings) => !isStreamAgent(toSettings(settings)),
    callSidOf: ({ agent, callId }) => {
      const settings = toSettings(agent);
      return isStreamAgent(settings) ? stream.callSidOf?.({ agent: settings, callId }) : undefined;
    },
    connect: async (call) => {
      const agent = toSettings(call.agent);
      return isStreamAgent(agent) ? stream.connect?.({ ...call, agent }) : undefined;
    },
    converse: (leg, context) => scripted.converse(leg, context),
  };
}
