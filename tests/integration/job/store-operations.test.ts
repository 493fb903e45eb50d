import { startNewJob } from '../../../shared/application/start-new-job';
import { pino } from 'pino';
import { createJobActivities } from '../../../activities/job/job.activities';
import { noHangUp } from '../../../shared/adapters/media/hang-up-client';
import { createWorkerMetrics } from '../../../shared/adapters/metrics/worker-metrics';
import { createRegistry } from '../../../shared/adapters/metrics/registry';
import { createCallRecord } from '../../../shared/domain/call/call-record';
import { aCampaign, aJob, orgId } from '../../support/builders';
import { setting } from '../../support/setting';
import { openTestStore, type TestStore } from '../../support/worker';

describe('the transition to calling', () => {
  let testEnv: TestStore;
  beforeAll(async () => {
    testEnv = await openTestStore();
  });
  afterAll(() => testEnv.drop());

  it('is not made by a plan that was replaced after it was read: a rescheduled job does not ring early', async () => {
    const { jobs, jobTransitions } = testEnv.store;
    const job = aJob({ CreatedMS: 1, State: 'scheduled', Sequence: 2, NextCallMS: 1_000 });
    await jobs.insert(job);
    const current = (await jobs.load(job.ID))!;
    expect(await jobTransitions.amend(job.ID, 2, { NextCallMS: 9_000, OperatorCallMS: 9_000 })).toBe(true);
    const transition = { jobId: job.ID, fromSequence: 2, to: 'calling', nowMs: 1_000, current } as const;
    expect(await jobTransitions.apply(transition)).toMatchObject({ State: 'scheduled', NextCallMS: 9_000 });
    const replanned = { ...transition, current: (await jobs.load(job.ID))! };
    expect(await jobTransitions.apply(replanned)).toMatchObject({ State: 'calling', Sequence: 3 });
  });
});

describe('the plan of a waiting job', () => {
  let testEnv: TestStore;
  beforeAll(async () => {
    testEnv = await openTestStore();
  });
  afterAll(() => testEnv.drop());

  it('is not stored if a change of the rules started it over: a released job does not wait like a held one', async () => {
    const { jobs, jobTransitions, replanTasks } = testEnv.store;
    const job = aJob({ CreatedMS: 1, State: 'scheduled', Sequence: 2, NextCallMS: 1_000, Held: true });
    await jobs.insert(job);
    const read = (await jobs.load(job.ID))!;
    await replanTasks.startPlansOver([job.ID], 500);
    expect(await jobTransitions.replan(read, { NextCallMS: 9_000_000 })).toBe(false);
    const again = (await jobs.load(job.ID))!;
    expect(again.NextCallMS).toBe(1_000);
    expect(await jobTransitions.replan(again, { NextCallMS: 2_000, Held: undefined })).toBe(true);
    expect(await jobs.load(job.ID)).toMatchObject({ NextCallMS: 2_000, PlannedFromMS: 500 });
    expect(await jobs.load(job.ID)).not.toHaveProperty('Held');
  });
});

/** An import of 100,000 rows starts as many jobs, so the store operations of each start count. */
describe('the start of a new job', () => {
  const count = 50;
  let testEnv: TestStore;
  const commands: string[] = [];
  beforeAll(async () => {
    testEnv = await openTestStore(`${setting('OUTDIAL_TEST_MONGODB')}&monitorCommands=true`);
    testEnv.mongo.db.client.on('commandStarted', ({ commandName, command }) => {
      commands.push(`${commandName} ${String((command as Record<string, unknown>)[commandName])}`);
    });
  });
  afterAll(() => testEnv.drop());

  it('takes two operations of its own, and shares the others with concurrent jobs', async () => {
    const { store } = testEnv;
    const now = Date.now();
    const CampaignID = 'campaign_test';
    const campaign = { ID: CampaignID, OrgID: orgId, Version: 1, Config: aCampaign(), CreatedMS: now, UpdatedMS: now };
    await store.campaigns.insert(campaign);
    const jobs = Array.from({ length: count }, () => aJob({ CreatedMS: now, CampaignID }));
    await store.jobs.insertMissing(jobs);
    const deliveries = { start: () => Promise.resolve() };
    const clock = { nowMs: () => Date.now() };
    const metrics = createWorkerMetrics(createRegistry());
    const logger = pino({ level: 'silent' });
    const { beginJob } = createJobActivities({
      workflows: {} as never,
      store,
      deliveries,
      clock,
      metrics,
      logger,
      callWorkers: noHangUp,
    });
    commands.length = 0;
    const views = await Promise.all(jobs.map(({ ID }) => beginJob(ID)));
    expect(views.map((view) => view?.state)).toEqual(jobs.map(() => 'scheduled'));
    const times = (command: string): number => commands.filter((one) => one === command).length;
    const own = ['find jobs', 'findAndModify jobs'];
    expect(own.map(times)).toEqual([count, count]);
    const shared = commands.filter((one) => !own.includes(one));
    expect(new Set(shared)).toEqual(
      new Set(['find campaigns', 'find organizations', 'find suppressions', 'find webhooks', 'update job_events']),
    );
    expect(shared.length).toBeLessThan(count);
  });

  it('that a request posts takes no operation of its own while other jobs are posted', async () => {
    const { store } = testEnv;
    const CreatedMS = Date.now();
    const jobs = Array.from({ length: count }, () =>
      aJob({ CreatedMS, Sequence: 2, State: 'scheduled', NextCallMS: CreatedMS + 86_400_000, DueMS: CreatedMS }),
    );
    commands.length = 0;
    await Promise.all(
      jobs.map(async (job) => {
        const Actor = { Kind: 'api_key', KeyID: 'key_test' } as const;
        const entry = { ID: `audit_${job.ID}`, OrgID: orgId, Action: 'job.created', Actor, CreatedMS } as const;
        await store.auditLog.record(entry);
        await store.jobs.insert(job);
        await startNewJob(
          {
            store,
            deliveries: { start: () => Promise.resolve() },
            workflows: { startJob: () => Promise.resolve() },
            nowMs: () => CreatedMS,
          },
          job,
        );
      }),
    );
    expect(new Set(commands)).toEqual(
      new Set(['insert audit_log', 'insert jobs', 'update job_events', 'find webhooks', 'update jobs']),
    );
    expect(commands.length).toBeLessThan(count);
    for (const job of jobs) {
      expect((await store.jobs.load(job.ID))?.DueMS).toBeGreaterThan(CreatedMS + 86_400_000);
      expect(await store.auditLog.find(orgId, `audit_${job.ID}`)).toBeDefined();
      expect(await store.events.listByJob(job.ID)).toHaveLength(2);
    }
  });
});

describe('the calls that a job is planned from', () => {
  let testEnv: TestStore;
  beforeAll(async () => {
    testEnv = await openTestStore();
  });
  afterAll(() => testEnv.drop());

  it('are read without what was said in them, which may be megabytes of a call', async () => {
    const { store } = testEnv;
    const [CampaignID, CreatedMS] = ['campaign_test', 1];
    await store.campaigns.insert({
      ID: CampaignID,
      OrgID: orgId,
      Version: 1,
      Config: aCampaign(),
      CreatedMS,
      UpdatedMS: CreatedMS,
    });
    const job = aJob({ CampaignID, CreatedMS, CallCount: 1 });
    await store.jobs.insert(job);
    const said = { role: 'user', content: 'Hello', created_at: '2026-11-20T10:00:00Z' } as const;
    const record = { ...createCallRecord(job, 1, CreatedMS), Error: 'Broken.' };
    await store.calls.create(record);
    await store.calls.addMessage(record, said, 1);
    const { calls } = await store.jobContexts.load(job, Date.now());
    expect(calls).toEqual([expect.objectContaining({ Attempt: 1, Error: 'Broken.' })]);
    expect(calls[0]).not.toHaveProperty('Messages');
    expect(await store.calls.listByJob(job.ID)).toEqual([expect.objectContaining({ Messages: [said] })]);
  });
});
