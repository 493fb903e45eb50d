import { orgId, simulated } from '../../support/builders';
import { invariantViolations, publishedStates } from '../../support/invariants';
import { createLatch } from '../../support/latch';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

describe('the analysis of a call', () => {
  let testEnv: TimeSkippingEnv;
  let analyzer: TimeSkippingEnv['deps']['analyzer'];
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
    ({ analyzer } = testEnv.deps);
  }, 30_000);
  afterEach(() => {
    testEnv.deps.analyzer = analyzer;
    testEnv.deps.provider.pace = 'instant';
  });
  afterAll(() => testEnv.close());

  it('in the step of the call rejects a reschedule, and the job goes on', async () => {
    const [analyzing, answered] = [createLatch(), createLatch()];
    testEnv.deps.analyzer = {
      ...analyzer,
      isQuick: true,
      analyze: async (request) => {
        analyzing.open();
        await answered.opened;
        return analyzer.analyze(request);
      },
    };
    const { ID } = await testEnv.post({ Overrides: simulated({ Scenario: 'conversation_complete' }) });
    await analyzing.opened;
    const notScheduled = { name: 'UpdateRejectedError', type: 'NotScheduled' };
    try {
      await expect(testEnv.workflows.rescheduleJob(ID, 0)).rejects.toMatchObject(notScheduled);
    } finally {
      answered.open();
    }
    expect(await testEnv.end(ID)).toMatchObject({ State: 'completed', CallCount: 1 });
    expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
  });

  it('is made if the job is canceled during the call', async () => {
    testEnv.deps.provider.pace = 'live';
    const Overrides = simulated({ Scenario: 'conversation_complete', RingSeconds: 0, TalkSeconds: 600 });
    const { ID, ...job } = await testEnv.post({ Overrides });
    await testEnv.reach(ID, ({ State }) => State === 'calling');
    await testEnv.deps.store.jobs.requestCancel(
      { orgId, campaignId: job.CampaignID, jobId: ID },
      Date.now() + 3_600_000,
    );
    await testEnv.workflows.wakeJob({ ID, ...job });
    const canceled = await testEnv.end(ID);
    const [call] = await testEnv.deps.store.calls.listByJob(ID);
    expect(call?.Analysis).toBeDefined();
    expect(canceled).toMatchObject({ State: 'canceled', Analysis: call?.Analysis });
    expect(canceled.PreviousCallsSummary).toBe(call?.Analysis?.CallSummary);
    expect((await publishedStates(testEnv.deps.store, ID)).slice(-2)).toEqual(['analyzing', 'canceled']);
    expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
  });

  it.each([
    ['in the step of the call', true],
    ['in a step of its own', false],
  ])('that can never be analyzed, %s, ends its job, and the contact is not called again', async (_where, isQuick) => {
    testEnv.deps.analyzer = {
      name: 'broken',
      isQuick,
      analyze: () => Promise.reject(new Error('The analyzer is broken.')),
    };
    const { ID } = await testEnv.post({ Overrides: simulated({ Scenario: 'contact_hung_up' }) });
    expect(await testEnv.end(ID)).toMatchObject({ State: 'failed', FailureReason: 'technical_error', CallCount: 1 });
    expect(await invariantViolations(testEnv.deps, ID)).toEqual([]);
  });

  it.each([true, false])(
    'does not keep a job from being canceled if it cannot be analyzed, quickly: %s',
    async (isQuick) => {
      testEnv.deps.provider.pace = 'live';
      testEnv.deps.analyzer = {
        name: 'broken',
        isQuick,
        analyze: () => Promise.reject(new Error('The analyzer is broken.')),
      };
      const Overrides = simulated({ Scenario: 'conversation_complete', RingSeconds: 0, TalkSeconds: 600 });
      const job = await testEnv.post({ Overrides });
      await testEnv.reach(job.ID, ({ State }) => State === 'calling');
      await testEnv.deps.store.jobs.requestCancel({ orgId, campaignId: job.CampaignID, jobId: job.ID }, Date.now());
      await testEnv.workflows.wakeJob(job);
      expect(await testEnv.end(job.ID)).toMatchObject({ State: 'canceled', CallCount: 1 });
      expect(await invariantViolations(testEnv.deps, job.ID)).toEqual([]);
    },
  );
});
