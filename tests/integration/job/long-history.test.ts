import { EngineUnavailableError } from '../../../shared/adapters/temporal/workflow-client';
import type { Job } from '../../../shared/domain/job/job';
import { createProcesses } from '../../support/processes';
import { createInProcessEnv, type InProcessEnv } from '../../support/in-process-env';
import { until } from '../../support/until';

const hour = 3_600_000;

describe('a job with a long history', () => {
  const processes = createProcesses();
  let testEnv: InProcessEnv;
  beforeAll(async () => {
    // The server suggests continue-as-new after this many events; by default after 4096.
    const dynamicConfig = { 'limit.historyCount.suggestContinueAsNew': '40' };
    testEnv = await createInProcessEnv({ temporal: await processes.temporal({ dynamicConfig }) });
  }, 60_000);
  afterAll(async () => {
    await testEnv.close();
    await processes.end();
  });

  const waiting = async (): Promise<Job> => {
    const { ID } = await testEnv.post({ Overrides: { Constraints: { MinCreationDelay: '100h' } } });
    return testEnv.reach(ID, ({ State }) => State === 'scheduled');
  };
  const runOf = async (jobId: string) => (await testEnv.handle(jobId).describe()).runId;

  it('continues in a new run from its document, and handles every request on the way', async () => {
    const { ID } = await waiting();
    const first = await runOf(ID);
    const now = Date.now();
    for (let request = 1; request <= 30; request++) {
      const atMs = now + request * hour;
      await expect(testEnv.deps.workflows.rescheduleJob(ID, atMs)).resolves.toEqual({
        state: 'scheduled',
        nextCallMs: atMs,
      });
    }
    expect(await runOf(ID)).not.toBe(first);
    expect((await testEnv.load(ID)).NextCallMS).toBe(now + 30 * hour);
  }, 60_000);

  /** Retries as a client does: a request exactly between two runs fails with a retryable error. */
  const reschedule = async (jobId: string, callAtMs: number): Promise<unknown> =>
    testEnv.deps.workflows.rescheduleJob(jobId, callAtMs).catch((error: unknown) => {
      if (!(error instanceof EngineUnavailableError)) throw error;
      return testEnv.deps.workflows.rescheduleJob(jobId, callAtMs);
    });

  it('loses none of many concurrent requests', async () => {
    const job = await waiting();
    const first = await runOf(job.ID);
    const now = Date.now();
    for (let round = 0; round < 8; round++) {
      const answers = await Promise.allSettled([
        ...[1, 2, 3].map((request) => reschedule(job.ID, now + (round * 3 + request) * hour)),
        testEnv.deps.workflows.wakeJob(job),
      ]);
      expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
    }
    await until(
      () => runOf(job.ID),
      (run) => run !== first,
    );
    await testEnv.deps.store.jobs.requestCancel(
      { orgId: job.OrgID, campaignId: job.CampaignID, jobId: job.ID },
      Date.now(),
    );
    await testEnv.deps.workflows.wakeJob(job);
    expect(await testEnv.reach(job.ID, ({ State }) => State === 'canceled')).toMatchObject({ CallCount: 0 });
  }, 60_000);
});
