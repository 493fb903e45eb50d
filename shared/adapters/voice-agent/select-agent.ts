import { isStreamAgent } from './media-streams/settings';
import type { VoiceAgent } from './voice-agent';

/** The agent that each campaign's settings ask for: one that is reached by websocket, or the scripted one. */
export const createSelectedAgent = (agents: { scripted: VoiceAgent; stream: VoiceAgent }): VoiceAgent => ({
  name: 'selected',
  needsText: (settings) => !isStreamAgent(settings),
  callSidOf: (call) => (isStreamAgent(call.agent) ? agents.stream.callSidOf?.(call) : undefined),
  connect: async (call) => (isStreamAgent(call.agent) ? agents.stream.connect?.(call) : undefined),
  converse: (leg, context) => agents.scripted.converse(leg, context),
});
