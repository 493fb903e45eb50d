import { createStreamAgent } from '../../shared/adapters/voice-agent/media-streams/agent';
import { createAgentConnector } from '../../shared/adapters/voice-agent/media-streams/connector';
import { streamLimits } from '../../shared/adapters/voice-agent/media-streams/protocol';
import type { AgentReport } from '../../shared/domain/call/agent-report';
import type { LLMMessage } from '../../shared/domain/call/call';
import { startBot, type Bot, type BotOptions } from './agent-bot';
import { voiceLeg } from './voice-leg';

/** Instead of minutes of speech. */
export const smallBurst = 2 * streamLimits.pendingMarks;

export const plannedCall = (agent: Record<string, unknown>) => ({
  orgId: 'org_1',
  jobId: 'job_1',
  callId: 'call_1',
  contactName: 'Ann',
  from: '+14155550100',
  to: '+14155550123',
  data: { FirstName: 'Ann' },
  metadata: { Source: 'test' },
  previousCallsSummary: 'Busy yesterday.',
  speechToText: { deepgram: { options: { language: 'en' } } },
  agent,
});

const bots: Bot[] = [];
/** Closes every bot that was started here. */
export async function closeBots(): Promise<void> {
  for (const bot of bots.splice(0)) await bot.close();
}

export const agentOf = (pingIntervalMs?: number) =>
  createStreamAgent({
    connector: createAgentConnector({
      allowedCidrs: ['127.0.0.0/8'],
      allowedPorts: 'any',
      peer: { pingIntervalMs, messageBurst: smallBurst },
    }),
    headers: { open: () => Promise.resolve({ authorization: 'Bearer secret' }) },
  });

export async function openBot(options: BotOptions = {}): Promise<Bot> {
  const bot = await startBot(options);
  bots.push(bot);
  return bot;
}

/** Connects to a bot and joins a call that is not answered yet. */
export async function join(
  options: BotOptions = {},
  settings: Record<string, unknown> = {},
  { pingIntervalMs, onReport }: { pingIntervalMs?: number; onReport?: (report: AgentReport) => void } = {},
) {
  const bot = await openBot(options);
  const connected = await agentOf(pingIntervalMs).connect?.(plannedCall({ URL: bot.url, ...settings }));
  if (connected === undefined) throw new Error('The agent is reached by websocket.');
  const line = voiceLeg();
  const messages: LLMMessage[] = [];
  const reports: AgentReport[] = [];
  const requests: unknown[] = [];
  const done = connected
    .converse(line.leg, {
      onMessage: (message) => messages.push(message),
      onReport: onReport ?? ((report) => reports.push(report)),
      onCallback: (atMs) => requests.push(atMs),
      onTransfer: (request) => requests.push(request),
    })
    .then(
      () => 'done' as const,
      // As the caller does.
      (error: unknown) => {
        line.finish('assistant_hung_up');
        return (error as Error).message;
      },
    );
  return { bot, line, messages, reports, requests, done, connection: await bot.connected() };
}

/** As {@link join}, and the contact has answered. */
export async function talk(
  options: BotOptions = {},
  settings: Record<string, unknown> = {},
  onReport?: (report: AgentReport) => void,
) {
  const joined = await join(options, settings, { ...(onReport && { onReport }) });
  joined.line.answer();
  await joined.connection.next('start');
  return joined;
}
