import { sweep } from '../../../activities/sweeper/sweeper';
import { replanIfChanged } from '../../../shared/application/replan-if-changed';
import type { CampaignConfig } from '../../../shared/domain/campaign/campaign';
import type { Job } from '../../../shared/domain/job/job';
import { aCampaign, aJob, orgId } from '../../support/builders';
import { createTestDeps, type TestDeps } from '../../support/worker';
import { createWorkflowClientDouble } from '../api/workflow-client-double';

const hourMs = 3_600_000;

describe('waiting jobs after a change', () => {
  const { workflows, asked } = createWorkflowClientDouble();
  let stubborn = new Set<string>();
  let nowMs = 0;
  let deps: TestDeps;
  beforeEach(async () => {
    nowMs = Date.now();
    [asked.length, stubborn] = [0, new Set()];
    deps = await createTestDeps({
      clock: { nowMs: () => nowMs },
      histories: {
        isRunning: () => Promise.resolve(true),
        isPlacingCall: () => Promise.resolve(false),
        erase: () => Promise.resolve({ readable: 0, running: 0 }),
      },
      workflows: {
        ...workflows,
        wakeJob: (job) =>
          stubborn.has(job.ID) ? Promise.reject(new Error('Too many signals.')) : workflows.wakeJob(job),
      },
    });
    await deps.store.organizations.insertIfAbsent({ ID: orgId, Name: 'Test', CreatedMS: 1 });
  });
  afterEach(() => deps.close());

  const campaign = async (ID: string, config: Partial<CampaignConfig> = {}): Promise<string> => {
    const Config = aCampaign(config);
    await deps.store.campaigns.insert({ ID, OrgID: orgId, Version: 1, Config, CreatedMS: 1, UpdatedMS: 1 });
    return ID;
  };
  const change = async (campaignId: string, config: Partial<CampaignConfig>): Promise<void> => {
    const current = (await deps.store.campaigns.find(orgId, campaignId))!;
    await deps.store.campaigns.change(current, { ...current.Config, ...config }, nowMs);
    await deps.store.jobs.replanWaiting({ orgId, campaignId }, nowMs);
  };
  /** A job that waits for its call since an hour. */
  const waiting = async (fields: Partial<Job> = {}): Promise<Job> => {
    const State = { State: 'scheduled', Sequence: 2, NextCallMS: nowMs + 9 * hourMs } as const;
    const job = aJob({ CreatedMS: nowMs - hourMs, DueMS: nowMs + 9 * hourMs + 30_000, ...State, ...fields });
    await deps.store.jobs.insert(job);
    return job;
  };
  /** Many jobs like one. They cannot be opened, because its key is bound to it. */
  const copies = async (job: Job, count: number): Promise<void> => {
    const jobs = deps.mongo.db.collection<{ _id: string }>('jobs');
    const document = (await jobs.findOne({ _id: job.ID }))!;
    await jobs.insertMany(Array.from({ length: count }, (_, n) => ({ ...document, _id: `${job.ID}_${n}` })));
  };
  const woken = (): string[] => asked.filter(({ what }) => what === 'wakeJob').map(({ args }) => (args[0] as Job).ID);
  const tasks = () => deps.mongo.db.collection('replans').find().toArray();
  const delayed = (MinCreationDelay: string): Partial<CampaignConfig> => ({
    Defaults: { Constraints: { MinCreationDelay } },
  });

  it('are woken only if their next call is at another instant', async () => {
    const CampaignID = await campaign('campaign_1', delayed('10h'));
    const unmoved = await waiting({ CampaignID });
    const moved = await waiting({ CampaignID, NextCallMS: nowMs + 5 * hourMs });
    const due = await waiting({ CampaignID, NextCallMS: nowMs - 1, CreatedMS: nowMs - 20 * hourMs });
    await change(CampaignID, { Name: 'Another name' });
    expect(asked).toEqual([]);
    await sweep(deps);
    expect(woken()).toEqual([moved.ID]);
    for (const { ID } of [unmoved, moved, due])
      expect(await deps.store.jobs.load(ID)).toMatchObject({ PlannedFromMS: nowMs });
    expect(await tasks()).toEqual([]);
  });

  it('are planned again if they were stored after the walk, by what held before the change', async () => {
    const CampaignID = await campaign('campaign_1', delayed('10h'));
    const { store } = deps;
    const read = async () => ({
      campaign: (await store.campaigns.findConfig(CampaignID))!,
      organization: await store.organizations.find(orgId),
    });
    const key = { orgId, campaignId: CampaignID };
    const settings = await read();
    await replanIfChanged(store, key, settings, nowMs);
    expect(await tasks()).toEqual([]);
    await change(CampaignID, delayed('5h'));
    await sweep(deps);
    expect(await tasks()).toEqual([]);
    const late = await waiting({ CampaignID });
    await replanIfChanged(store, key, settings, nowMs);
    await sweep(deps);
    expect(woken()).toEqual([late.ID]);
    const paused = await read();
    await store.campaigns.setState(key, 'paused');
    await replanIfChanged(store, key, paused, nowMs);
    expect(await tasks()).toHaveLength(1);
  });

  it('keep their version of the campaign after a call: a new version concerns the others only', async () => {
    const CampaignID = await campaign('campaign_1', delayed('10h'));
    const first = await waiting({ CampaignID });
    const called = await waiting({ CampaignID, CampaignVersion: 1, CallCount: 1 });
    await change(CampaignID, delayed('2h'));
    await sweep(deps);
    expect(woken()).toEqual([first.ID]);
    expect(await deps.store.jobs.load(called.ID)).not.toHaveProperty('PlannedFromMS');
  });

  it('are left alone while they are held, and woken when the hold ends', async () => {
    const CampaignID = await campaign('campaign_1');
    const job = await waiting({ CampaignID });
    const key = { orgId, campaignId: CampaignID };
    await deps.store.campaigns.setState(key, 'paused');
    await deps.store.jobs.replanCampaign(key, nowMs);
    await sweep(deps);
    expect(woken()).toEqual([]);
    await deps.store.campaigns.setState(key, 'active');
    await deps.store.jobs.replanCampaign(key, nowMs);
    await sweep(deps);
    expect(woken()).toEqual([job.ID]);
  });

  it('are all reached in batches, of every campaign of an organization and of no other', async () => {
    const [one, two] = [await campaign('campaign_1'), await campaign('campaign_2')];
    await campaign('campaign_3');
    const jobs = [await waiting({ CampaignID: one }), await waiting({ CampaignID: two })];
    await copies(jobs[0]!, 250);
    const foreign = await waiting({ CampaignID: 'campaign_4', OrgID: 'org_other' });
    await deps.store.jobs.replanOrganization(orgId, nowMs);
    await sweep(deps);
    expect(await tasks()).toMatchObject([{ Cursor: { CampaignID: one } }]);
    while ((await tasks()).length > 0) await sweep(deps);
    const replanned = { PlannedFromMS: nowMs };
    expect(await deps.mongo.db.collection('jobs').countDocuments(replanned)).toBe(252);
    expect(woken()).toEqual(expect.arrayContaining(jobs.map(({ ID }) => ID)));
    expect(await deps.store.jobs.load(foreign.ID)).not.toHaveProperty('PlannedFromMS');
  });

  it('are reached behind a lost worker’s last batch', async () => {
    const CampaignID = await campaign('campaign_1');
    await copies(await waiting({ CampaignID }), 250);
    await deps.store.jobs.replanCampaign({ orgId, campaignId: CampaignID }, nowMs);
    await sweep(deps);
    const [task] = await deps.store.replanTasks.findDue(nowMs, 1);
    // A worker that is lost after its claim.
    await deps.store.replanTasks.claim(task!, nowMs);
    await sweep(deps);
    expect(await tasks()).toHaveLength(1);
    const changedMs = nowMs;
    nowMs += 60_000;
    await sweep(deps);
    expect(await tasks()).toEqual([]);
    expect(await deps.mongo.db.collection('jobs').countDocuments({ PlannedFromMS: changedMs })).toBe(251);
  });

  it('are planned once more for a change that comes during the walk', async () => {
    const CampaignID = await campaign('campaign_1');
    const first = await waiting({ CampaignID });
    await copies(first, 250);
    const key = { orgId, campaignId: CampaignID };
    await deps.store.jobs.replanCampaign(key, nowMs);
    await sweep(deps);
    nowMs += 1_000;
    await deps.store.jobs.replanCampaign(key, nowMs);
    while ((await tasks()).length > 0) await sweep(deps);
    expect(await deps.mongo.db.collection('jobs').countDocuments({ PlannedFromMS: nowMs })).toBe(251);
  });

  it('take turns by campaign', async () => {
    const [large, small] = [await campaign('campaign_1'), await campaign('campaign_2')];
    await copies(await waiting({ CampaignID: large }), 900);
    const job = await waiting({ CampaignID: small });
    for (const campaignId of [large, small]) await deps.store.jobs.replanCampaign({ orgId, campaignId }, nowMs);
    await sweep(deps);
    expect(woken()).toContain(job.ID);
    expect(await tasks()).toMatchObject([{ CampaignID: large }]);
  });

  it('are left to the sweep of overdue jobs if they cannot be woken, and hold up no others', async () => {
    const CampaignID = await campaign('campaign_1');
    const [failing, other] = [await waiting({ CampaignID }), await waiting({ CampaignID })];
    stubborn.add(failing.ID);
    await deps.store.jobs.replanCampaign({ orgId, campaignId: CampaignID }, nowMs);
    await sweep(deps);
    expect(woken()).toEqual([other.ID]);
    expect(await tasks()).toEqual([]);
    stubborn.clear();
    nowMs += 60_000;
    await sweep(deps);
    expect(woken()).toEqual([other.ID, failing.ID]);
  });
});
