/**
 * Measures calls with voice agents: many at once in one worker process, each with an agent by websocket, a recording and a
 * listener. The agents, the listeners, the API and the servers are other processes of the same machine, so its load counts:
 * it is printed.
 * Run: `npx tsx bench/agents.ts [calls, 50 by default] [seconds, 30 by default]`. Exits with 1 if a target is missed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { testPort } from '../tests/support/ports';
import { until } from '../tests/support/until';
import { forkHelper, type HelperProcess } from './agents/helper-process';
import { compareSamples, sampleWorker } from './agents/worker-metrics';
import { benchKey, openBenchEnv, type BenchEnv } from './job/bench-env';
import type { Measured } from './report';
import { runParts } from './run-parts';

const [calls, seconds] = [Number(process.argv[2] ?? 50), Number(process.argv[3] ?? 30)];

interface Bench {
  env: BenchEnv;
  apiUrl: string;
  bot: HelperProcess;
  agentUrl: string;
  listeners: HelperProcess;
  metricsPort: number;
}

/** Places all calls. @returns the id of their campaign, once each of them is answered and has a listener */
async function placeCalls({ env, apiUrl, bot, agentUrl: url, listeners }: Bench): Promise<string> {
  const campaign = { Name: 'Agents', DefaultCallerID: '+14155550100', JitterSeconds: 0, Agent: { URL: url } };
  const { CampaignID } = (await env.call(`${apiUrl}/campaigns`, 201, campaign)) as { CampaignID: string };
  let listening = 0;
  bot.onEach('started', ({ JobID, CallID }) => {
    const path = `/campaigns/${CampaignID}/jobs/${JobID}/calls/${CallID}/stream-audio-bot`;
    const at = { url: apiUrl.replace('http:', 'ws:') + path, authorization: `Bearer ${benchKey}` };
    // The call's record is active a moment after its agent has started.
    setTimeout(() => listeners.send({ listen: at }), 500);
    listening++;
  });
  const simulator = { Scenario: 'conversation_complete', RingSeconds: 3, TalkSeconds: 60 + seconds };
  const job = { ContactPhoneNumber: '+14155550123', Overrides: { Integrations: { simulator } } };
  for (let n = 0; n < calls; n++) await env.call(`${apiUrl}/campaigns/${CampaignID}/jobs`, 201, job);
  await until(
    () => listening,
    (count) => count === calls,
    60_000,
  );
  return CampaignID;
}

async function endCalls({ env, bot }: Bench, campaignId: string): Promise<number> {
  bot.send('end');
  const jobs = env.service.mongo.db.collection('jobs');
  return until(
    () => jobs.countDocuments({ CampaignID: campaignId, State: 'completed' }),
    (count) => count === calls,
    60_000,
  ).then(() => env.service.mongo.db.collection('calls').countDocuments({ CampaignID: campaignId, State: 'ended' }));
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

async function measure(bench: Bench): Promise<Measured[]> {
  const { bot, listeners, metricsPort } = bench;
  const campaignId = await placeCalls(bench);
  // Until the last listener is connected.
  await wait(3_000);
  listeners.send('reset');
  const before = await sampleWorker(metricsPort);
  await wait(seconds * 1_000);
  const worker = compareSamples(before, await sampleWorker(metricsPort));
  const load = loadavg()[0] ?? NaN;
  const received = listeners.receive('listeners');
  listeners.send('report');
  const heard = await received;
  const ended = await endCalls(bench, campaignId);
  const reported = bot.receive('agents');
  bot.send('report');
  const agents = await reported;
  const added = agents.addedMs.sort((one, other) => one - other);
  const ms = (value: number): string => `${value.toFixed(1)} ms`;
  const expected = calls * 2 * seconds * 50;
  return [
    {
      what: 'frames of recorded calls later than 40 ms',
      value: worker.laterThan(0.04),
      target: { atMost: 0 },
      detail: `of ${worker.frames} (${expected} in ${seconds} s); later than 10, 20, 100 ms: ${[0.01, 0.02, 0.1].map((one) => worker.laterThan(one)).join(', ')}; mean ${ms(worker.meanLateMs)}`,
    },
    {
      what: 'from the first audio of an agent to the contact, p99 in ms',
      value: at(added, 0.99),
      target: { atMost: 60 },
      detail: `${added.length} of ${agents.turns} turns; median ${ms(at(added, 0.5))}, highest ${ms(at(added, 1))}`,
    },
    {
      what: 'calls that ended as planned',
      value: ended,
      target: { atLeast: calls },
      detail: `${heard.listeners} listeners got ${heard.frames} frames; longest gap ${ms(heard.longestGapMs)}`,
    },
    {
      what: 'processor time of the worker, share of one core',
      value: worker.cpuShare,
      detail: `${((worker.cpuShare * 100) / calls).toFixed(2)} % each call; load average of the machine ${load.toFixed(1)}`,
    },
  ];
}

async function run(): Promise<Measured[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'outdial-bench-'));
  const [bot, listeners] = [forkHelper('bot'), forkHelper('listeners')];
  const agentUrl = bot.receive('url');
  const env = await openBenchEnv();
  try {
    const metricsPort = await testPort();
    const api = await env.api();
    await env.worker({
      METRICS_PORT: String(metricsPort),
      OUTDIAL_DATA_DIR: dataDir,
      WORKER_CALL_SLOTS: String(calls),
    });
    return await measure({ env, apiUrl: api.url, bot, agentUrl: await agentUrl, listeners, metricsPort });
  } finally {
    bot.end();
    listeners.end();
    await env.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

runParts([{ name: `${calls} calls with agents`, measure: run }], (text) => console.log(text)).then(
  (succeeded) => process.exit(succeeded ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
