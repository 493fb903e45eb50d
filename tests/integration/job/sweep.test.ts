import { runSweeper, sweep } from '../../../activities/sweeper/sweeper';
import { EngineUnavailableError } from '../../../shared/adapters/temporal/workflow-client';
import type { Job } from '../../../shared/domain/job/job';
import { noHolds } from '../scheduling/asking-jobs';
import { aCampaign, aJob, orgId } from '../../support/builders';
import { until } from '../../support/until';
import { createTestDeps, type TestDeps } from '../../support/worker';
import { createWorkflowClientDouble } from '../api/workflow-client-double';

const dayMs = 86_400_000;
const minuteMs = 60_000;

describe('a sweep with failures', () => {
  const { workflows, asked, fail } = createWorkflowClientDouble();
  let stubborn = new Set<string>();
  let placing = new Set<string>();
  let nowMs = 0;
  let deps: TestDeps;
  beforeEach(async () => {
    nowMs = Date.now();
    deps = await createTestDeps({
      clock: { nowMs: () => nowMs },
      histories: {
        isRunning: () => Promise.resolve(false),
        isPlacingCall: (jobId) => Promise.resolve(placing.has(jobId)),
        erase: () => Promise.resolve({ readable: 0, running: 0 }),
      },
      workflows: {
        ...workflows,
        wakeJob: (job) =>
          stubborn.has(job.ID) ? Promise.reject(new Error('Too many signals.')) : workflows.wakeJob(job),
      },
    });
    [asked.length, stubborn, placing] = [0, new Set(), new Set()];
    delete fail.wakeJob;
  });
  afterEach(() => deps.close());

  const stored = async (fields: Partial<Job>): Promise<Job> => {
    const job = aJob({ CreatedMS: 1, CampaignID: 'campaign_1', ...fields });
    await deps.store.jobs.insert(job);
    return job;
  };
  const overdue = (fields: Partial<Job> = {}) => stored({ DueMS: 1, ...fields });
  const dueOf = async ({ ID }: Job): Promise<number> => (await deps.store.jobs.load(ID))?.DueMS ?? 0;
  /** One overdue item of every kind. */
  const leaveBehind = async (): Promise<void> => {
    const times = { CreatedMS: 1, UpdatedMS: 1 };
    const Config = aCampaign({ RetentionDays: 1 });
    await deps.store.campaigns.insert({ ID: 'campaign_1', OrgID: orgId, Version: 1, Config, ...times });
    const ended = await stored({ State: 'completed', EndedMS: nowMs - 2 * dayMs, DueMS: nowMs + dayMs });
    const event = { jobId: ended.ID, sequence: 1, orgId, campaignId: 'campaign_1', state: 'completed' as const };
    await deps.store.deliveries.open('webhook_1', { ...event, eventTimeMs: 1, testJob: false }, 1);
  };
  const askedFor = (what: string): number => asked.filter((request) => request.what === what).length;
  const woken = (): string[] => asked.filter(({ what }) => what === 'wakeJob').map(({ args }) => (args[0] as Job).ID);

  it('processes everything else, and finds a failed item again within a minute', async () => {
    await leaveBehind();
    const [first, second] = [await overdue(), await overdue()];
    stubborn.add(first.ID);
    await sweep(deps);
    expect([askedFor('wakeJob'), askedFor('startDelivery'), askedFor('startErasure')]).toEqual([1, 1, 1]);
    stubborn.clear();
    nowMs += minuteMs + 1;
    await sweep(deps);
    expect(woken()).toEqual([second.ID, first.ID]);
  });

  it('starts a job of an import with the same attributes as the import does, so that operators find it by its import', async () => {
    const job = await overdue({ ImportID: 'import_1' });
    await sweep(deps);
    expect(asked).toMatchObject([{ what: 'wakeJob', args: [{ ID: job.ID, ImportID: 'import_1' }] }]);
  });

  it('publishes a new job whose start was lost, and starts it with the delay until its call', async () => {
    const NextCallMS = nowMs + dayMs;
    const job = await overdue({ CreatedMS: nowMs, State: 'scheduled', Sequence: 2, NextCallMS });
    await sweep(deps);
    expect(asked).toMatchObject([{ what: 'startJob', args: [{ ID: job.ID }, { atMs: NextCallMS, inMs: dayMs }] }]);
    expect((await deps.store.events.listByJob(job.ID)).map(({ Properties }) => Properties['State'])).toEqual([
      'created',
      'scheduled',
    ]);
    expect(await dueOf(job)).toBe(NextCallMS + 30_000);
  });

  it.each([
    { State: 'failed', FailureReason: 'invalid_configuration' },
    // The campaign was stopped.
    { State: 'canceled', FailureReason: 'canceled' },
  ] as const)('publishes a job that was $State when it was made, and starts nothing', async (ended) => {
    const job = await overdue({ CreatedMS: nowMs, Sequence: 2, ...ended });
    await sweep(deps);
    expect(asked).toEqual([]);
    expect(await deps.store.events.listByJob(job.ID)).toHaveLength(2);
    expect((await deps.store.jobs.load(job.ID))?.DueMS).toBeUndefined();
  });

  it.each([
    ['a cancellation', { CancelRequestedMS: 5 }],
    ['new constraints', { PlannedFromMS: 5 }],
  ])('wakes a new job that waits for its call after %s was requested', async (_what, fields) => {
    const job = await overdue({ State: 'scheduled', Sequence: 2, NextCallMS: nowMs + dayMs, ...fields });
    await sweep(deps);
    expect(woken()).toEqual([job.ID]);
  });

  it('wakes a job that was handed a place if its waker was lost, again soon if that fails', async () => {
    const Scope = 'campaign/campaign_handed';
    const queued = { By: 'MaxConcurrentCalls', Limit: 1, Scope, SinceMS: nowMs - dayMs, Priority: 0 } as const;
    const NextCallMS = nowMs + dayMs;
    const times = { CreatedMS: nowMs - dayMs, UpdatedMS: nowMs - dayMs, NextCallMS, DueMS: NextCallMS + 30_000 };
    const Queued = { ...queued, WaitsIn: Scope, UntilMS: NextCallMS };
    const job = await stored({ ...times, State: 'scheduled', Sequence: 2, Queued });
    const limits = { scope: Scope, MaxConcurrentCalls: 1, MaxCallsPerMinute: 0, MaxCallsPerDay: 0 };
    const { callQuotas } = deps.store;
    await callQuotas.takeTurn(Scope, nowMs, nowMs);
    await callQuotas.announce(limits, nowMs);
    expect(await callQuotas.handOver(Scope, noHolds, nowMs)).toMatchObject([{ ID: job.ID }]);
    nowMs += 5_001;
    stubborn.add(job.ID);
    await sweep(deps);
    expect(asked).toEqual([]);
    stubborn.clear();
    nowMs += 6_000;
    await sweep(deps);
    expect(asked).toMatchObject([{ what: 'wakeJob', args: [{ ID: job.ID }] }]);
  });

  it('leaves the rest of a kind alone after too many failures, and continues with the others', async () => {
    await leaveBehind();
    await Promise.all(Array.from({ length: 100 }, () => overdue()));
    fail.wakeJob = new EngineUnavailableError('The workflow engine did not respond.');
    await sweep(deps);
    expect(askedFor('wakeJob')).toBeLessThan(45);
    expect([askedFor('startDelivery'), askedFor('startErasure')]).toEqual([1, 1]);
    const due = await deps.store.jobTransitions.findDue(nowMs + minuteMs + 1, 500);
    expect(due.filter(({ State }) => State === 'created')).toHaveLength(100);
  });

  it('lets items that always fail hold up no others', async () => {
    const failing = await Promise.all(Array.from({ length: 25 }, () => overdue()));
    failing.forEach(({ ID }) => stubborn.add(ID));
    const last = await overdue({ DueMS: 2 });
    for (let round = 0; round < 3; round++) await sweep(deps);
    expect(woken()).toEqual([last.ID]);
  });

  it('wakes each job once, however many processes sweep together', async () => {
    const jobs = await Promise.all(Array.from({ length: 60 }, () => overdue()));
    await Promise.all([sweep(deps), sweep(deps), sweep(deps), sweep(deps)]);
    expect(woken().sort()).toEqual(jobs.map(({ ID }) => ID).sort());
  });

  it('looks at a job that stays overdue ever more rarely, but at least every half an hour', async () => {
    const job = await overdue({ CreatedMS: nowMs - 30_000, UpdatedMS: nowMs - 30_000 });
    const waits: number[] = [];
    for (let round = 0; round < 8; round++) {
      await sweep(deps);
      const due = await dueOf(job);
      waits.push((due - nowMs) / minuteMs);
      nowMs = due + 1;
    }
    expect(waits.map((wait) => Math.round(wait * 10) / 10)).toEqual([1, 1.5, 3, 6, 12, 24, 30, 30]);
    expect(woken()).toHaveLength(8);
  });

  it('does not wake a job whose due call waits for a call slot, unless its end was requested', async () => {
    const due = { State: 'scheduled', Sequence: 2, NextCallMS: nowMs - 1 } as const;
    const [waiting, canceled, lost] = [
      await overdue(due),
      await overdue({ ...due, CancelRequestedMS: nowMs }),
      await overdue(due),
    ];
    [waiting, canceled].forEach(({ ID }) => placing.add(ID));
    await sweep(deps);
    expect(woken().sort()).toEqual([canceled.ID, lost.ID].sort());
    expect(await dueOf(waiting)).toBeGreaterThan(nowMs);
  });

  it('repairs the job of one organization behind the backlog of another in the same round', async () => {
    const first = await overdue();
    const jobs = deps.mongo.db.collection<{ _id: string }>('jobs');
    const copy = (await jobs.findOne({ _id: first.ID }))!;
    await jobs.insertMany(Array.from({ length: 700 }, (_, n) => ({ ...copy, _id: `${first.ID}_${n}` })));
    const other = await overdue({ OrgID: 'org_other', DueMS: nowMs - 1 });
    await sweep(deps);
    expect(woken()).toContain(other.ID);
    expect(woken()).toHaveLength(500);
  });

  it('continues without a pause while more is overdue, and stops with the signal', async () => {
    const first = await overdue();
    const jobs = deps.mongo.db.collection<{ _id: string }>('jobs');
    const copy = (await jobs.findOne({ _id: first.ID }))!;
    await jobs.insertMany(Array.from({ length: 1_100 }, (_, n) => ({ ...copy, _id: `${first.ID}_${n}` })));
    const stop = new AbortController();
    const sweeping = runSweeper(deps, dayMs, stop.signal);
    await until(woken, ({ length }) => length === 1_101, 20_000);
    stop.abort();
    await sweeping;
  });
});
