import { createCallRecord, type CallSummary } from '../../shared/domain/call/call-record';
import { createMongo } from '../../shared/adapters/mongo/client';
import { migrate } from '../../shared/adapters/mongo/migrate';
import { createKeys } from '../../shared/adapters/mongo/keys';
import { createStore, type Store } from '../../shared/application/store';
import type { CallAnalysis, LLMMessage } from '../../shared/domain/call/call';
import type { Job } from '../../shared/domain/job/job';
import type { JobState } from '../../shared/domain/job/state';
import { aCampaign, aJob, orgId } from '../../tests/support/builders';
import { testKeys } from '../../tests/support/master-keys';

/** The stores of two processes on one database: each must unwrap the keys that the other created. */
export interface Stores {
  api: Store;
  worker: Store;
  close(): Promise<void>;
}

const campaignId = 'campaign_test';

export async function openStores(uri: string): Promise<Stores> {
  const clients = [0, 1].map(() => createMongo({ MONGODB_URI: uri, MONGODB_DATABASE: 'bench' }));
  const [api, worker] = clients.map(({ db }) => createStore(db, createKeys(db, testKeys)));
  if (api === undefined || worker === undefined || clients[0] === undefined) throw new Error('No stores were created.');
  await migrate(clients[0].db);
  const times = { CreatedMS: 0, UpdatedMS: 0 };
  await api.campaigns.insert({ ID: campaignId, OrgID: orgId, Version: 1, Config: aCampaign(), ...times });
  const close = async (): Promise<void> => {
    await Promise.all(clients.map((client) => client.close()));
  };
  return { api, worker, close };
}

const sentence = 'I can do Thursday at ten, if your technician can get into the cellar by then.';
/** The conversation of a call of about a minute. */
export const conversation: LLMMessage[] = Array.from({ length: 10 }, (_, index) => ({
  role: index % 2 === 0 ? 'assistant' : 'user',
  content: sentence,
  created_at: '2026-01-01T00:00:00.000Z',
  start_ms: index * 6_000,
  end_ms: index * 6_000 + 5_500,
}));
export const analysis: CallAnalysis = {
  CallSummary: 'The contact takes Thursday at ten, and asks for a ring beforehand.',
  ConversationEndReason: 'conversation_complete',
  AskedIfBotOrAI: false,
  Data: { Appointment: '2026-01-08T10:00:00+02:00', Requests: ['ring beforehand'] },
};

/** One step of a job: the store operations of an activity or a request. */
export interface Step {
  name: string;
  act: () => Promise<unknown>;
}

/** Loads the job, applies a transition and publishes its event, like `applyTransition` of the activities. */
async function applyTransition(worker: Store, jobId: string, to: JobState, set: Partial<Job> = {}): Promise<Job> {
  const current = await worker.jobs.load(jobId);
  if (current === undefined) throw new Error(`The job ${jobId} does not exist.`);
  await worker.jobContexts.load(current, Date.now());
  const fromSequence = current.Sequence;
  const updated = await worker.jobTransitions.apply({
    jobId,
    fromSequence,
    to,
    nowMs: Date.now(),
    set,
    current: current,
  });
  const event = { orgId, campaignId, jobId, sequence: updated.Sequence, state: to, eventTimeMs: 1, testJob: false };
  await Promise.all([worker.webhooks.list(orgId), worker.events.recordStates([[event, {}]])]);
  return updated;
}

/** Lists the database steps of a job in order. */
export function jobStepsOf(stores: Stores, { testJob }: { testJob: boolean }): Step[] {
  const { api, worker } = stores;
  const nowMs = Date.now();
  const job = aJob({
    CreatedMS: nowMs,
    Data: { Street: 'Fredrikinkatu 12 A 4', City: 'Helsinki', Contract: 'K-2041-77', Device: 'heat pump' },
    ...(testJob ? { TestJob: true } : {}),
  });
  const call = createCallRecord(job, 1, nowMs);
  const key = { orgId, campaignId, jobId: job.ID };
  const result = { Analysis: analysis, PreviousCallsSummary: analysis.CallSummary, DueMS: undefined };
  return [
    { name: 'created by the API', act: () => api.jobs.insert(job) },
    { name: 'planned', act: () => applyTransition(worker, job.ID, 'scheduled', { NextCallMS: nowMs, DueMS: nowMs }) },
    { name: 'called', act: () => applyTransition(worker, job.ID, 'calling', { CallCount: 1, ActiveCallID: call.ID }) },
    { name: 'attempt written', act: () => worker.calls.claim(call) },
    { name: 'ringing, answered', act: () => markRingingAndAnswered(worker, call.ID) },
    { name: 'messages', act: () => addMessages(worker, call) },
    {
      name: 'call closed',
      act: () =>
        worker.calls.close(call, { state: 'ended', endedMs: nowMs + 60_000, messageCount: conversation.length }),
    },
    { name: 'analyzing', act: () => applyTransition(worker, job.ID, 'analyzing') },
    { name: 'analysis stored', act: () => worker.calls.saveAnalysis(call, analysis) },
    { name: 'completed', act: () => applyTransition(worker, job.ID, 'completed', result) },
    { name: 'read by the API', act: () => Promise.all([api.jobs.find(key), api.calls.listByJob(job.ID)]) },
  ];
}

async function markRingingAndAnswered({ calls }: Store, callId: string): Promise<void> {
  await calls.markRinging(callId, 1);
  await calls.markAnswered(callId, 2);
}

async function addMessages({ calls }: Store, call: CallSummary): Promise<void> {
  for (const [index, message] of conversation.entries()) await calls.addMessage(call, message, index + 1);
}
