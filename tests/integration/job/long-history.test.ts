import { EngineUnavailableError } from '../../../shared/adapters/temporal/workflow-client';
import type { Job } from '../../../shared/domain/job/job';
import { createProcesses } from '../../support/processes';
import { createInProcessEnv, type InProcessEnv } from '../../support/in-process-env';
import { until } from '../../support/until';

const hour = 3_600_000;

describe('a job whose history grows long', () => {
  const processes = createProcesses();
  let world: InProcessEnv;
  beforeAll(async () => {
    // The server suggests a new run after this many events; by default after 4096.
    world = await createInProcessEnv(processes, { dynamicConfig: { 'limit.historyCount.suggestContinueAsNew': '40' } });
  }, 60_000);
  afterAll(async () => {
    await world.close();
    await processes.end();
  });

  const waiting = async (): Promise<Job> => {
    const { ID } = await world.post({ Overrides: { Constraints: { MinCreationDelay: '100h' } } });
    return world.reach(ID, ({ State }) => State === 'scheduled');
  };
  const runOf = async (jobId: string) => (await world.handle(jobId).describe()).runId;

  it('goes on in a new run from its document, with every wish answered on the way', async () => {
    const { ID } = await waiting();
    const first = await runOf(ID);
    const now = Date.now();
    for (let wish = 1; wish <= 30; wish++) {
      const atMs = now + wish * hour;
      await expect(world.deps.workflows.rescheduleJob(ID, atMs)).resolves.toEqual({
        state: 'scheduled',
        nextCallMs: atMs,
      });
    }
    expect(await runOf(ID)).not.toBe(first);
    expect((await world.load(ID)).NextCallMS).toBe(now + 30 * hour);
  }, 60_000);

  /** As a client does: one run ends and the next begins, and who asks at that very moment is told to ask again. */
  const reschedule = async (jobId: string, callAtMs: number): Promise<unknown> =>
    world.deps.workflows.rescheduleJob(jobId, callAtMs).catch((error: unknown) => {
      if (!(error instanceof EngineUnavailableError)) throw error;
      return world.deps.workflows.rescheduleJob(jobId, callAtMs);
    });

  it('loses no wish when many come at once', async () => {
    const job = await waiting();
    const first = await runOf(job.ID);
    const now = Date.now();
    for (let round = 0; round < 8; round++) {
      const answers = await Promise.allSettled([
        ...[1, 2, 3].map((wish) => reschedule(job.ID, now + (round * 3 + wish) * hour)),
        world.deps.workflows.wakeJob(job),
      ]);
      expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
    }
    await until(
      () => runOf(job.ID),
      (run) => run !== first,
    );
    await world.deps.store.jobs.requestCancel(
      { orgId: job.OrgID, campaignId: job.CampaignID, jobId: job.ID },
      Date.now(),
    );
    await world.deps.workflows.wakeJob(job);
    expect(await world.reach(job.ID, ({ State }) => State === 'canceled')).toMatchObject({ CallCount: 0 });
  }, 60_000);
});
