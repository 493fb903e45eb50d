import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BSON } from 'mongodb';
import { pino } from 'pino';
import { createProcessMedia, type ProcessMedia } from '../../../apps/worker/media/create-media';
import { createKeys } from '../../../shared/adapters/mongo/keys';
import { createStore } from '../../../shared/application/store';
import { createRecordingMetrics } from '../../../shared/adapters/metrics/recording-metrics';
import { createRegistry } from '../../../shared/adapters/metrics/registry';
import { createGridFsRecordingStore } from '../../../shared/adapters/recordings/gridfs';
import { createSealedRecordingStore } from '../../../shared/adapters/recordings/sealed';
import { workerSettingsSchema } from '../../../shared/config/settings.schema';
import type { LLMMessage } from '../../../shared/domain/call/call';
import type { Job } from '../../../shared/domain/job/job';
import { renderFrame } from '../../../shared/adapters/telephony/simulated/audio';
import type { CallLeg } from '../../../shared/adapters/telephony/telephony';
import { createCallRecord, type CallSummary } from '../../../shared/domain/call/call-record';
import type { InCallEvent } from '../../../shared/domain/call/in-call-event';
import { aJob, orgId, seededName, seededNumber } from '../../support/builders';
import { until } from '../../support/until';
import { openTestStore, type TestStore } from '../../support/worker';
import { testMasterKey } from '../../support/master-keys';

export const seeds = [
  seededNumber,
  seededName,
  'seed-data',
  'seed-said',
  'seed-found',
  'seed-output',
  'seed-stop',
  'seed-error',
  'seed-transfer',
  'seed-note',
];
export const message: LLMMessage = {
  role: 'user',
  content: 'seed-said',
  created_at: '2026-01-01T00:00:00Z',
  start_ms: 0,
};
const analysis = {
  CallSummary: 'seed-found',
  Data: {},
  ConversationEndReason: 'conversation_complete',
  AskedIfBotOrAI: false,
} as const;

export let opened: TestStore;
let media: ProcessMedia;
const folder = mkdtempSync(join(tmpdir(), 'outdial-at-rest-'));
/** Starts the environment before the first test of a file, and stops it after the last. */
export function useAtRestEnv(): void {
  jest.setTimeout(60_000);
  beforeAll(async () => {
    opened = await openTestStore();
    const settings = workerSettingsSchema.parse({
      MONGODB_URI: 'mongodb://unused',
      OUTDIAL_MASTER_KEY: testMasterKey,
      OUTDIAL_DATA_DIR: folder,
    });
    media = createProcessMedia(settings, {
      calls: opened.store.calls,
      recordings: createSealedRecordingStore(createGridFsRecordingStore(opened.mongo.db), opened.keys.dataKeys),
      dataKeys: opened.keys.dataKeys,
      logger: pino({ level: 'silent' }),
      metrics: createRecordingMetrics(createRegistry()),
    });
    await media.start();
  });
  afterAll(async () => {
    await media.stop();
    await opened.drop();
    rmSync(folder, { recursive: true, force: true });
  });
}

/** Every byte of every document in the database. */
export async function dumpDatabase(): Promise<Buffer> {
  const documents: Buffer[] = [];
  for (const { name } of await opened.mongo.db.listCollections().toArray()) {
    for (const document of await opened.mongo.db.collection(name).find().toArray())
      documents.push(Buffer.from(BSON.serialize(document)));
  }
  return Buffer.concat(documents);
}

/** Records two seconds of both sides. */
async function recordAudio(call: CallSummary): Promise<void> {
  let emit: ((frame: Parameters<Parameters<CallLeg['onAudio']>[0]>[0]) => void) | undefined;
  const leg = {
    onEvent: () => () => undefined,
    onAudio: (listener: typeof emit) => {
      emit = listener;
      return () => undefined;
    },
  } as unknown as CallLeg;
  // The leg implements only what the recorder uses.
  const attached = media.media.attach({ call, leg, keep: 'recording' });
  for (let startMs = 0; startMs < 2_000; startMs += 20) {
    for (const channel of ['bot', 'user'] as const)
      emit?.({
        channel,
        startMs,
        pcm: renderFrame({ seed: 's', channel, startMs, speech: [{ channel, startMs: 0, endMs: 2_000 }] }),
      });
  }
  attached.finish(2_000);
  await until(
    () => opened.store.calls.find(call.ID),
    (found) => found?.Recordings !== undefined,
    40_000,
  );
}

const callEvents: InCallEvent[] = [
  { Type: 'keys_received', AtMS: 4, Keys: '5829' },
  { Type: 'transfer_requested', AtMS: 4, To: 'seed-transfer', Note: 'seed-note' },
];

/** Runs a job to its end, with personal data in every field that can hold some. */
export async function runJobToEnd(fields: Partial<Job> = {}): Promise<{ job: Job; call: CallSummary }> {
  const { store } = opened;
  const job = aJob({ CreatedMS: 1, Data: { a: 'seed-data' }, ...fields });
  await store.jobs.insert(job);
  await store.jobTransitions.apply({ jobId: job.ID, fromSequence: 1, to: 'scheduled', nowMs: 2 });
  const CallCount = 1;
  const call = createCallRecord(job, CallCount, 3);
  const set = { CallCount, ActiveCallID: call.ID };
  await store.jobTransitions.apply({ jobId: job.ID, fromSequence: 2, to: 'calling', nowMs: 3, set });
  await store.calls.claim(call);
  await store.calls.addMessage(call, message, 1);
  // A repeated write, as after a timeout.
  await store.calls.addMessage(call, message, 1);
  await store.calls.addMessage(call, { ...message, start_ms: 100 }, 2);
  await store.calls.requestStop(call, 4, { reason: 'seed-stop' });
  await store.calls.saveEvents(call, callEvents.slice(0, 1));
  await store.calls.close(call, { state: 'failed', endedMs: 5, error: 'seed-error', events: callEvents });
  await recordAudio(call);
  await store.calls.saveAnalysis(call, analysis);
  await store.jobTransitions.apply({ jobId: job.ID, fromSequence: 3, to: 'analyzing', nowMs: 6 });
  const found = { Analysis: analysis, OutputData: { b: 'seed-output' }, PreviousCallsSummary: 'seed-found' };
  await store.jobTransitions.apply({ jobId: job.ID, fromSequence: 4, to: 'completed', nowMs: 7, set: found });
  return { job, call };
}

export const expectReadable = async (
  store: typeof opened.store,
  { job, call }: { job: Job; call: CallSummary },
): Promise<void> => {
  const { PhoneNumber, ContactName, Data, Overrides } = job;
  const found = { Analysis: analysis, OutputData: { b: 'seed-output' }, PreviousCallsSummary: 'seed-found' };
  expect(await store.jobs.load(job.ID)).toMatchObject({
    PhoneNumber,
    ContactName,
    Data,
    Overrides,
    ...found,
  });
  expect(await store.calls.listByJob(job.ID)).toMatchObject([
    {
      ID: call.ID,
      Messages: [message, { ...message, start_ms: 100 }],
      Analysis: analysis,
      StopReason: 'seed-stop',
      Error: 'seed-error',
      Events: callEvents,
    },
  ]);
};

/** The store of a process with these master keys. */
export const storeWith = (OUTDIAL_MASTER_KEY: string, OUTDIAL_PREVIOUS_MASTER_KEYS: string[] = []) => {
  const settings = { OUTDIAL_MASTER_KEY, OUTDIAL_PREVIOUS_MASTER_KEYS };
  const keys = createKeys(opened.mongo.db, settings);
  return { settings, keys, store: createStore(opened.mongo.db, keys) };
};
export const inCampaign = { orgId, campaignId: 'campaign_test' };
