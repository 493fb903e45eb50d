import { sweep } from '../../../activities/sweeper/sweeper';
import { simulated } from '../../support/builders';
import type { Job } from '../../../shared/domain/job/job';
import { invariantViolations } from '../../support/invariants';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';
import { until } from '../../support/until';

const hour = 3_600_000;

describe('a call that waits for a call slot', () => {
  let testEnv: TimeSkippingEnv;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
  }, 30_000);
  afterAll(() => testEnv.close());

  /** A job whose call is due while no worker takes calls. */
  const queued = async (): Promise<Job> => {
    // Without a cache no task waits for this worker once another takes its place.
    await testEnv.restart({ queues: ['jobs'], maxCachedWorkflows: 0 });
    const { ID } = await testEnv.post({ Overrides: simulated({ Scenario: 'conversation_complete' }) });
    await until(
      async () => (await testEnv.handle(ID).describe()).raw.pendingActivities?.length ?? 0,
      (count) => count > 0,
    );
    return testEnv.reach(ID, ({ State }) => State === 'scheduled');
  };
  const dialedMs = async (jobId: string) => (await testEnv.deps.store.calls.listByJob(jobId))[0]?.DialedMS;

  it('can be rescheduled: it is placed at the new instant, not when a slot is free', async () => {
    const { ID } = await queued();
    const atMs = (await testEnv.nowMs()) + 7 * hour;
    await expect(testEnv.workflows.rescheduleJob(ID, atMs)).resolves.toEqual({ state: 'scheduled', nextCallMs: atMs });
    await testEnv.restart();
    expect(await testEnv.end(ID)).toMatchObject({ State: 'completed', CallCount: 1 });
    expect(await dialedMs(ID)).toBeGreaterThanOrEqual(atMs);
    expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
  });

  it('is not woken by the sweeper, however long it waits', async () => {
    const { ID } = await queued();
    const jobs = testEnv.deps.mongo.db.collection<{ _id: string }>('jobs');
    for (let round = 0; round < 3; round++) {
      await jobs.updateOne({ _id: ID }, { $set: { DueMS: 1 } });
      await sweep(testEnv.deps);
    }
    expect((await testEnv.load(ID)).DueMS).toBeGreaterThan(1);
    const { events } = await testEnv.handle(ID).fetchHistory();
    expect(events?.some((event) => event.workflowExecutionSignaledEventAttributes)).toBe(false);
    await testEnv.restart();
    expect(await testEnv.end(ID)).toMatchObject({ State: 'completed', CallCount: 1 });
  });

  it('is placed once a slot is free if it is rescheduled to now', async () => {
    const { ID } = await queued();
    await testEnv.workflows.rescheduleJob(ID, 0);
    await testEnv.restart();
    expect(await testEnv.end(ID)).toMatchObject({ State: 'completed', CallCount: 1 });
    expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
  });

  // Last: the time-skipping server skips no time once an activity was canceled before it began.
  it('cannot be rescheduled once the job is canceled', async () => {
    const { ID, OrgID, CampaignID, ...job } = await queued();
    const key = { orgId: OrgID, campaignId: CampaignID, jobId: ID };
    await testEnv.deps.store.jobs.requestCancel(key, await testEnv.nowMs());
    await expect(testEnv.workflows.rescheduleJob(ID, 0)).rejects.toMatchObject({ type: 'NotScheduled' });
    await testEnv.workflows.wakeJob({ ID, OrgID, CampaignID, ...job });
    await testEnv.restart();
    expect(await testEnv.end(ID)).toMatchObject({ State: 'canceled', CallCount: 0 });
  });
});
