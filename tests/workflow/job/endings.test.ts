import type { Job } from '../../../shared/domain/job/job';
import { piiDeletionWorkflowId } from '../../../shared/messages/workflow-ids';
import { simulated } from '../../support/builders';
import { invariantViolations, publishedStates } from '../../support/invariants';
import { createLatch } from '../../support/latch';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';
import { until } from '../../support/until';

const waitingLong = { Constraints: { MinCreationDelay: '200h' } };
const keyOf = (job: Job) => ({ orgId: job.OrgID, campaignId: job.CampaignID, jobId: job.ID });

describe('ending a job in each of its states', () => {
  let testEnv: TimeSkippingEnv;
  let analysis = createLatch();
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
    const { analyzer } = testEnv.deps;
    testEnv.deps.analyzer = {
      name: 'held',
      isQuick: false,
      analyze: async (request) => {
        if (testEnv.deps.provider.pace === 'live') await analysis.opened;
        return analyzer.analyze(request);
      },
    };
    await testEnv.restart();
  }, 30_000);
  beforeEach(() => {
    testEnv.deps.provider.pace = 'instant';
    analysis = createLatch();
  });
  afterAll(() => testEnv.close());

  const cancel = async (job: Job): Promise<void> => {
    await testEnv.deps.store.jobs.requestCancel(keyOf(job), await testEnv.nowMs());
    await testEnv.workflows.wakeJob(job);
  };
  const erase = async (job: Job): Promise<Job> => {
    await testEnv.deps.store.jobs.requestErasure(keyOf(job), await testEnv.nowMs());
    await testEnv.workflows.startErasure(job);
    await testEnv.env.client.workflow.getHandle(piiDeletionWorkflowId(job.ID)).result();
    return testEnv.load(job.ID);
  };
  const callsOf = (jobId: string) => testEnv.deps.store.calls.listByJob(jobId);

  /** Brings a job into a state in which it stays until its end is requested. */
  const jobIn: Record<string, () => Promise<Job>> = {
    created: async () => {
      await testEnv.stopWorkers();
      const job = await testEnv.insert();
      await testEnv.workflows.startJob(job);
      return job;
    },
    scheduled: async () => {
      const { ID } = await testEnv.post({ Overrides: waitingLong });
      return testEnv.reach(ID, (job) => job.State === 'scheduled');
    },
    'scheduled, waiting for a call slot': async () => {
      await testEnv.restart({ queues: ['jobs', 'erasures'] });
      const { ID } = await testEnv.post();
      const queued = async () => (await testEnv.handle(ID).describe()).raw.pendingActivities?.length ?? 0;
      await until(queued, (count) => count > 0);
      return testEnv.load(ID);
    },
    calling: async () => {
      testEnv.deps.provider.pace = 'live';
      const { ID } = await testEnv.post({
        Overrides: simulated({ Scenario: 'conversation_complete', TalkSeconds: 600 }),
      });
      await until(
        async () => (await callsOf(ID))[0]?.State,
        (state) => state === 'active',
      );
      return testEnv.load(ID);
    },
    analyzing: async () => {
      testEnv.deps.provider.pace = 'live';
      const { ID } = await testEnv.post({ Overrides: simulated({ RingSeconds: 0, TalkSeconds: 0.2 }) });
      return testEnv.reach(ID, (job) => job.State === 'analyzing');
    },
  };
  /** Releases the job once the request is stored. */
  const release = async (state: string): Promise<void> => {
    if (state === 'created') await testEnv.restart();
    analysis.open();
  };
  afterEach(() => testEnv.restart());

  it.each(Object.keys(jobIn))(
    'cancel, %s: the call is hung up, the job is canceled, and no phone rings again',
    async (state) => {
      const job = await jobIn[state]!();
      await cancel(job);
      await release(state);
      const ended = await testEnv.end(job.ID);
      expect(ended).toMatchObject({ State: 'canceled', FailureReason: 'canceled' });
      expect(ended.NextCallMS).toBeUndefined();
      expect(ended.DueMS).toBeUndefined();
      expect(await invariantViolations(testEnv.deps, job.ID)).toEqual([]);
      const calls = await callsOf(job.ID);
      if (state === 'calling') {
        expect(calls).toMatchObject([{ State: 'ended', EndedReason: 'assistant_hung_up' }]);
        expect(await publishedStates(testEnv.deps.store, job.ID)).toEqual([
          'created',
          'scheduled',
          'calling',
          'analyzing',
          'canceled',
        ]);
        expect(ended.Metrics.TotalCallAttempts).toBe(1);
      }
      if (state.startsWith('scheduled') || state === 'created') expect(calls).toEqual([]);
    },
    20_000,
  );

  it.each(Object.keys(jobIn))(
    'erase, %s: the job stops first, then it is deleted',
    async (state) => {
      const job = await jobIn[state]!();
      await testEnv.deps.store.jobs.requestErasure(keyOf(job), await testEnv.nowMs());
      await release(state);
      const ended = await erase(job);
      expect(ended).toMatchObject({ State: 'deleted', PhoneNumber: '', CampaignID: job.CampaignID });
      expect(ended.ContactName).toBeUndefined();
      expect(ended.Analysis).toBeUndefined();
      expect((await publishedStates(testEnv.deps.store, job.ID)).slice(-2)).toEqual(['deleting', 'deleted']);
      for (const call of await callsOf(job.ID)) expect(call).toMatchObject({ Messages: [] });
      expect(await invariantViolations(testEnv.deps, job.ID)).toEqual([]);
    },
    20_000,
  );

  it.each(['completed', 'failed', 'canceled'])('erase, %s: the job is deleted', async (state) => {
    const Scenario = state === 'failed' ? 'wrong_contact' : 'conversation_complete';
    const job = await testEnv.post({
      Overrides: { ...simulated({ Scenario }), ...(state === 'canceled' ? waitingLong : {}) },
    });
    if (state === 'canceled') await cancel(job);
    expect(await testEnv.end(job.ID)).toMatchObject({ State: state });
    expect(await erase(job)).toMatchObject({ State: 'deleted', PhoneNumber: '' });
    expect(await erase(job)).toMatchObject({ State: 'deleted' });
    expect(await invariantViolations(testEnv.deps, job.ID)).toEqual([]);
  });

  it('erases the responses of receivers about the job', async () => {
    const job = await testEnv.post({ Overrides: simulated({ Scenario: 'conversation_complete' }) });
    await testEnv.end(job.ID);
    const { deliveries } = testEnv.deps.store;
    const about = { orgId: job.OrgID, campaignId: job.CampaignID, jobId: job.ID, sequence: 1, testJob: false };
    const event = { ...about, state: 'created', eventTimeMs: job.CreatedMS } as const;
    await deliveries.open('webhook_erased', event, job.CreatedMS);
    const id = deliveries.idOf({ webhookId: 'webhook_erased', jobId: job.ID, sequence: 1 });
    const attempt = { Number: 1, AtMS: job.CreatedMS, DurationMS: 1, Status: 200, ResponseBody: 'Thanks, Ada!' };
    await deliveries.recordAttempt({ ID: id, Event: event }, attempt, { State: 'delivered' });
    await erase(job);
    expect(JSON.stringify(await deliveries.find(id))).not.toContain('Ada');
  });

  it('erases a job that failed before its first plan', async () => {
    const job = await testEnv.post({
      Overrides: { Constraints: { MaxAttemptsInInterval: { Count: 1, Duration: 'soon' } } },
    });
    expect(await testEnv.end(job.ID)).toMatchObject({ State: 'failed', Sequence: 2 });
    expect(await erase(job)).toMatchObject({ State: 'deleted' });
  });

  it('hangs up for a cancellation that arrives while an earlier request is being handled', async () => {
    const held = createLatch();
    let reads = 0;
    await testEnv.restart({
      replace: ({ loadJob }) => ({
        loadJob: async (jobId) => {
          const view = await loadJob(jobId);
          reads += 1;
          if (reads === 1) await held.opened;
          return view;
        },
      }),
    });
    const job = await jobIn['calling']!();
    await testEnv.workflows.wakeJob(job);
    await until(
      () => reads,
      (count) => count === 1,
    );
    await cancel(job);
    // A local activity that takes this long makes the worker complete its workflow task, so the next signal arrives during it.
    await until(
      () => countDeliveredSignals(testEnv, job.ID),
      (count) => count === 2,
      15_000,
    );
    held.open();
    analysis.open();
    expect(await testEnv.end(job.ID)).toMatchObject({ State: 'canceled' });
  }, 30_000);
});

/** Counts the signals that reached a task of the workflow. */
async function countDeliveredSignals(testEnv: TimeSkippingEnv, jobId: string): Promise<number> {
  const { events } = await testEnv.handle(jobId).fetchHistory();
  const types = (events ?? []).map((event) => Object.keys(event).find((key) => key.endsWith('EventAttributes')));
  const lastStarted = types.lastIndexOf('workflowTaskStartedEventAttributes');
  return types.slice(0, lastStarted).filter((type) => type === 'workflowExecutionSignaledEventAttributes').length;
}
