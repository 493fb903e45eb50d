import { sweep } from '../../../activities/sweeper/sweeper';
import type { Job } from '../../../shared/domain/job/job';
import { aCampaign, aJob, orgId } from '../../support/builders';
import { createTestDeps, type TestDeps } from '../../support/worker';
import { createFlowsDouble } from '../api/workflow-client-double';

const dayMs = 86_400_000;

describe('a sweep in which something fails', () => {
  const { workflows, asked, fail } = createFlowsDouble();
  let stubborn = new Set<string>();
  let deps: TestDeps;
  beforeEach(async () => {
    deps = await createTestDeps({
      clock: { nowMs: () => Date.now() },
      histories: {
        isRunning: () => Promise.resolve(false),
        erase: () => Promise.resolve({ readable: 0, running: 0 }),
      },
      workflows: {
        ...workflows,
        wakeJob: (job) =>
          stubborn.has(job.ID) ? Promise.reject(new Error('Too many signals.')) : workflows.wakeJob(job),
      },
    });
    [asked.length, stubborn] = [0, new Set()];
    delete fail.wakeJob;
  });
  afterEach(() => deps.close());

  const stored = async (fields: Partial<Job>): Promise<Job> => {
    const job = aJob({ CreatedMS: 1, CampaignID: 'campaign_1', ...fields });
    await deps.store.jobs.insert(job);
    return job;
  };
  const overdue = () => stored({ DueMS: 1 });
  /** Something left behind of every kind. */
  const leaveBehind = async (): Promise<void> => {
    const times = { CreatedMS: 1, UpdatedMS: 1 };
    const Config = aCampaign({ RetentionDays: 1 });
    await deps.store.campaigns.insert({ ID: 'campaign_1', OrgID: orgId, Version: 1, Config, ...times });
    const ended = await stored({ State: 'completed', EndedMS: Date.now() - 2 * dayMs, DueMS: Date.now() + dayMs });
    const event = { jobId: ended.ID, sequence: 1, orgId, campaignId: 'campaign_1', state: 'completed' as const };
    await deps.store.deliveries.open('webhook_1', { ...event, eventTimeMs: 1, testJob: false }, 1);
  };
  const askedFor = (what: string): number => asked.filter((wish) => wish.what === what).length;

  it('brings everything else back, and finds what failed the next time', async () => {
    await leaveBehind();
    const [first, second] = [await overdue(), await overdue()];
    stubborn.add(first.ID);
    await sweep(deps);
    expect([askedFor('wakeJob'), askedFor('startDelivery'), askedFor('startErasure')]).toEqual([1, 1, 1]);
    stubborn.clear();
    await sweep(deps);
    expect(asked.filter(({ what }) => what === 'wakeJob').map(({ args }) => (args[0] as Job).ID)).toEqual([
      second.ID,
      first.ID,
    ]);
  });

  it('starts a job of an import as the import would have, so that operators find it by its import', async () => {
    const job = await stored({ DueMS: 1, ImportID: 'import_1' });
    await sweep(deps);
    expect(asked).toMatchObject([{ what: 'wakeJob', args: [{ ID: job.ID, ImportID: 'import_1' }] }]);
  });

  it('leaves a kind for which nobody answers after a few tries, and goes on to the others', async () => {
    await leaveBehind();
    await Promise.all(Array.from({ length: 100 }, () => overdue()));
    fail.wakeJob = new Error('The workflow engine did not respond.');
    await sweep(deps);
    expect(askedFor('wakeJob')).toBeLessThan(45);
    expect([askedFor('startDelivery'), askedFor('startErasure')]).toEqual([1, 1]);
    expect(await deps.store.jobTransitions.findDue(Date.now(), 500)).toHaveLength(100);
  });
});
