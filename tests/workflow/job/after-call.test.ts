import type { Job } from '../../../shared/domain/job/job';
import { simulated } from '../../support/builders';
import { invariantViolations } from '../../support/invariants';
import { createLatch } from '../../support/latch';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

const hour = 3_600_000;

/** The step of a call also decides what follows. Its workflow learns of that a moment later than clients do. */
describe('a request after the next call is planned, before the workflow knows of it', () => {
  let testEnv: TimeSkippingEnv;
  /** Opened by the test, to let the step of the call return; and by the workflow, when it has read the document. */
  let returning: ReturnType<typeof createLatch>;
  let read: ReturnType<typeof createLatch>;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
  }, 30_000);
  afterAll(() => testEnv.close());

  /** A job whose first call is over and whose second one is planned, while the step of the first one has not returned. */
  const planned = async (): Promise<Job> => {
    returning = createLatch();
    read = createLatch();
    await testEnv.restart({
      replace: ({ placeCall, loadJob }) => ({
        placeCall: async (at) => {
          const view = await placeCall(at);
          await returning.opened;
          return view;
        },
        loadJob: (jobId) => loadJob(jobId).finally(read.open),
      }),
    });
    const CampaignID = await testEnv.campaign({ RetryRules: { contact_busy: { Then: 'retry', Delays: ['1h'] } } });
    const { ID } = await testEnv.post({ CampaignID, Overrides: simulated({ Scenario: 'contact_busy' }) });
    return testEnv.reach(ID, ({ State, CallCount }) => State === 'scheduled' && CallCount === 1);
  };
  it('moves the next call, if it is a reschedule', async () => {
    const job = await planned();
    const atMs = (await testEnv.nowMs()) + 2 * hour;
    const rescheduled = testEnv.workflows.rescheduleJob(job.ID, atMs);
    await read.opened;
    returning.open();
    await expect(rescheduled).resolves.toMatchObject({ state: 'scheduled', nextCallMs: atMs });
    expect(await testEnv.end(job.ID)).toMatchObject({ State: 'failed', CallCount: 3 });
    expect(await invariantViolations(testEnv.deps, job.ID)).toEqual([]);
  });

  it('cancels the job at once, if it is a cancellation', async () => {
    const job = await planned();
    const { ID: jobId, OrgID: orgId, CampaignID: campaignId } = job;
    await testEnv.deps.store.jobs.requestCancel({ orgId, campaignId, jobId }, await testEnv.nowMs());
    await testEnv.workflows.wakeJob(job);
    await read.opened;
    returning.open();
    const canceled = await testEnv.end(jobId);
    expect(canceled).toMatchObject({ State: 'canceled', CallCount: 1 });
    expect(canceled.EventTimeMS).toBeLessThan(job.NextCallMS ?? 0);
    expect(await invariantViolations(testEnv.deps, jobId)).toEqual([]);
  });
});
