import type { Collection, Db } from 'mongodb';
import { createStatsRepository, type StatsRepository } from '../../../shared/adapters/mongo/stats/repository';
import type { Job } from '../../../shared/domain/job/job';
import type { CallFact } from '../../../shared/domain/stats/call-facts';
import { aJob, orgId } from '../../support/builders';
import { keptGroups, keptJobs, type CallCount, type FullCount } from '../../support/full-count';
import { createLatch } from '../../support/latch';
import { openTestStore, type TestStore } from '../../support/worker';

const campaignId = 'campaign_test';
const key = { orgId, campaignId };
const nowMs = Date.parse('2026-11-23T10:00:00Z');
const hourMs = 3_600_000;

let opened: TestStore;
let stats: StatsRepository;
beforeEach(async () => {
  opened = await openTestStore();
  ({ stats } = opened.store);
});
afterEach(() => opened.drop());

const drain = async (from = stats): Promise<void> => {
  while (!(await from.foldCampaign(key, nowMs)).drained);
};
const interval = { fromMs: nowMs - 48 * hourMs, toMs: nowMs + 48 * hourMs };
type Counts = FullCount & CallCount;
const kept = async (): Promise<Counts> => {
  const byAttempt = await stats.read(key, { interval, by: 'attempt' });
  const byCaller = await stats.read(key, { interval, by: 'caller_id' });
  return { ...keptJobs(byAttempt, nowMs), byAttempt: keptGroups(byAttempt), byCaller: keptGroups(byCaller) };
};

const aCall = (Attempt: number, fields: Partial<CallFact> = {}): CallFact => ({
  Attempt,
  AtMS: nowMs - Attempt * hourMs,
  CallerID: '+14155550100',
  Outcome: 'contact_busy',
  ...fields,
});

/** What the counts have to be, by the jobs as the test knows them. */
const expected = (jobs: readonly Partial<Job>[]): Counts => {
  const count: Counts = {
    states: {},
    tests: {},
    waiting: 0,
    in: jobs.length,
    attempts: 0,
    answered: 0,
    byAttempt: {},
    byCaller: {},
  };
  for (const { State = 'created', CallFacts = [] } of jobs) {
    count.states[State] = (count.states[State] ?? 0) + 1;
    if (State === 'created' || State === 'scheduled') count.waiting++;
    for (const { Attempt, CallerID = 'null', Answered } of CallFacts) {
      count.attempts++;
      if (Answered) count.answered++;
      count.byAttempt[Attempt] = (count.byAttempt[Attempt] ?? 0) + 1;
      count.byCaller[CallerID] = (count.byCaller[CallerID] ?? 0) + 1;
    }
  }
  return count;
};

const scheduled = (hours: number): Partial<Job> => ({
  State: 'scheduled',
  Sequence: 2,
  NextCallMS: nowMs + hours * hourMs,
  HeldBy: 'TimeRules',
});
const insert = async (fields: Partial<Job>): Promise<Job> => {
  const job = aJob({ CreatedMS: nowMs - hourMs, CampaignID: campaignId, ...fields });
  await opened.store.jobs.insert(job);
  return job;
};
/** Jobs that only the counts see, so they need no key of their own. */
const insertMany = async (count: number): Promise<void> => {
  const { ID: _id, ...job } = aJob({ CreatedMS: nowMs, CampaignID: campaignId, ...scheduled(3) });
  const documents = Array.from({ length: count }, (_, n) => ({ ...job, _id: `${_id}_${n}`, Uncounted: 1 }));
  await opened.mongo.db.collection<{ _id: string }>('jobs').insertMany(documents);
};
const move = (job: Job, to: Job['State'], set: Partial<Job> = {}): Promise<Job> =>
  opened.store.jobTransitions.apply({ jobId: job.ID, fromSequence: job.Sequence, to, nowMs, set });

describe('kept counts', () => {
  it('follow every change of a job once, however often and by however many processes they are folded', async () => {
    const jobs = await Promise.all([1, 2, 3].map((hours) => insert(scheduled(hours))));
    await drain();
    await drain();
    expect(await kept()).toEqual(expected(jobs));
    const calling = await move(jobs[0]!, 'calling', {
      CallCount: 1,
      CallFacts: [aCall(1, { Outcome: 'in_progress' })],
    });
    await Promise.all([drain(), drain(createStatsRepository(opened.mongo.db)), drain()]);
    expect(await kept()).toEqual(expected([calling, jobs[1]!, jobs[2]!]));
    const failed = await move(calling, 'failed', { CallFacts: [aCall(1)], FailureReason: 'technical_error' });
    await Promise.all([stats.foldRound(nowMs), stats.foldRound(nowMs + 1), drain()]);
    await drain();
    expect(await kept()).toEqual(expected([failed, jobs[1]!, jobs[2]!]));
    // No plan whose count is zero stays behind.
    const { present } = await stats.read(key, {});
    expect(Object.keys(present['Planned'] as object)).toHaveLength(2);
  });

  it('count a call that was postponed as none, and a batch of more jobs than one holds', async () => {
    const job = await insert({ ...scheduled(1) });
    const calling = await move(job, 'calling', { CallFacts: [aCall(1, { Outcome: 'in_progress' })] });
    await drain();
    expect((await kept()).attempts).toBe(1);
    const back = await move(await move(calling, 'analyzing'), 'scheduled', {
      CallFacts: [],
      ...scheduled(2),
      Sequence: 5,
    });
    await drain();
    expect(await kept()).toEqual(expected([back]));
    await insertMany(1_100);
    expect(await stats.foldCampaign(key, nowMs)).toEqual({ jobs: 1_000, drained: false });
    expect(await stats.foldRound(nowMs)).toEqual({ jobs: 100, more: false });
    expect((await kept()).states).toEqual({ scheduled: 1_101 });
  });

  it('survive erasure and purge, which waits until a job is counted', async () => {
    const done = await insert({
      State: 'completed',
      Sequence: 5,
      CallFacts: [aCall(1, { Answered: true, Objective: true })],
    });
    const deleting = await move(done, 'deleting');
    await opened.store.jobTransitions.erase(done.ID);
    const deleted = await move(deleting, 'deleted', { PurgeMS: nowMs });
    await opened.store.purge.deleteBatch(nowMs, 100);
    expect(await opened.store.jobs.loadMetadata(done.ID)).toBeDefined();
    await drain();
    const answered = aCall(1, { Answered: true });
    expect(await kept()).toEqual(expected([{ ...deleted, CallFacts: [answered] }]));
    await opened.store.purge.deleteBatch(nowMs, 100);
    expect(await opened.store.jobs.loadMetadata(done.ID)).toBeUndefined();
    await drain();
    expect(await kept()).toEqual(expected([{ State: 'deleted', CallFacts: [answered] }]));
  });

  it('say how far they are: a campaign that is behind says so, and holds up no other', async () => {
    await insertMany(1_001);
    await insert({ ...scheduled(1), CampaignID: 'campaign_z' });
    expect(await stats.foldRound(nowMs)).toMatchObject({ more: true });
    expect((await stats.read({ orgId, campaignId: 'campaign_z' }, {})).asOfMs).toBe(nowMs);
    expect((await stats.read(key, {})).asOfMs).toBe(0);
    expect(await stats.foldRound(nowMs + 5)).toMatchObject({ more: false });
    expect((await stats.read(key, {})).asOfMs).toBe(nowMs + 5);
  });

  it('of a campaign that cannot be counted hold up no other', async () => {
    await insert(scheduled(1));
    await insert({ ...scheduled(1), CampaignID: 'campaign_z' });
    const failing = createStatsRepository(interrupted(opened.mongo.db, 1, () => Promise.reject(new Error('refused'))));
    await expect(failing.foldRound(nowMs)).rejects.toThrow('refused');
    const other = await stats.read({ orgId, campaignId: 'campaign_z' }, {});
    expect(other).toMatchObject({ asOfMs: nowMs, present: { Jobs: { scheduled: 1 } } });
  });
});

type Write = (...given: unknown[]) => Promise<unknown>;

/** The database as a process sees it in which something happens at its n-th write. */
function interrupted(db: Db, at: number, meet: (write: () => Promise<unknown>) => Promise<unknown>): Db {
  let writes = 0;
  const wrap = (collection: Collection): Collection => {
    const operations = collection as unknown as Record<string, Write>;
    for (const name of ['bulkWrite', 'updateOne', 'updateMany', 'insertOne']) {
      const original = operations[name]!.bind(collection);
      operations[name] = (...given) => (++writes === at ? meet(() => original(...given)) : original(...given));
    }
    return collection;
  };
  return Object.assign(Object.create(db) as Db, {
    collection: (name: string) => wrap(db.collection(name)),
    writes: () => writes,
  });
}
const lost = (): never => {
  throw new Error('The process is lost.');
};

describe('kept counts of a process that is lost, or late', () => {
  /** Three jobs, one of which has moved since it was counted, so that every kind of write is made. */
  const prepare = async (): Promise<Job[]> => {
    const jobs = await Promise.all([1, 2, 3].map((hours) => insert(scheduled(hours))));
    await drain();
    const moved = await move(jobs[0]!, 'calling', { CallFacts: [aCall(1, { Outcome: 'in_progress' })] });
    return [moved, jobs[1]!, jobs[2]!, await insert(scheduled(4))];
  };
  /** A fold makes five: the batch, the counts, the plans that ended, the marks, and the end of the batch. */
  const eachWrite = [1, 2, 3, 4, 5];

  it.each(eachWrite)('are right when it is lost before its write %i, and right after it', async (at) => {
    let jobs = await prepare();
    const before = createStatsRepository(interrupted(opened.mongo.db, at, lost));
    await expect(drain(before)).rejects.toThrow('lost');
    // What changes before another process takes over is counted once, too.
    jobs = [await move(jobs[0]!, 'analyzing', { CallFacts: [aCall(1)] }), ...jobs.slice(1)];
    await drain();
    expect(await kept()).toEqual(expected(jobs));
    jobs = [await move(jobs[0]!, 'completed', { CallFacts: [aCall(1, { Objective: true })] }), ...jobs.slice(1)];
    const after = createStatsRepository(interrupted(opened.mongo.db, at, (write) => write().then(lost)));
    await drain(after).catch(() => undefined);
    await drain();
    expect(await kept()).toEqual(expected(jobs));
  });

  it.each(eachWrite)('are right when its write %i comes after those of later batches', async (at) => {
    let jobs = await prepare();
    const resumed = createLatch();
    const reached = createLatch();
    const late = createStatsRepository(
      interrupted(opened.mongo.db, at, async (write) => {
        reached.open();
        await resumed.opened;
        return write();
      }),
    );
    const folding = drain(late);
    await reached.opened;
    await drain();
    jobs = [await move(jobs[0]!, 'analyzing', { CallFacts: [aCall(1)] }), ...jobs.slice(1)];
    await drain();
    const changed = await move(jobs[0]!, 'completed', { CallFacts: [aCall(1), aCall(2)] });
    resumed.open();
    await folding;
    await drain();
    expect(await kept()).toEqual(expected([changed, ...jobs.slice(1)]));
  });

  it('count a change that is made while its job is counted', async () => {
    const jobs = await prepare();
    // The marks: the batch is stored by then.
    const busy = createStatsRepository(
      interrupted(opened.mongo.db, 4, async (write) => {
        await move(jobs[0]!, 'analyzing', { CallFacts: [aCall(1), aCall(2)] });
        return write();
      }),
    );
    await drain(busy);
    await drain();
    expect(await kept()).toEqual(expected([{ State: 'analyzing', CallFacts: [aCall(1), aCall(2)] }, ...jobs.slice(1)]));
  });
});
