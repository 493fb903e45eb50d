import { sweepJobs } from '../../../activities/sweeper/sweep-jobs';
import type { Job } from '../../../shared/domain/job/job';
import type { SuppressionReason } from '../../../shared/domain/suppression/suppression';
import { piiDeletionWorkflowId } from '../../../shared/messages/workflow-ids';
import { orgId, simulated } from '../../support/builders';
import { invariantViolations, ringsByAttempt } from '../../support/invariants';
import { createLatch } from '../../support/latch';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

const later = { Constraints: { MinCreationDelay: '2h' } };
const refusing = { Overrides: simulated({ Scenario: 'user_refusal' }) };

describe('a suppressed number', () => {
  let testEnv: TimeSkippingEnv;
  let analysis: ReturnType<typeof createLatch> | undefined;
  let numbers = 0;
  let PhoneNumber: string;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
    const { analyzer } = testEnv.deps;
    testEnv.deps.analyzer = {
      name: 'held',
      isQuick: false,
      analyze: async (request) => {
        await analysis?.opened;
        return analyzer.analyze(request);
      },
    };
    await testEnv.restart();
  }, 30_000);
  afterAll(() => testEnv.close());
  beforeEach(() => {
    analysis = undefined;
    testEnv.deps.provider.pace = 'instant';
    PhoneNumber = `+1415555016${numbers++}`;
  });

  const store = () => testEnv.deps.store;
  const suppress = async (Reason: SuppressionReason = 'complaint') => {
    const nowMs = await testEnv.nowMs();
    await store().suppressions.add(
      { orgId },
      [{ phoneNumber: PhoneNumber, Reason, Source: 'api', CreatedMS: nowMs }],
      nowMs,
    );
  };
  const entries = async () => store().suppressions.listByNumber(orgId, PhoneNumber, await testEnv.nowMs(), 10);
  const post = (fields: Partial<Job> = {}) => testEnv.post({ PhoneNumber, ...fields });
  const postElsewhere = async (fields: Partial<Job> = {}) => post({ CampaignID: await testEnv.campaign(), ...fields });
  const rings = async (job: Job) => (await ringsByAttempt(testEnv.deps.mongo, job.ID)).size;
  const expectNeverRung = async (job: Job, CallCount = 0) => {
    expect(await testEnv.load(job.ID)).toMatchObject({ State: 'failed', FailureReason: 'opted_out', CallCount });
    expect(await rings(job)).toBe(0);
    expect(await invariantViolations(testEnv.deps, job.ID)).toEqual([]);
  };

  it('is not rung by a job that waited when it was suppressed, nor by one that a person reschedules', async () => {
    const [waiting, rescheduled] = [await post({ Overrides: later }), await post({ Overrides: later })];
    for (const { ID } of [waiting, rescheduled]) await testEnv.reach(ID, ({ State }) => State === 'scheduled');
    await suppress();
    await expect(testEnv.workflows.rescheduleJob(rescheduled.ID, await testEnv.nowMs())).rejects.toThrow('not waiting');
    await testEnv.end(waiting.ID);
    for (const job of [waiting, rescheduled]) await expectNeverRung(job);
  }, 60_000);

  it('fails the jobs that wait for it at the next sweep, long before their calls', async () => {
    const waiting = await post({ Overrides: { Constraints: { MinCreationDelay: '1000h' } } });
    await testEnv.reach(waiting.ID, ({ State }) => State === 'scheduled');
    await suppress();
    const nowMs = await testEnv.nowMs();
    await sweepJobs(testEnv.deps, nowMs + 1);
    const failed = await testEnv.reach(waiting.ID, ({ State }) => State === 'failed');
    expect(failed.UpdatedMS - nowMs).toBeLessThan(24 * 3_600_000);
    await expectNeverRung(waiting);
  }, 60_000);

  it('is not rung when it is suppressed after the call was planned, prepared and claimed, right before dialing', async () => {
    const { calls } = store();
    const { claim } = calls;
    calls.claim = async (call) => {
      const claimed = await claim(call);
      await suppress();
      return claimed;
    };
    try {
      const job = await post();
      await testEnv.end(job.ID);
      await expectNeverRung(job, 1);
      expect(await calls.listByJob(job.ID)).toMatchObject([{ State: 'failed', EndedReason: 'assistant_error' }]);
    } finally {
      calls.claim = claim;
    }
  }, 60_000);

  it('is one whose contact refused: no other job of any campaign rings it again', async () => {
    const [waiting, refused] = [await postElsewhere({ Overrides: later }), await post(refusing)];
    expect(await testEnv.end(refused.ID)).toMatchObject({ State: 'failed', FailureReason: 'opted_out', CallCount: 1 });
    const [entry, ...others] = await entries();
    expect(others).toEqual([]);
    const CallID = (await testEnv.deps.store.calls.listByJob(refused.ID))[0]?.ID;
    expect(entry).toMatchObject({ Reason: 'user_refusal', Source: 'call', JobID: refused.ID, CallID });
    expect(entry?.CampaignID).toBeUndefined();
    const made = await postElsewhere();
    expect(made).toMatchObject({ State: 'failed', FailureReason: 'opted_out' });
    await testEnv.end(waiting.ID);
    for (const job of [waiting, made]) await expectNeverRung(job);
    expect(await rings(refused)).toBe(1);
    const log = await store().auditLog.list({ orgId, jobId: refused.ID }, 10);
    expect(log).toMatchObject([{ Action: 'suppression.added', Details: { Reason: 'user_refusal' }, CallID }]);
    expect((await testEnv.load(refused.ID)).AuditLogEntries).toEqual([log[0]?.ID]);
  }, 60_000);

  it('is one whose contact hung up, if the campaign treats that as an opt-out', async () => {
    const CampaignID = await testEnv.campaign({ Defaults: { HangUpIsOptOut: true } });
    const job = await post({ CampaignID, Overrides: simulated({ Scenario: 'contact_hung_up' }) });
    await testEnv.end(job.ID);
    expect(await entries()).toMatchObject([{ Reason: 'opted_out', Source: 'call', JobID: job.ID }]);
    expect(await postElsewhere()).toMatchObject({ State: 'failed', FailureReason: 'opted_out' });
  }, 60_000);

  it('is suppressed once, although the step that concludes the call fails after it and is repeated', async () => {
    const { jobTransitions } = store();
    const { apply } = jobTransitions;
    let failures = 0;
    jobTransitions.apply = (transition) =>
      transition.to === 'failed' && failures++ < 2
        ? Promise.reject(new Error('The store is down.'))
        : apply(transition);
    try {
      const job = await post(refusing);
      expect(await testEnv.end(job.ID)).toMatchObject({ State: 'failed', FailureReason: 'opted_out' });
    } finally {
      jobTransitions.apply = apply;
    }
    expect(failures).toBe(3);
    expect(await entries()).toHaveLength(1);
  }, 60_000);

  it('is one whose contact refused in a call whose job was canceled', async () => {
    analysis = createLatch();
    const job = await post(refusing);
    await testEnv.reach(job.ID, ({ State }) => State === 'analyzing');
    const key = { orgId, campaignId: job.CampaignID, jobId: job.ID };
    await store().jobs.requestCancel(key, await testEnv.nowMs());
    analysis.open();
    expect(await testEnv.end(job.ID)).toMatchObject({ State: 'canceled' });
    expect(await entries()).toMatchObject([{ Reason: 'user_refusal', JobID: job.ID }]);
  }, 60_000);

  it('is not one whose contact refused if the campaign itself calls again after that', async () => {
    const RetryRules = { user_refusal: { Then: 'retry' as const, Delays: ['1m'] } };
    const CampaignID = await testEnv.campaign({ RetryRules, Defaults: { Constraints: { MaxTotalCalls: 2 } } });
    const job = await post({ CampaignID, ...refusing });
    expect(await testEnv.end(job.ID)).toMatchObject({ FailureReason: 'max_attempts_exceeded', CallCount: 2 });
    expect(await entries()).toEqual([]);
  }, 60_000);

  it('stays suppressed when the job whose contact refused is erased, and leads to that job no more', async () => {
    const job = await post(refusing);
    await testEnv.end(job.ID);
    await store().jobs.requestErasure({ orgId, campaignId: job.CampaignID, jobId: job.ID }, await testEnv.nowMs());
    await testEnv.workflows.startErasure(job);
    await testEnv.env.client.workflow.getHandle(piiDeletionWorkflowId(job.ID)).result();
    expect(await testEnv.load(job.ID)).toMatchObject({ State: 'deleted' });
    const [entry] = await entries();
    expect(entry).toMatchObject({ Reason: 'user_refusal', Source: 'call' });
    expect([entry?.JobID, entry?.CallID]).toEqual([undefined, undefined]);
    expect(await postElsewhere()).toMatchObject({ State: 'failed', FailureReason: 'opted_out' });
  }, 60_000);
});
