import type { Job } from '../../../shared/domain/job/job';
import { simulated } from '../../support/builders';
import { cutOff } from '../../support/cut-off';
import { invariantViolations } from '../../support/invariants';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';
import { until } from '../../support/until';

describe('a call whose worker is cut off from Temporal', () => {
  let testEnv: TimeSkippingEnv;
  let reconciliations = 0;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv({
      replace: (real) => ({
        ...cutOff(real),
        reconcileCall: (jobId) => {
          reconciliations++;
          return real.reconcileCall(jobId);
        },
      }),
    });
    testEnv.deps.provider.pace = 'live';
  }, 30_000);
  afterAll(() => testEnv.close());

  const keyOf = (job: Job) => ({ orgId: job.OrgID, campaignId: job.CampaignID, jobId: job.ID });
  type Request = (job: Job, nowMs: number) => Promise<unknown>;
  const requests: [string, Request, string][] = [
    ['canceled', (job, nowMs) => testEnv.deps.store.jobs.requestCancel(keyOf(job), nowMs), 'canceled'],
    ['erased', (job, nowMs) => testEnv.deps.store.jobs.requestErasure(keyOf(job), nowMs), 'deleting'],
  ];

  it.each(requests)('is hung up when its job is %s', async (_how, request, state) => {
    reconciliations = 0;
    const job = await testEnv.post({
      Overrides: simulated({ Scenario: 'conversation_complete', RingSeconds: 0, TalkSeconds: 600 }),
    });
    await until(
      () => reconciliations,
      (count) => count > 0,
    );
    const [during] = await testEnv.deps.store.calls.listByJob(job.ID);
    expect(during).toMatchObject({ State: 'active' });
    await request(job, await testEnv.nowMs());
    await testEnv.workflows.wakeJob(job);
    expect(await testEnv.end(job.ID)).toMatchObject({ State: state, CallCount: 1 });
    const [after] = await testEnv.deps.store.calls.listByJob(job.ID);
    expect(after?.State).toBe('ended');
    expect(await invariantViolations(testEnv.deps, job.ID)).toEqual([]);
  });
});
