import type { UpdateRejectedError } from '../../../shared/adapters/temporal/workflow-client';
import type { Job } from '../../../shared/domain/job/job';
import { rescheduleUpdate, statusQuery } from '../../../shared/messages/job.messages';
import { simulated } from '../../support/builders';
import { invariantViolations } from '../../support/invariants';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';
import { until } from '../../support/until';

const hour = 3_600_000;
/** Skipped time also passes while a slow machine works; without the request, the job would wait for days. */
const soonMs = hour;
const waitingLong = { ...simulated({ Scenario: 'conversation_complete' }), Constraints: { MinCreationDelay: '200h' } };
const scheduled = (job: Job) => job.State === 'scheduled';
const notScheduled = { name: 'UpdateRejectedError', type: 'NotScheduled' } satisfies Partial<UpdateRejectedError>;

describe('requests to a running job', () => {
  let testEnv: TimeSkippingEnv;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
  }, 30_000);
  beforeEach(() => {
    testEnv.deps.provider.pace = 'instant';
  });
  // A failed test must not keep the others from skipping time.
  afterEach(async () => {
    for (const call of await testEnv.deps.mongo.db
      .collection<{ _id: string; JobID: string }>('calls')
      .find({ State: 'active' })
      .toArray())
      await testEnv.deps.store.calls.requestStop({ ID: call._id, JobID: call.JobID }, 0);
  });
  afterAll(() => testEnv.close());

  const waiting = async (fields: Partial<Job> = {}): Promise<Job> => {
    const { ID } = await testEnv.post({ Overrides: waitingLong, ...fields });
    return testEnv.reach(ID, scheduled);
  };
  /** Lets a request arrive that no worker can answer yet: the server has it when it has answered later ones on the same connection. */
  const untilReceived = async (jobId: string): Promise<void> => {
    for (let requests = 0; requests < 5; requests++) await testEnv.handle(jobId).describe();
  };
  const firstCall = async (jobId: string) => (await testEnv.deps.store.calls.listByJob(jobId))[0];
  const setConstraints = (job: Job, Constraints: object) =>
    testEnv.deps.store.jobs.update(
      { orgId: job.OrgID, campaignId: job.CampaignID, jobId: job.ID },
      { Overrides: { ...job.Overrides, Constraints } },
      Date.now(),
    );
  /** A job in a conversation that lasts until a request ends it. */
  const inCall = async (): Promise<Job> => {
    testEnv.deps.provider.pace = 'live';
    const { ID } = await testEnv.post({
      Overrides: simulated({ Scenario: 'conversation_complete', TalkSeconds: 600 }),
    });
    await until(
      async () => (await firstCall(ID))?.State,
      (state) => state === 'active',
    );
    return testEnv.load(ID);
  };
  const cancel = async (job: Job) => {
    const key = { orgId: job.OrgID, campaignId: job.CampaignID, jobId: job.ID };
    await testEnv.deps.store.jobs.requestCancel(key, await testEnv.nowMs());
    await testEnv.workflows.wakeJob(job);
  };

  describe('reschedule', () => {
    it('calls at the given instant and overrides every gate but the limit on calls', async () => {
      const { ID } = await waiting();
      const atMs = (await testEnv.nowMs()) + 3 * hour;
      await expect(testEnv.workflows.rescheduleJob(ID, atMs)).resolves.toEqual({
        state: 'scheduled',
        nextCallMs: atMs,
      });
      await testEnv.end(ID);
      expect(((await firstCall(ID))?.DialedMS ?? 0) - atMs).toBeGreaterThanOrEqual(0);
      expect(((await firstCall(ID))?.DialedMS ?? 0) - atMs).toBeLessThan(soonMs);
    });

    it('calls at once if the instant is now or past', async () => {
      const { ID } = await waiting();
      const before = await testEnv.nowMs();
      await testEnv.workflows.rescheduleJob(ID, before - hour);
      await testEnv.end(ID);
      expect(((await firstCall(ID))?.DialedMS ?? 0) - before).toBeLessThan(soonMs);
    });

    it('applies the last of two', async () => {
      const { ID } = await waiting();
      const now = await testEnv.nowMs();
      await testEnv.workflows.rescheduleJob(ID, now + 50 * hour);
      await testEnv.workflows.rescheduleJob(ID, now + 2 * hour);
      expect((await testEnv.load(ID)).NextCallMS).toBe(now + 2 * hour);
      await testEnv.workflows.rescheduleJob(ID, now + 90 * hour);
      await testEnv.end(ID);
      expect((await firstCall(ID))?.DialedMS).toBeGreaterThanOrEqual(now + 90 * hour);
    });

    it('returns the instant in force to both of two concurrent requests', async () => {
      const { ID } = await waiting();
      const now = await testEnv.nowMs();
      const answers = await Promise.all([5, 6].map((hours) => testEnv.workflows.rescheduleJob(ID, now + hours * hour)));
      const { NextCallMS } = await testEnv.load(ID);
      expect(answers.map((answer) => answer.nextCallMs)).toContain(NextCallMS);
      await cancel(await testEnv.load(ID));
      await testEnv.end(ID);
    });

    it('is rejected while the job is in a call', async () => {
      const { ID } = await inCall();
      await expect(testEnv.workflows.rescheduleJob(ID, 0)).rejects.toMatchObject(notScheduled);
      await expect(testEnv.handle(ID).query(statusQuery)).resolves.toMatchObject({ state: 'calling' });
      await cancel(await testEnv.load(ID));
      await testEnv.end(ID);
    });

    it('applies before the first plan too, even if the call would start at once', async () => {
      await testEnv.stopWorkers();
      const { ID } = await testEnv.post();
      const atMs = (await testEnv.nowMs()) + 7 * hour;
      const answer = testEnv.handle(ID).executeUpdate(rescheduleUpdate, { args: [{ callAtMs: atMs }] });
      await untilReceived(ID);
      await testEnv.restart();
      await expect(answer).resolves.toEqual({ state: 'scheduled', nextCallMs: atMs });
      await testEnv.end(ID);
      expect((await firstCall(ID))?.DialedMS).toBeGreaterThanOrEqual(atMs);
    });

    it('is rejected before the first plan if the job cannot be planned', async () => {
      await testEnv.stopWorkers();
      const TimeRules = [{ TimeRanges: [{ Start: '09:00', End: '10:00' }] }];
      const job = await testEnv.insert({ Overrides: { Constraints: { TimeZone: 'Mars/Phobos', TimeRules } } });
      const { ID } = job;
      await testEnv.workflows.startJob(job);
      const answer = testEnv.handle(ID).executeUpdate(rescheduleUpdate, { args: [{ callAtMs: 0 }] });
      answer.catch(() => undefined);
      await untilReceived(ID);
      await testEnv.restart();
      await expect(answer).rejects.toMatchObject({ cause: { type: 'NotScheduled' } });
      expect(await testEnv.end(ID)).toMatchObject({ State: 'failed', CallCount: 0 });
    });

    it('is rejected if the job ends first', async () => {
      await testEnv.stopWorkers();
      const job = await testEnv.post({ Overrides: waitingLong });
      await cancel(job);
      const answer = testEnv.handle(job.ID).executeUpdate(rescheduleUpdate, { args: [{ callAtMs: 0 }] });
      answer.catch(() => undefined);
      await untilReceived(job.ID);
      await testEnv.restart();
      await expect(answer).rejects.toMatchObject({ cause: { type: 'NotScheduled' } });
      expect(await testEnv.end(job.ID)).toMatchObject({ State: 'canceled', CallCount: 0 });
    });
  });

  describe('changed constraints', () => {
    it('bring the call forward', async () => {
      const job = await waiting();
      await setConstraints(job, { MinCreationDelay: '2h' });
      await expect(testEnv.workflows.replanJob(job.ID)).resolves.toEqual({
        state: 'scheduled',
        nextCallMs: job.CreatedMS + 2 * hour,
      });
      await testEnv.end(job.ID);
      expect(((await firstCall(job.ID))?.DialedMS ?? 0) - job.CreatedMS - 2 * hour).toBeLessThan(soonMs);
    });

    it('postpone the call', async () => {
      const job = await waiting();
      await setConstraints(job, { MinCreationDelay: '400h' });
      await testEnv.workflows.replanJob(job.ID);
      await testEnv.end(job.ID);
      expect((await firstCall(job.ID))?.DialedMS).toBeGreaterThanOrEqual(job.CreatedMS + 400 * hour);
    });

    it('apply at the moment of the call even if the workflow was not woken', async () => {
      const job = await waiting();
      await setConstraints(job, { MinCreationDelay: '300h' });
      await testEnv.end(job.ID);
      expect((await firstCall(job.ID))?.DialedMS).toBeGreaterThanOrEqual(job.CreatedMS + 300 * hour);
    });

    it('take precedence over an earlier reschedule', async () => {
      const job = await waiting();
      await testEnv.workflows.rescheduleJob(job.ID, (await testEnv.nowMs()) + 2 * hour);
      await setConstraints(job, { MinCreationDelay: '240h' });
      await expect(testEnv.workflows.replanJob(job.ID)).resolves.toEqual({
        state: 'scheduled',
        nextCallMs: job.CreatedMS + 240 * hour,
      });
      await testEnv.end(job.ID);
      expect((await firstCall(job.ID))?.DialedMS).toBeGreaterThanOrEqual(job.CreatedMS + 240 * hour);
    });

    it('yield to a later reschedule', async () => {
      const job = await waiting();
      await setConstraints(job, { MinCreationDelay: '240h' });
      await testEnv.workflows.replanJob(job.ID);
      const atMs = (await testEnv.nowMs()) + 2 * hour;
      await testEnv.workflows.rescheduleJob(job.ID, atMs);
      await testEnv.end(job.ID);
      expect(((await firstCall(job.ID))?.DialedMS ?? 0) - atMs).toBeLessThan(soonMs);
    });

    it('fail the job at once if they can never be met', async () => {
      const job = await waiting();
      await setConstraints(job, {
        TimeZone: 'Mars/Phobos',
        TimeRules: [{ TimeRanges: [{ Start: '09:00', End: '10:00' }] }],
      });
      await expect(testEnv.workflows.replanJob(job.ID)).resolves.toEqual({ state: 'failed' });
      expect(await testEnv.end(job.ID)).toMatchObject({ State: 'failed', FailureReason: 'invalid_configuration' });
    });

    it('are not lost if they arrive during a call', async () => {
      testEnv.deps.provider.pace = 'live';
      const CampaignID = await testEnv.campaign({ RetryRules: { contact_hung_up: { Then: 'retry', Delays: ['1m'] } } });
      const { ID } = await testEnv.post({
        CampaignID,
        Overrides: simulated({ Scenario: 'contact_hung_up', RingSeconds: 1, TalkSeconds: 1 }),
      });
      const job = await testEnv.reach(ID, ({ State }) => State === 'calling');
      await setConstraints(job, { MinCreationDelay: '9h' });
      await testEnv.workflows.replanJob(ID);
      const planned = await testEnv.reach(ID, scheduled);
      expect(planned.NextCallMS).toBe(job.CreatedMS + 9 * hour);
      await cancel(planned);
      await testEnv.end(ID);
    });
  });

  it('meets every invariant with a worker that caches no workflow between tasks', async () => {
    await testEnv.restart({ maxCachedWorkflows: 0 });
    const CampaignID = await testEnv.campaign({ RetryRules: { contact_busy: { Then: 'retry', Delays: ['1h'] } } });
    const { ID } = await testEnv.post({ CampaignID, Overrides: simulated({ Scenario: 'contact_busy' }) });
    await testEnv.reach(ID, (job) => job.State === 'scheduled' && job.CallCount === 1);
    await testEnv.workflows.rescheduleJob(ID, (await testEnv.nowMs()) + 2 * hour);
    expect(await testEnv.end(ID)).toMatchObject({ State: 'failed', CallCount: 3 });
    expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
    await testEnv.restart();
  }, 20_000);
});
