import { createSelectedAgent } from '../../../../shared/adapters/voice-agent/select-agent';
import type { PlannedCall, VoiceAgent } from '../../../../shared/adapters/voice-agent/voice-agent';

const ids = { jobId: 'job_1', callId: 'call_1', orgId: 'org_1', from: '+14155550100', to: '+14155550123' };
const callWith = (agent: Record<string, unknown>): PlannedCall => ({ ...ids, data: {}, metadata: {}, agent });

/** Agents that note with which settings they are connected. */
function createAgents(defaultUrl?: string) {
  const connectedTo: Record<string, unknown>[] = [];
  const converse = (): Promise<void> => Promise.resolve();
  const scripted: VoiceAgent = { name: 'scripted', converse };
  const stream: VoiceAgent = {
    name: 'stream',
    converse,
    callSidOf: ({ agent }) => String(agent['URL']),
    connect: ({ agent }) => {
      connectedTo.push(agent);
      return Promise.resolve(undefined);
    },
  };
  return { agent: createSelectedAgent({ scripted, stream, ...(defaultUrl && { defaultUrl }) }), connectedTo };
}

describe('the agent of a call', () => {
  const byDefault = 'wss://agents.example.com/default';
  const own = { URL: 'wss://agents.example.com/own', Headers: { Authorization: 'masked' } };
  const script = { Greeting: 'Hello.', Headers: { Authorization: 'of another origin' } };

  it('is the one that its campaign names, whatever the default is', async () => {
    for (const url of [undefined, byDefault]) {
      const { agent, connectedTo } = createAgents(url);
      await agent.connect?.(callWith(own));
      expect(connectedTo).toEqual([own]);
      expect(agent.needsText?.(own)).toBe(false);
    }
  });

  it('is the default of the installation if its campaign names none, which gets nothing of its script', async () => {
    const { agent, connectedTo } = createAgents(byDefault);
    await agent.connect?.(callWith(script));
    expect(connectedTo).toEqual([{ URL: byDefault }]);
    expect(agent.needsText?.(script)).toBe(false);
    expect(agent.callSidOf?.(callWith(script))).toBe(byDefault);
  });

  it('speaks the script of its campaign if there is no default', async () => {
    const { agent, connectedTo } = createAgents();
    expect(await agent.connect?.(callWith(script))).toBeUndefined();
    expect(connectedTo).toEqual([]);
    expect(agent.needsText?.(script)).toBe(true);
    expect(agent.callSidOf?.(callWith(script))).toBeUndefined();
  });
});
