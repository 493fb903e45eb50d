import { jobIdOfRow } from '../../../shared/domain/import/import';
import type { Job } from '../../../shared/domain/job/job';
import { jobImportWorkflowId } from '../../../shared/messages/workflow-ids';
import { orgId, simulated } from '../../support/builders';
import { storeImport } from '../../support/imports';
import { ringsByAttempt } from '../../support/invariants';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';
import { until } from '../../support/until';

describe("the operator's policy", () => {
  let testEnv: TimeSkippingEnv;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
    await testEnv.insertOrganization();
  }, 30_000);
  afterAll(() => testEnv.close());
  afterEach(() =>
    testEnv.deps.store.organizations.setPolicy(orgId, {
      TestJobs: undefined,
      Countries: undefined,
      MaxAttemptsPerNumberPerDay: undefined,
      MaxCallsPerJob: undefined,
      MinRetryDelaySeconds: undefined,
    }),
  );

  const allow = (Allowed: boolean) => testEnv.deps.store.organizations.setPolicy(orgId, { TestJobs: { Allowed } });
  const waiting = () =>
    testEnv.post({
      TestJob: true,
      Overrides: simulated({ Scenario: 'conversation_complete' }, { Constraints: { MinCreationDelay: '2h' } }),
    });

  it('is asked again right before a call: a waiting job that it no longer allows fails and never rings', async () => {
    await allow(true);
    const [refused, made] = [await waiting(), await waiting()];
    await testEnv.reach(refused.ID, ({ State }) => State === 'scheduled');
    await testEnv.reach(made.ID, ({ State }) => State === 'scheduled');
    await testEnv.deps.store.organizations.setPolicy(orgId, { TestJobs: { Allowed: false } });
    expect(await testEnv.end(refused.ID)).toMatchObject({
      State: 'failed',
      FailureReason: 'invalid_configuration',
      FailureMessage: 'No further call can be planned: The operator of this service does not allow test jobs.',
      CallCount: 0,
    });
    await testEnv.end(made.ID);
    expect((await ringsByAttempt(testEnv.deps.mongo)).size).toBe(0);
  }, 60_000);

  it('is asked again about the number right before a call, also when a person chose the instant', async () => {
    await allow(true);
    const post = () =>
      testEnv.post({
        PhoneNumber: '+358401234567',
        Overrides: simulated({}, { Constraints: { MinCreationDelay: '2h' } }),
      });
    const [planned, rescheduled] = [await post(), await post()];
    for (const { ID } of [planned, rescheduled]) await testEnv.reach(ID, ({ State }) => State === 'scheduled');
    await testEnv.deps.store.organizations.setPolicy(orgId, { Countries: ['SE'] });
    const now = await testEnv.nowMs();
    await expect(testEnv.workflows.rescheduleJob(rescheduled.ID, now)).rejects.toThrow('not waiting');
    for (const { ID } of [rescheduled, planned])
      expect(await testEnv.end(ID)).toMatchObject({
        State: 'failed',
        FailureReason: 'invalid_configuration',
        FailureMessage: 'No further call can be planned: The operator of this service does not allow calls to FI.',
        CallCount: 0,
      });
  }, 60_000);

  it('limits the attempts to one number over all jobs, also those that a person rescheduled', async () => {
    await testEnv.deps.store.organizations.setPolicy(orgId, { MaxAttemptsPerNumberPerDay: 2 });
    const PhoneNumber = '+358401234568';
    const jobs: Job[] = [];
    for (let n = 0; n < 4; n++) jobs.push(await testEnv.post({ PhoneNumber, CampaignID: await testEnv.campaign() }));
    const load = () => Promise.all(jobs.map(({ ID }) => testEnv.load(ID)));
    // A refused call is planned again a second later: until then its job still has the old instant.
    const isRefused = ({ State, NextCallMS = 0, CreatedMS }: Job): boolean =>
      State === 'scheduled' && NextCallMS > CreatedMS + 23 * 3_600_000;
    const settled = await until(
      load,
      (all) =>
        all.filter(({ State }) => State === 'completed').length === 2 &&
        all.filter((job) => isRefused(job)).length === 2,
    );
    const waiting = settled.filter((job) => isRefused(job));
    for (const { ID, CreatedMS } of waiting) {
      const { nextCallMs = 0 } = await testEnv.workflows.rescheduleJob(ID, await testEnv.nowMs());
      expect(nextCallMs).toBeGreaterThan(CreatedMS + 23 * 3_600_000);
    }
    for (const { ID } of waiting) expect((await testEnv.end(ID)).State).toBe('completed');
    const dialed = (await Promise.all(jobs.map(({ ID }) => testEnv.deps.store.calls.listByJob(ID))))
      .flat()
      .map((call) => call.DialedMS ?? 0)
      .sort((a, b) => a - b);
    expect(dialed).toHaveLength(4);
    expect(dialed[2]! - dialed[0]!).toBeGreaterThanOrEqual(24 * 3_600_000);
  }, 60_000);

  it('ends a job without a limit of its own, and keeps a pause between its calls', async () => {
    await testEnv.deps.store.organizations.setPolicy(orgId, { MaxCallsPerJob: 4, MinRetryDelaySeconds: 60 });
    const CampaignID = await testEnv.campaign({ RetryRules: { contact_busy: { Then: 'retry', Delays: ['0'] } } });
    const Overrides = simulated({ Scenario: 'contact_busy' }, { Constraints: { MaxTotalCalls: 0 } });
    const { ID } = await testEnv.post({ CampaignID, Overrides });
    expect(await testEnv.end(ID)).toMatchObject({
      State: 'failed',
      FailureReason: 'max_attempts_exceeded',
      CallCount: 4,
    });
    const calls = await testEnv.deps.store.calls.listByJob(ID);
    for (const [index, call] of calls.entries())
      if (index > 0) expect((call.DialedMS ?? 0) - (calls[index - 1]?.EndedMS ?? 0)).toBeGreaterThanOrEqual(60_000);
  }, 60_000);

  it('fails the test jobs of an import and stores them encrypted, and lets the other rows through', async () => {
    await allow(false);
    const nowMs = await testEnv.nowMs();
    const name = 'Josephine Unseen';
    const text = `ContactPhoneNumber,ContactName,TestJob\n+14155550123,${name},true\n+14155550124,Ann,false\n`;
    const bulkImport = await storeImport(testEnv.deps, await testEnv.campaign(), { rows: 2, nowMs, text });
    await testEnv.workflows.startImport(bulkImport);
    await testEnv.env.client.workflow.getHandle(jobImportWorkflowId(bulkImport.ID)).result();
    const finished = (await testEnv.deps.store.imports.load(bulkImport.ID))!;
    const endOfRow = (row: number) => testEnv.end(jobIdOfRow(finished, row)!);
    const [test, other] = [await endOfRow(1), await endOfRow(2)];
    expect(test).toMatchObject({ State: 'failed', FailureReason: 'invalid_configuration', ContactName: name });
    // Its scenario is drawn by its id, so its outcome varies.
    expect(other.CallCount).toBeGreaterThan(0);
    const jobs = testEnv.deps.mongo.db.collection<{ _id: string }>('jobs');
    expect(JSON.stringify(await jobs.findOne({ _id: test.ID }))).not.toContain(name);
  }, 60_000);
});
