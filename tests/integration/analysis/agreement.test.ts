import { countReview } from '../../../shared/application/count-review';
import type { Store } from '../../../shared/application/store';
import { newId } from '../../../shared/adapters/ids';
import type { Correction } from '../../../shared/domain/job/analysis';
import type { CallAnalysis } from '../../../shared/domain/call/call';
import { newJob, type Job } from '../../../shared/domain/job/job';
import { openTestStore, type TestStore } from '../../support/worker';

let opened: TestStore;
let store: Store;
beforeAll(async () => {
  opened = await openTestStore();
  ({ store } = opened);
}, 30_000);
afterAll(() => opened.drop());

const [orgId, campaignId] = ['org_1', 'campaign_agreement'];
const keyOf = ({ ID }: Job) => ({ orgId, campaignId, jobId: ID });
const nowMs = Date.now();

async function insertJob(): Promise<Job> {
  const body = { ContactPhoneNumber: '+14155550123', Overrides: {} };
  const job = { ...newJob(body, { id: newId('job'), orgId, campaignId }, nowMs), CallCount: 1 };
  await store.jobs.insert(job);
  return job;
}
const analysisOf = (Data: Record<string, unknown>, SchemaVersion: number): CallAnalysis => ({
  CallSummary: 'They talked.',
  Data,
  ConversationEndReason: 'conversation_complete',
  AskedIfBotOrAI: false,
  Source: { Analyzer: 'openai', SchemaVersion, AnalyzedAt: new Date(nowMs).toISOString(), Calls: 1 },
});

const correctionTo = (Value: unknown): Correction => ({ Value, KeyID: 'key_1', AtMS: nowMs });

/** The same numbers in each run, though what runs at the same time may draw them in another order. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A process that is lost before or after any of its writes. */
function mortal(random: (below: number) => number): Store {
  const lose =
    <Args extends unknown[], Result>(write: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const at = random(6);
      if (at === 0) throw new Error('The process was lost before the write.');
      const result = await write(...args);
      if (at === 1) throw new Error('The process was lost after the write.');
      return result;
    };
  return {
    ...store,
    jobAnalyses: {
      ...store.jobAnalyses,
      beginCount: lose(store.jobAnalyses.beginCount),
      endCount: lose(store.jobAnalyses.endCount),
    },
    agreements: { ...store.agreements, apply: lose(store.agreements.apply) },
  };
}

/** Counts by reading every job. */
async function countAll(jobs: readonly Job[]): Promise<unknown[]> {
  const counts = new Map<string, { schemaVersion: number; name: string; agreed: number; disagreed: number }>();
  for (const { ID } of jobs) {
    const { Analysis, Corrections = {} } = (await store.jobs.load(ID)) ?? {};
    const schemaVersion = Analysis?.Source?.SchemaVersion;
    if (schemaVersion === undefined) continue;
    for (const [name, { Value }] of Object.entries(Corrections)) {
      const key = `${9 - schemaVersion}/${name}`;
      const count = counts.get(key) ?? { schemaVersion, name, agreed: 0, disagreed: 0 };
      counts.set(key, count);
      if ((Analysis?.Data[name] ?? null) === Value) count.agreed++;
      else count.disagreed++;
    }
  }
  return [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, count]) => count);
}

it('equals a full count, although processes that count the same jobs are lost at every step', async () => {
  const random = createRandom(7);
  const jobs = await Promise.all(Array.from({ length: 8 }, insertJob));
  const change = async (): Promise<void> => {
    const job = await store.jobs.load(jobs[random(jobs.length)]!.ID);
    if (job === undefined) return;
    if (random(3) === 0) {
      const Data = { Confirmed: random(2) === 0, 'a.b$': random(2) };
      await store.jobAnalyses.replace(job, analysisOf(Data, 1 + random(2)), nowMs);
    } else {
      const left = Object.entries(job.Corrections ?? {}).filter(() => random(4) > 0);
      const added =
        random(2) === 0 ? { Confirmed: correctionTo(random(2) === 0) } : { 'a.b$': correctionTo(random(2)) };
      await store.jobAnalyses.correct(keyOf(job), job, { ...Object.fromEntries(left), ...added }, nowMs);
    }
    const count = () => countReview(mortal(random), job.ID, nowMs).catch(() => undefined);
    await Promise.all([count(), count()]);
  };
  for (let round = 0; round < 20; round++) await Promise.all([change(), change(), change()]);
  // Whatever was drawn, both versions have corrections of both fields at the end.
  for (const [index, job] of jobs.slice(0, 2).entries()) {
    const load = async (): Promise<Job> => (await store.jobs.load(job.ID)) ?? job;
    await store.jobAnalyses.replace(await load(), analysisOf({ Confirmed: true, 'a.b$': 1 }, 1 + index), nowMs);
    const corrections = { Confirmed: correctionTo(true), 'a.b$': correctionTo(0) };
    await store.jobAnalyses.correct(keyOf(job), await load(), corrections, nowMs);
  }
  // What lost processes left is counted by the next ones.
  await Promise.all(jobs.map(({ ID }) => countReview(store, ID, nowMs)));
  expect(await countAll(jobs)).toHaveLength(4);
  expect(await store.agreements.list(campaignId)).toEqual(await countAll(jobs));
}, 60_000);

it('is not changed by a second writer of the same correction', async () => {
  const job = await insertJob();
  const value: Correction = { Value: true, KeyID: 'key_1', AtMS: nowMs };
  const both = await Promise.all([
    store.jobAnalyses.correct(keyOf(job), job, { Confirmed: value }, nowMs),
    store.jobAnalyses.correct(keyOf(job), job, { Confirmed: { ...value, Value: false } }, nowMs),
  ]);
  expect(both.filter((stored) => stored !== undefined)).toHaveLength(1);
});

it('of a change that was read too long ago is left to the next reading', async () => {
  const changes = [{ schemaVersion: 1, name: 'x', agreed: 1, disagreed: 0 }];
  const late = { id: 'job_late/1', changes, readMs: Date.now() - 60_000 };
  await expect(store.agreements.apply({ campaignId: 'campaign_late', jobId: 'job_late' }, late)).rejects.toThrow(
    /too long/,
  );
  expect(await store.agreements.list('campaign_late')).toEqual([]);
});

it('counts a field whose name is empty', async () => {
  const changes = [{ schemaVersion: 1, name: '', agreed: 1, disagreed: 0 }];
  const of = { campaignId: 'campaign_empty_name', jobId: 'job_1' };
  await store.agreements.apply(of, { id: 'job_1/1', changes, readMs: Date.now() });
  expect(await store.agreements.list(of.campaignId)).toEqual(changes);
  // MongoDB refuses to update a path with an empty part.
  const stored = await opened.mongo.db.collection('analysis_agreements').findOne({ CampaignID: of.campaignId });
  expect(Object.keys(stored?.['Counts'] as object)).not.toContain('');
});

it('reads its counts by an index', async () => {
  const { mongo } = opened;
  const indexes = await mongo.db.collection('analysis_agreements').listIndexes().toArray();
  expect(indexes.map(({ key }) => key as unknown)).toContainEqual({ CampaignID: 1 });
});
