import type { Activities } from '../../../activities';
import { piiDeletionWorkflowId } from '../../../shared/messages/workflow-ids';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

describe('an erasure', () => {
  let testEnv: TimeSkippingEnv;
  let rounds = 0;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv({
      replace: (real: Activities) => ({
        // In the first round the workflow of a delivery is running, although its document says that it is done.
        eraseHistories: async (jobId: string) => {
          await real.eraseHistories(jobId);
          return ++rounds === 1 ? 1 : 0;
        },
      }),
    });
  }, 30_000);
  afterAll(() => testEnv.close());

  it('looks again for the histories of deliveries that were running, even if none is pending', async () => {
    const job = await testEnv.insert({
      State: 'failed',
      Sequence: 2,
      FailureReason: 'invalid_configuration',
      EndedMS: 1,
    });
    const key = { orgId: job.OrgID, campaignId: job.CampaignID, jobId: job.ID };
    await testEnv.deps.store.jobs.requestErasure(key, await testEnv.nowMs());
    await testEnv.workflows.startErasure(job);
    expect(await testEnv.env.client.workflow.getHandle(piiDeletionWorkflowId(job.ID)).result()).toBe('deleted');
    expect(rounds).toBe(2);
  });
});
