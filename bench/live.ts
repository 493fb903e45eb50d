/**
 * Measures live listening: the delay from the provider's frame to a listener (50 listeners on 10 calls), the lateness of the
 * frames of 20 recorded calls in one worker process, the memory of those calls, and the speed of encoding.
 * Run: `npx tsx bench/live.ts [seconds of each call, 30 by default; 300 for the memory of long calls]`
 */
import { setTimeout as wait } from 'node:timers/promises';
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { WebSocket } from 'ws';
import { createCallWorkerClient } from '../apps/api/live/call-worker-client';
import { createLiveGateway } from '../apps/api/live/gateway';
import { createProcessMedia } from '../apps/worker/media/create-media';
import { createFieldCipher, type FieldCipher } from '../shared/adapters/crypto/field-cipher';
import { createMediaTokens } from '../shared/adapters/media/media-token';
import type { Store } from '../shared/application/store';
import { createMemoryRingLog } from '../shared/adapters/telephony/memory-ring-log';
import { createApiMetrics } from '../shared/adapters/metrics/api-metrics';
import { createRegistry } from '../shared/adapters/metrics/registry';
import { createWorkerMetrics } from '../shared/adapters/metrics/worker-metrics';
import { createSimulatedProvider } from '../shared/adapters/telephony/simulated/provider';
import type { CallLeg } from '../shared/adapters/telephony/telephony';
import { createScriptedAgent } from '../shared/adapters/voice-agent/scripted';
import { workerSettingsSchema } from '../shared/config/settings.schema';
import type { CallSummary } from '../shared/domain/call/call-record';
import { scopes } from '../shared/domain/access/scope';
import { audioChannels, frameMs } from '../shared/domain/audio/format';
import { measureEncoding } from './live/encoding';
import { nodeOptionsOf } from '../tests/support/build';
import { testMasterKey } from '../tests/support/master-keys';

const [calls, monitoredCalls, listeners] = [20, 10, 50];
/** Audio is encrypted, as for every job that is not a test job. */
const benchKey = Buffer.alloc(32, 8);
const cipherOf = (): Promise<FieldCipher> => Promise.resolve(createFieldCipher('job_bench', { key: benchKey }));
const masterKey = testMasterKey;
const logger = pino({ level: 'error' });
/** A clock that both processes share, with sub-millisecond resolution. */
const nowMs = (): number => performance.timeOrigin + performance.now();
const callOf = (n: number) => ({ ID: `call_bench_${n}`, JobID: `job_${n}`, OrgID: 'org', CampaignID: 'campaign' });

interface WorkerReport {
  maxLatenessMs: number;
  frames: number;
  lateFrames: number;
  /** The share of one core during the calls. */
  cpuShare: number;
  startMb: number;
  highestMb: number;
}

/** Writes the time of arrival into each frame, and records its lateness. */
function stampFrames(leg: CallLeg, report: WorkerReport): CallLeg {
  let answeredMs = 0;
  leg.onEvent((event) => {
    if (event.type === 'answered') answeredMs = event.atMs;
  });
  // A leg's functions need no `this`.
  return {
    ...leg,
    onAudio: (listener) =>
      leg.onAudio((frame) => {
        const now = nowMs();
        report.frames++;
        const lateMs = now - (answeredMs + frame.startMs + frameMs);
        report.maxLatenessMs = Math.max(report.maxLatenessMs, lateMs);
        if (lateMs > 100) report.lateFrames++;
        frame.pcm.writeDoubleLE(now, 0);
        listener(frame);
      }),
  };
}

/** The worker process: runs, records and serves calls, without Temporal or a database. */
async function runWorker(seconds: number, dataDir: string): Promise<void> {
  const settings = workerSettingsSchema.parse({
    MONGODB_URI: 'mongodb://nowhere',
    OUTDIAL_MASTER_KEY: masterKey,
    OUTDIAL_DATA_DIR: dataDir,
  });
  const { media, start, stop } = createProcessMedia(settings, {
    calls: {
      find: (ID: string) => Promise.resolve({ ID } as CallSummary),
      saveRecordings: () => Promise.resolve(true),
    } as unknown as Store['calls'],
    dataKeys: { of: cipherOf } as unknown as Store['dataKeys'],
    recordings: {
      put: () => Promise.resolve(),
      find: () => Promise.resolve(undefined),
      eraseCall: () => Promise.resolve(),
      close: () => undefined,
    },
    logger,
    metrics: createWorkerMetrics(createRegistry()).recordings,
  });
  await start();
  const provider = createSimulatedProvider({ ringLog: createMemoryRingLog() });
  const report: WorkerReport = { maxLatenessMs: 0, frames: 0, lateFrames: 0, cpuShare: 0, startMb: 0, highestMb: 0 };
  const runCall = async (n: number): Promise<void> => {
    const call = callOf(n);
    const leg = await provider.dial({
      attemptKey: call.ID,
      jobId: call.JobID,
      to: '+14155550123',
      from: '+14155550100',
      ringTimeoutMs: 10_000,
      maxDurationMs: 3_600_000,
      integrations: { simulator: { Scenario: 'conversation_complete', RingSeconds: 1, TalkSeconds: seconds } },
    });
    const monitored = media.attach({ call, leg: stampFrames(leg, report), keep: 'recording' });
    if (n === calls - 1) process.send?.({ address: media.address() });
    const context = {
      jobId: call.JobID,
      callId: call.ID,
      data: {},
      metadata: {},
      agent: {},
      onMessage: () => undefined,
      onCallback: () => undefined,
      onTransfer: () => undefined,
    };
    await createScriptedAgent().converse(leg, context);
    await leg.ended;
    monitored.finish(seconds * 1_000);
  };
  const rssMb = (): number => process.memoryUsage().rss / 1e6;
  const watching = setInterval(() => (report.highestMb = Math.max(report.highestMb, rssMb())), 250);
  const completed = Promise.all(Array.from({ length: calls }, (_, n) => runCall(n)));
  await wait(3_000);
  report.startMb = rssMb();
  const [before, beganMs] = [process.cpuUsage(), performance.now()];
  await completed;
  const { user, system } = process.cpuUsage(before);
  report.cpuShare = (user + system) / 1_000 / (performance.now() - beganMs);
  clearInterval(watching);
  process.send?.({ report });
  await stop();
}

/** The API process: the gateway and its listeners. @returns the delay of every frame, in ms */
async function measureDelays(address: string): Promise<number[]> {
  const record = (ID: string) => ({ ...callOf(0), ID, State: 'active', MediaAddress: address }) as CallSummary;
  const store = {
    auditLog: { record: () => Promise.resolve(), link: () => Promise.resolve() },
    calls: {
      findInJob: ({ callId }: { callId: string }) => Promise.resolve(record(callId)),
      find: () => Promise.resolve(undefined),
    },
  } as unknown as Store;
  const carrier = createCallWorkerClient(createMediaTokens({ OUTDIAL_MASTER_KEY: masterKey }), () => Date.now());
  const limited = { limits: { perCall: 100, perOrganization: 100 }, rateLimits: [] };
  const apiKey = { ID: 'key', OrgID: 'org', Hash: '', Name: 'bench', Scopes: scopes, CreatedMS: 0 };
  const find = () => Promise.resolve(apiKey);
  const apiKeyCache = { find, findByHash: find, invalidate: () => undefined, recordRefusal: () => undefined };
  const metrics = createApiMetrics(createRegistry());
  const gateway = createLiveGateway({
    ...limited,
    store,
    apiKeyCache,
    sessionCache: { find: () => Promise.resolve(undefined), invalidate: () => undefined },
    publicUrl: 'http://127.0.0.1',
    callWorkers: carrier,
    logger,
    metrics,
    nowMs: Date.now,
  });
  const server = createServer();
  gateway.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const delays: number[] = [];
  const closed = Array.from({ length: listeners }, async (_, n) => {
    const { ID, JobID, CampaignID } = callOf(n % monitoredCalls);
    const channel = audioChannels[n % 2] ?? 'bot';
    const path = `/campaigns/${CampaignID}/jobs/${JobID}/calls/${ID}/stream-audio-${channel}`;
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}?apiKey=${'k'.repeat(32)}`);
    socket.on('message', (frame: Buffer) => delays.push(nowMs() - frame.readDoubleLE(0)));
    await new Promise((resolve, reject) => socket.once('close', resolve).once('error', reject));
  });
  await Promise.all(closed);
  await gateway.close();
  await new Promise((resolve) => server.close(resolve));
  return delays;
}

const receiveMessage = <T>(child: ChildProcess, name: string): Promise<T> =>
  new Promise((resolve) =>
    child.on('message', (message: Record<string, T>) => {
      const value = message[name];
      if (value !== undefined) resolve(value);
    }),
  );

function print(facts: Record<string, string>): void {
  for (const [name, value] of Object.entries(facts)) console.log(`${name.padEnd(64)} ${value}`);
}

async function main(): Promise<void> {
  const [role, given] = process.argv.slice(2);
  if (role === 'worker') return runWorker(Number(given), process.argv[4] ?? '');
  const seconds = Number(role ?? 30);
  const dataDir = mkdtempSync(join(tmpdir(), 'outdial-bench-'));
  const execArgv = [...nodeOptionsOf('worker'), '--import', 'tsx'];
  const child = fork(__filename, ['worker', String(seconds), dataDir], { execArgv });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const report = receiveMessage<WorkerReport>(child, 'report');
  const delays = (await measureDelays(await receiveMessage<string>(child, 'address'))).sort(
    (one, other) => one - other,
  );
  const { maxLatenessMs, frames, lateFrames, cpuShare, startMb, highestMb } = await report;
  await ended;
  const at = (share: number): string => `${(delays[Math.floor((delays.length - 1) * share)] ?? 0).toFixed(1)} ms`;
  const speed = await measureEncoding({ dir: join(dataDir, 'encode'), call: callOf(0), key: benchKey, cipherOf });
  rmSync(dataDir, { recursive: true, force: true });
  print({
    [`frames that ${listeners} listeners on ${monitoredCalls} calls received`]: String(delays.length),
    'delay from the provider to a listener: median, p99, maximum': [at(0.5), at(0.99), at(1)].join(', '),
    [`frames of ${calls} recorded calls of ${seconds} s in one process`]: String(frames),
    'maximum lateness of these frames; frames later than 100 ms': `${maxLatenessMs.toFixed(1)} ms; ${lateFrames}`,
    'share of one core': `${(cpuShare * 100).toFixed(0)} %`,
    'memory of the process: at the start of the calls, peak, growth': `${startMb.toFixed(0)}, ${highestMb.toFixed(0)}, ${(highestMb - startMb).toFixed(0)} MB`,
    'encoding of three files, relative to real time': speed.toFixed(0),
  });
}

void main();
