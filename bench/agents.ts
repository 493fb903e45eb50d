/**
 * Measures calls with voice agents: many at once in one worker process, each with an agent by websocket, a recording and a
 * listener. The agents, the listeners, the phones, the API and the servers are other processes of the same machine, so its load counts:
 * it is printed. What the machine alone makes late is measured by a control, a bare process that sends the same packets.
 * Run: `npx tsx bench/agents.ts [calls, 50 by default] [seconds, 30 by default] [--line sip]`. Exits with 1 if a target is missed.
 */
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { benchLines, withAgentsBench, type AgentsBench } from './agents/environment';
import { describeLateness, missedMs, missedOf, type LatenessReport } from './agents/lateness';
import { endCalls, placeCalls } from './agents/place-calls';
import { measureSetUp } from './agents/set-up';
import { compareSamples, sampleWorker } from './agents/worker-metrics';
import type { Measured } from './report';
import { runParts } from './run-parts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { line: { type: 'string', default: 'simulated' } },
});
const [calls, seconds] = [Number(positionals[0] ?? 50), Number(positionals[1] ?? 30)];
const line = benchLines.find((known) => known === values.line);
if (line === undefined) throw new RangeError(`The line is one of ${benchLines.join(', ')}, not ${values.line}.`);

/** Until the last listener is connected. */
const settleMs = 3_000;

const at = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
};
const ms = (value: number): string => `${value.toFixed(1)} ms`;

/** A process of ours should miss no more frames than the bare one, as shares of what each has sent. */
const noMoreThan = (control: LatenessReport, frames: number): { atMost: number } => ({
  atMost: Math.round((missedOf(control) * frames) / control.frames),
});

async function measureLoad(bench: AgentsBench, { apiUrl, metricsPort }: { apiUrl: string; metricsPort: number }) {
  const { bot, listeners, phones, control, ports } = bench;
  control.send({ sendTo: ports.control });
  const campaignId = await placeCalls(bench, apiUrl);
  await wait(settleMs);
  for (const helper of [bot, listeners, phones, control]) helper.send('reset');
  const before = await sampleWorker(metricsPort);
  await wait(seconds * 1_000);
  const worker = compareSamples(before, await sampleWorker(metricsPort));
  const load = loadavg()[0] ?? NaN;
  const reports = Promise.all([listeners.receive('listeners'), phones.receive('phones'), control.receive('control')]);
  for (const helper of [listeners, phones, control]) helper.send('report');
  const [heard, atPhones, bare] = await reports;
  const ended = await endCalls(bench, campaignId);
  const reported = bot.receive('agents');
  bot.send('report');
  return { worker, load, heard, atPhones, bare, ended, agents: await reported };
}

type Load = Awaited<ReturnType<typeof measureLoad>>;

const recordedRows = ({ worker, bare }: Load): Measured[] => [
  {
    what: `frames of recorded calls later than ${missedMs} ms`,
    value: worker.laterThan(0.04),
    target: noMoreThan(bare, worker.frames),
    detail: `of ${worker.frames} (${calls * 2 * seconds * 50} in ${seconds} s); later than 10, 20, 100 ms: ${[0.01, 0.02, 0.1].map((one) => worker.laterThan(one)).join(', ')}; mean ${ms(worker.meanLateMs)}`,
  },
  { what: 'the same of a bare process that sends as many', value: missedOf(bare), detail: describeLateness(bare) },
];

const phoneRows = ({ atPhones: { lateness, controlLateness, lost, calls: answered } }: Load): Measured[] => {
  const afterAnswer = answered.flatMap(({ heardAfterMs }) => heardAfterMs ?? []);
  return [
    {
      what: `packets later than ${missedMs} ms at the phones`,
      value: missedOf(lateness),
      target: noMoreThan(controlLateness, lateness.frames),
      detail: describeLateness(lateness),
    },
    {
      what: 'the same of a bare process that sends as many',
      value: missedOf(controlLateness),
      detail: describeLateness(controlLateness),
    },
    { what: 'packets that were lost', value: lost, target: { atMost: 0 }, detail: 'by their sequence numbers' },
    {
      what: 'from the answer of a phone to the first packet, median in ms',
      value: at(afterAnswer, 0.5),
      detail: `while all calls are placed at once; highest ${ms(at(afterAnswer, 1))}`,
    },
  ];
};

const commonRows = ({ worker, load, heard, ended, agents }: Load): Measured[] => [
  {
    what: 'from the first audio of an agent to the contact, p99 in ms',
    value: at(agents.addedMs, 0.99),
    target: { atMost: 60 },
    detail: `${agents.addedMs.length} of ${agents.turns} turns; median ${ms(at(agents.addedMs, 0.5))}, highest ${ms(at(agents.addedMs, 1))}`,
  },
  {
    what: 'the same in the seconds in which all calls are placed at once',
    value: at(agents.settlingMs, 0.99),
    detail: `${agents.settlingMs.length} turns; median ${ms(at(agents.settlingMs, 0.5))}`,
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
    detail: `${((worker.cpuShare * 100) / calls).toFixed(2)} % each call, ${worker.cpuPerFrameUs.toFixed(0)} µs each frame of one side; load average of the machine ${load.toFixed(1)}`,
  },
  {
    what: 'longest delay of the event loop of the worker, in ms',
    value: worker.longestDelayMs,
    detail: `p99 ${ms(worker.delayP99Ms)}; ${worker.collections} collections of garbage took ${ms(worker.collectingMs)}, ${worker.longCollections} of them over 10 ms`,
  },
];

async function run(): Promise<Measured[]> {
  return withAgentsBench({ line: line!, calls }, async (bench) => {
    const addedMs = line === 'sip' ? await measureSetUp(bench.env, bench.phones, bench.ports.sip) : [];
    const load = await measureLoad(bench, await bench.startService());
    const setUp: Measured = {
      what: 'added to the set-up of a call, median in ms',
      value: at(addedMs, 0.5),
      target: { atMost: 20 },
      detail: `${addedMs.length} calls one after the other, dial to answer without the phone's own delay; highest ${ms(at(addedMs, 1))}`,
    };
    return line === 'sip'
      ? [...phoneRows(load), setUp, ...commonRows(load)]
      : [...recordedRows(load), ...commonRows(load)];
  });
}

runParts([{ name: `${calls} calls with agents over the line ${line}`, measure: run }], (text) =>
  console.log(text),
).then(
  (succeeded) => process.exit(succeeded ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
