import { createInProcessEnv, type InProcessEnv } from '../../support/in-process-env';
import { until } from '../../support/until';

const jobsOfOne = 60;

describe('an organization with many campaigns and imports', () => {
  let testEnv: InProcessEnv;
  beforeAll(async () => {
    testEnv = await createInProcessEnv({ workers: { queues: [] } });
  }, 60_000);
  afterAll(() => testEnv.close());

  /** Stores and starts a job of each campaign and import of one organization, and then a job of another. */
  const startJobs = async (): Promise<{ ids: string[]; other: string }> => {
    const { workflows } = testEnv.deps;
    const ids: string[] = [];
    for (let index = 0; index < jobsOfOne; index++) {
      const { ID } = await testEnv.insert();
      const ImportID = index % 2 === 0 ? undefined : `import_${index}`;
      await workflows.startJob({ ID, OrgID: 'org_many', CampaignID: `campaign_${index}`, ImportID });
      ids.push(ID);
    }
    const { ID: other } = await testEnv.insert();
    await workflows.startJob({ ID: other, OrgID: 'org_other', CampaignID: 'campaign_other' });
    return { ids, other };
  };

  it('delays neither the planning nor the calls of another organization', async () => {
    const { ids, other } = await startJobs();
    const planned: string[] = [];
    const { jobs } = testEnv.deps.store;
    const { load } = jobs;
    jobs.load = (jobId) => {
      planned.push(jobId);
      return load(jobId);
    };
    await testEnv.restart({ queues: ['jobs'] });
    for (const id of [...ids, other]) await testEnv.reach(id, ({ State }) => State === 'scheduled');
    jobs.load = load;
    const pendingCalls = async (id: string) => (await testEnv.handle(id).describe()).raw.pendingActivities?.length;
    for (const id of [...ids, other])
      await until(
        () => pendingCalls(id),
        (count) => count === 1,
      );

    const called: string[] = [];
    const placeCall = ({ jobId }: { jobId: string }) => {
      called.push(jobId);
      return Promise.resolve(null);
    };
    await testEnv.restart({ queues: ['jobs', 'calls'], replace: () => ({ placeCall }) });
    await until(
      () => called,
      (all) => all.length > jobsOfOne,
    );
    const order = (all: readonly string[]): number => [...new Set(all)].indexOf(other);
    for (const all of [planned, called]) expect(order(all)).toBeLessThan(jobsOfOne / 3);
  }, 60_000);
});
