import { sweep } from '../../../activities/sweeper/sweeper';
import type { Job } from '../../../shared/domain/job/job';
import { startNewJob } from '../../../shared/application/start-new-job';
import { startDeadlineOf } from '../../../shared/domain/job/job';
import { planNewJob } from '../../../shared/domain/planning/plan-new-job';
import { piiDeletionWorkflowId } from '../../../shared/messages/workflow-ids';
import { statusQuery } from '../../../shared/messages/job.messages';
import { aJob, orgId, simulated } from '../../support/builders';
import { invariantViolations, publishedStates } from '../../support/invariants';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';
import { until } from '../../support/until';

const waitingLong = { ...simulated({ Scenario: 'conversation_complete' }), Constraints: { MinCreationDelay: '50h' } };

describe('a job whose workflow was lost', () => {
  let testEnv: TimeSkippingEnv;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
  }, 30_000);
  afterAll(() => testEnv.close());

  const jobs = () => testEnv.deps.mongo.db.collection<{ _id: string; [field: string]: unknown }>('jobs');
  const set = (jobId: string, fields: Record<string, unknown>) => jobs().updateOne({ _id: jobId }, { $set: fields });
  /** Makes the job overdue and runs the sweeper. */
  const sweepOverdue = async (jobId: string): Promise<void> => {
    await set(jobId, { DueMS: 1 });
    await sweep(testEnv.deps);
  };
  const terminate = async (job: Job): Promise<void> => {
    const handle = testEnv.handle(job.ID);
    // Between tasks: if a workflow ends during one, the time-skipping server never skips time again. During the delay of
    // its start there is no task.
    if ((await handle.describe()).historyLength > 1) await handle.query(statusQuery);
    await handle.terminate('lost in a test');
  };

  it('is started by the sweeper if its start was lost', async () => {
    const { ID } = await testEnv.insert();
    await sweepOverdue(ID);
    expect(await testEnv.end(ID)).toMatchObject({ State: 'completed' });
    expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
  });

  it('continues from its document while it waits, and calls at the planned instant', async () => {
    const { ID } = await testEnv.post({ Overrides: waitingLong });
    const planned = await testEnv.reach(ID, (job) => job.State === 'scheduled');
    await terminate(planned);
    await sweepOverdue(ID);
    await until(
      async () => (await testEnv.handle(ID).describe()).status.name,
      (name) => name === 'RUNNING',
    );
    expect((await testEnv.load(ID)).NextCallMS).toBe(planned.NextCallMS);
    expect(await testEnv.end(ID)).toMatchObject({ State: 'completed', CallCount: 1 });
    expect((await publishedStates(testEnv.deps.store, ID)).length).toBe(5);
  });

  it('keeps an operator’s instant', async () => {
    const { ID } = await testEnv.post({ Overrides: waitingLong });
    await testEnv.reach(ID, (job) => job.State === 'scheduled');
    const atMs = (await testEnv.nowMs()) + 9 * 3_600_000;
    await testEnv.workflows.rescheduleJob(ID, atMs);
    await terminate(await testEnv.load(ID));
    await sweepOverdue(ID);
    await testEnv.end(ID);
    expect((await testEnv.deps.store.calls.listByJob(ID))[0]?.DialedMS).toBeGreaterThanOrEqual(atMs);
    expect((await testEnv.deps.store.calls.listByJob(ID))[0]?.DialedMS).toBeLessThan(atMs + 3_600_000);
  });

  it('publishes a transition that was applied but not published', async () => {
    const { ID } = await testEnv.post({ Overrides: waitingLong });
    const job = await testEnv.reach(ID, ({ State }) => State === 'scheduled');
    await terminate(job);
    await testEnv.deps.mongo.db
      .collection<{ _id: string }>('job_events')
      .deleteOne({ _id: `${ID}/state/${job.Sequence}` });
    await sweepOverdue(ID);
    await testEnv.end(ID);
    expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
  });

  it('continues from its current state if another writer changes its job', async () => {
    const { ID } = await testEnv.post({ Overrides: waitingLong });
    const job = await testEnv.reach(ID, ({ State }) => State === 'scheduled');
    // The workflow reads the job, and waits for its call from then on.
    await testEnv.workflows.replanJob(ID);
    await set(ID, { Sequence: job.Sequence + 5 });
    await testEnv.workflows.wakeJob(job);
    expect(await testEnv.end(ID)).toMatchObject({ State: 'completed', CallCount: 1, Sequence: job.Sequence + 8 });
  });

  it('is not followed by a second run if it was started, canceled and only then started as planned', async () => {
    const { store, deliveries, workflows } = testEnv.deps;
    const CampaignID = await testEnv.campaign();
    const nowMs = await testEnv.nowMs();
    const draft = aJob({ CreatedMS: nowMs, CampaignID, Overrides: waitingLong });
    const planned = planNewJob(await store.jobContexts.load(draft, nowMs), nowMs);
    await store.jobs.insert({ ...planned, DueMS: startDeadlineOf(planned) });
    const key = { orgId, campaignId: CampaignID, jobId: planned.ID };
    await workflows.wakeJob((await store.jobs.requestCancel(key, nowMs))!);
    expect((await testEnv.end(planned.ID)).State).toBe('canceled');
    await startNewJob({ store, deliveries, workflows, nowMs: () => nowMs }, planned);
    expect((await testEnv.handle(planned.ID).describe()).status.name).toBe('COMPLETED');
  });

  it('keeps its deadline if it begins its call while the sweeper repairs its start', async () => {
    const NextCallMS = (await testEnv.nowMs()) + 3_600_000;
    const { ID } = await testEnv.insert({ State: 'scheduled', Sequence: 2, NextCallMS });
    const loadMetadata = jest.spyOn(testEnv.deps.store.jobs, 'loadMetadata').mockImplementation(async (jobId) => {
      // Jobs of earlier tests may be overdue too.
      if (jobId === ID) await set(ID, { State: 'calling', Sequence: 3, DueMS: 5_000_000_000_000 });
      return testEnv.load(jobId);
    });
    // The sweeper wakes its workflow, which sets a deadline as well.
    await testEnv.stopWorkers();
    await sweepOverdue(ID);
    expect(loadMetadata).toHaveBeenCalledWith(ID);
    expect((await testEnv.load(ID)).DueMS).toBe(5_000_000_000_000);
    loadMetadata.mockRestore();
    await testEnv.restart();
  });

  it('is erased after its last transition was published, even if its process was lost before it did so', async () => {
    const job = await testEnv.insert({
      State: 'failed',
      Sequence: 2,
      FailureReason: 'invalid_configuration',
      EndedMS: Date.now(),
    });
    const key = { orgId, campaignId: job.CampaignID, jobId: job.ID };
    await testEnv.deps.store.jobs.requestErasure(key, await testEnv.nowMs());
    await testEnv.workflows.startErasure(job);
    await testEnv.env.client.workflow.getHandle(piiDeletionWorkflowId(job.ID)).result();
    expect(await publishedStates(testEnv.deps.store, job.ID)).toEqual(['created', 'failed', 'deleting', 'deleted']);
  });

  it('is not disturbed by a sweeper that wakes it too often', async () => {
    const { ID } = await testEnv.post({ Overrides: waitingLong });
    const planned = await testEnv.reach(ID, ({ State }) => State === 'scheduled');
    for (let look = 0; look < 3; look++) await sweepOverdue(ID);
    expect(await testEnv.end(ID)).toMatchObject({ State: 'completed', CallCount: 1 });
    expect((await testEnv.deps.store.calls.listByJob(ID))[0]?.DialedMS).toBeGreaterThanOrEqual(planned.NextCallMS ?? 0);
  });
});
