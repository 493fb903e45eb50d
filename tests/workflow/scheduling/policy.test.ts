import { jobIdOfRow } from '../../../shared/domain/import/import';
import { jobImportWorkflowId } from '../../../shared/messages/workflow-ids';
import { orgId, simulated } from '../../support/builders';
import { storeImport } from '../../support/imports';
import { ringsByAttempt } from '../../support/invariants';
import { createTimeSkippingEnv, type TimeSkippingEnv } from '../../support/time-skipping-env';

describe("the operator's policy for test jobs", () => {
  let testEnv: TimeSkippingEnv;
  beforeAll(async () => {
    testEnv = await createTimeSkippingEnv();
    const CreatedMS = await testEnv.nowMs();
    await testEnv.deps.store.organizations.insertIfAbsent({ ID: orgId, Name: 'Test', CreatedMS });
  }, 30_000);
  afterAll(() => testEnv.close());

  const allow = (Allowed: boolean) => testEnv.deps.store.organizations.setPolicy(orgId, 'TestJobs', { Allowed });
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
    await testEnv.deps.store.organizations.setPolicy(orgId, 'TestJobs', { Allowed: false });
    expect(await testEnv.end(refused.ID)).toMatchObject({
      State: 'failed',
      FailureReason: 'invalid_configuration',
      FailureMessage: 'No further call can be planned: The operator of this service does not allow test jobs.',
      CallCount: 0,
    });
    await testEnv.end(made.ID);
    expect((await ringsByAttempt(testEnv.deps.mongo)).size).toBe(0);
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
