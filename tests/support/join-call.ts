/**
 * Joins a call with the agent at the URL that is its argument, and stays in it: the part of a worker that a test kills.
 */
import { createStreamAgent } from '../../shared/adapters/voice-agent/media-streams/agent';
import { createAgentConnector } from '../../shared/adapters/voice-agent/media-streams/connector';
import { plannedCall } from './streamed-call';
import { voiceLeg } from './voice-leg';

async function main(): Promise<void> {
  const agent = createStreamAgent({
    connector: createAgentConnector({ allowedCidrs: ['127.0.0.0/8'], allowedPorts: 'any' }),
    headers: { open: () => Promise.resolve({}) },
  });
  const connected = await agent.connect?.(plannedCall({ URL: process.argv[2] ?? '' }));
  const line = voiceLeg();
  const ignore = (): void => undefined;
  const done = connected?.converse(line.leg, { onMessage: ignore, onCallback: ignore, onTransfer: ignore });
  line.answer();
  await done;
}

void main();
