import { until } from '../../tests/support/until';
import { benchKey } from '../job/bench-env';
import type { AgentsBench } from './environment';

/** A call's record is active a moment after its agent has started. */
const listenAfterMs = 500;
const withinMs = 60_000;
/** The calls last longer than they are measured: they end when their agents say so. */
const talkSeconds = 600;

/** Places all calls. @returns the id of their campaign, once each of them is answered and has a listener */
export async function placeCalls(bench: AgentsBench, apiUrl: string): Promise<string> {
  const { env, calls, bot, listeners, agentUrl } = bench;
  const campaign = { Name: 'Agents', DefaultCallerID: '+14155550100', JitterSeconds: 0, Agent: { URL: agentUrl } };
  const { CampaignID } = (await env.call(`${apiUrl}/campaigns`, 201, campaign)) as { CampaignID: string };
  let listening = 0;
  bot.onEach('started', ({ JobID, CallID }) => {
    const path = `/campaigns/${CampaignID}/jobs/${JobID}/calls/${CallID}/stream-audio-bot`;
    const at = { url: apiUrl.replace('http:', 'ws:') + path, authorization: `Bearer ${benchKey}` };
    setTimeout(() => listeners.send({ listen: at }), listenAfterMs);
    listening++;
  });
  for (let n = 0; n < calls; n++) await env.call(`${apiUrl}/campaigns/${CampaignID}/jobs`, 201, jobOf(bench));
  await until(
    () => listening,
    (count) => count === calls,
    withinMs,
  );
  return CampaignID;
}

function jobOf({ line }: AgentsBench): object {
  const simulator = { Scenario: 'conversation_complete', RingSeconds: 3, TalkSeconds: talkSeconds };
  return {
    ContactPhoneNumber: '+14155550123',
    ...(line === 'simulated' && { Overrides: { Integrations: { simulator } } }),
  };
}

/** Lets the agents end their calls. @returns how many of them ended as planned */
export async function endCalls({ env, calls, bot }: AgentsBench, campaignId: string): Promise<number> {
  bot.send('end');
  const { db } = env.service.mongo;
  await until(
    () => db.collection('jobs').countDocuments({ CampaignID: campaignId, State: 'completed' }),
    (count) => count === calls,
    withinMs,
  );
  return db.collection('calls').countDocuments({ CampaignID: campaignId, State: 'ended' });
}
