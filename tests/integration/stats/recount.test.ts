import type { CommandStartedEvent } from 'mongodb';
import { sweep } from '../../../activities/sweeper/sweeper';
import type { JobDocument } from '../../../shared/adapters/mongo/jobs/document';
import type { Job } from '../../../shared/domain/job/job';
import { aCampaign, aJob, orgId } from '../../support/builders';
import { keptGroups, keptJobs } from '../../support/full-count';
import { createTestDeps, type TestDeps } from '../../support/worker';
import { createWorkflowClientDouble } from '../api/workflow-client-double';

const campaignId = 'campaign_test';
const key = { orgId, campaignId };
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let nowMs = 0;
let deps: TestDeps;
beforeEach(async () => {
  nowMs = Date.now();
  deps = await createTestDeps({
    clock: { nowMs: () => nowMs },
    histories: {
      isRunning: () => Promise.resolve(false),
      isPlacingCall: () => Promise.resolve(false),
      erase: () => Promise.resolve({ readable: 0, running: 0 }),
    },
    workflows: createWorkflowClientDouble().workflows,
  });
  const Config = aCampaign({ DefaultCallerID: '+14155550100' });
  await deps.store.campaigns.insert({
    ID: campaignId,
    OrgID: orgId,
    Version: 1,
    Config,
    CreatedMS: nowMs,
    UpdatedMS: nowMs,
  });
});
afterEach(() => deps.close());

const jobs = () => deps.mongo.db.collection<JobDocument>('jobs');
/** A job with one answered call, as an earlier version stored it. */
const insertOld = async (fields: Partial<Job>): Promise<Job> => {
  const job = aJob({
    CreatedMS: nowMs - hourMs,
    CampaignVersion: 1,
    CallCount: 1,
    Metrics: { TotalCallAttempts: 1, TotalCallSeconds: 5, TotalCallConversationalSeconds: 4 },
    AnsweredCalls: 1,
    DueMS: undefined,
    ...fields,
  });
  await deps.store.jobs.insert(job);
  await jobs().updateOne({ _id: job.ID }, { $unset: { Uncounted: '' } });
  await deps.store.calls.create({
    ID: `call_${job.ID.replace('job_', '')}_1`,
    JobID: job.ID,
    OrgID: orgId,
    CampaignID: campaignId,
    Attempt: 1,
    State: 'ended',
    CreatedMS: nowMs - hourMs,
    ConnectedMS: nowMs - hourMs + 1_000,
    EndedMS: nowMs - hourMs + 5_000,
    EndedReason: 'assistant_hung_up',
  });
  return job;
};
const read = async (by: 'attempt' | 'caller_id' = 'attempt') => {
  const interval = { fromMs: nowMs - dayMs, toMs: nowMs + dayMs };
  return deps.store.stats.read(key, { interval, by });
};

describe('jobs of earlier versions', () => {
  it('are counted with their calls by the first walk, each once, also those that are erased', async () => {
    await insertOld({ State: 'completed' });
    await insertOld({ State: 'failed', FailureReason: 'wrong_contact', CallerID: '+14155550101' });
    const erased = await insertOld({ State: 'deleted' });
    const event = { orgId, campaignId, jobId: erased.ID, sequence: 5, eventTimeMs: nowMs, testJob: false };
    await deps.store.events.recordStates([[{ ...event, state: 'completed' }, {}]]);
    const planned = { CallCount: 0, AnsweredCalls: undefined, Metrics: aJob({ CreatedMS: 0 }).Metrics };
    const waiting = await insertOld({ ...planned, State: 'scheduled', Sequence: 2, NextCallMS: nowMs + hourMs });
    await deps.mongo.db.collection<{ JobID: string }>('calls').deleteMany({ JobID: waiting.ID });
    expect((await read()).complete).toBe(false);
    await sweep(deps);
    await sweep(deps);
    const counts = await read();
    expect(counts.complete).toBe(true);
    expect(keptJobs(counts, nowMs)).toEqual({
      states: { completed: 1, failed: 1, deleted: 1, scheduled: 1 },
      tests: {},
      waiting: 1,
      in: 4,
      attempts: 3,
      answered: 3,
    });
    expect(keptGroups(await read('caller_id'))).toEqual({ '+14155550100': 2, '+14155550101': 1 });
    expect(counts.present['Funnel']).toEqual({ In: 4, Attempted: 3, Answered: 3, Objective: 2 });
  });

  it('that are erased are not purged before they are counted', async () => {
    await insertOld({ State: 'deleted', PurgeMS: nowMs - dayMs });
    await deps.store.purge.deleteBatch(nowMs, 100);
    expect(await jobs().countDocuments()).toBe(1);
    await sweep(deps);
    await deps.store.purge.deleteBatch(nowMs, 100);
    expect(await jobs().countDocuments()).toBe(0);
    expect(keptJobs(await read(), nowMs).states).toEqual({ deleted: 1 });
  });

  it('that a process of an earlier version changes afterwards are counted by the next walk', async () => {
    const job = await insertOld({ State: 'completed' });
    await sweep(deps);
    await jobs().updateOne({ _id: job.ID }, { $set: { State: 'deleting', Sequence: 9 } });
    nowMs += hourMs;
    await sweep(deps);
    expect(keptJobs(await read(), nowMs).states).toEqual({ completed: 1 });
    nowMs += dayMs;
    await sweep(deps);
    expect(keptJobs(await read(), nowMs).states).toEqual({ deleting: 1 });
  });
});

describe('a call that a worker of this version places, and one of an earlier version ends', () => {
  it('is counted as it ended by the next walk', async () => {
    const AtMS = nowMs - hourMs;
    await insertOld({ State: 'completed', CallFacts: [{ Attempt: 1, AtMS, Outcome: 'in_progress' }] });
    await sweep(deps);
    await sweep(deps);
    expect((await read()).present['Funnel']).toEqual({ In: 1, Attempted: 1, Answered: 1, Objective: 1 });
    const interval = { fromMs: nowMs - dayMs, toMs: nowMs + dayMs };
    const byOutcome = await deps.store.stats.read(key, { interval, by: 'outcome' });
    expect(keptGroups(byOutcome)).toEqual({ assistant_hung_up: 1 });
  });
});

describe('the cost of an answer', () => {
  it('does not depend on the number of jobs: it reads documents of counts by their ids, and no job', async () => {
    const commands: CommandStartedEvent[] = [];
    const collectCommands = async (): Promise<[name: string, collection: unknown, filter: string[]][]> => {
      commands.length = 0;
      await read();
      return commands
        .filter(({ commandName }) => ['find', 'aggregate', 'getMore', 'count'].includes(commandName))
        .map(({ commandName, command }) => {
          const { filter = {} } = command as { filter?: object };
          return [commandName, (command as Record<string, unknown>)[commandName], Object.keys(filter)];
        });
    };
    const { client } = deps.mongo.db;
    client.on('commandStarted', (event) => commands.push(event));
    const insert = async (count: number): Promise<void> => {
      const { ID: _id, ...job } = aJob({ CreatedMS: nowMs, State: 'scheduled', NextCallMS: nowMs + hourMs });
      await deps.mongo.db
        .collection<{ _id: string }>('jobs')
        .insertMany(Array.from({ length: count }, (_, n) => ({ ...job, _id: `${_id}_${n}`, Uncounted: 1 })));
      while (!(await deps.store.stats.foldCampaign(key, nowMs)).drained);
    };
    await insert(10);
    const few = await collectCommands();
    expect(few.map(([name, collection, filter]) => [name, collection, filter])).toEqual([
      ['find', 'stats_batches', ['_id']],
      ['find', 'stats_counts', ['_id']],
      ['find', 'stats_batches', ['_id']],
      ['find', 'stats_state', ['_id']],
      ['find', 'stats_state', ['_id']],
    ]);
    await insert(2_000);
    expect(await collectCommands()).toEqual(few);
  });

  it('looks for changed jobs in an index that holds no others', async () => {
    const commands: CommandStartedEvent[] = [];
    deps.mongo.db.client.on('commandStarted', (event) => commands.push(event));
    await deps.store.stats.foldRound(nowMs);
    await deps.store.stats.foldCampaign(key, nowMs);
    const onJobs = commands.filter(({ command }) => (command as { find?: string }).find === 'jobs');
    for (const { command } of onJobs)
      expect((command as { filter: object }).filter).toMatchObject({ Uncounted: { $gte: 1 } });
    expect(onJobs).toHaveLength(2);
  });
});
