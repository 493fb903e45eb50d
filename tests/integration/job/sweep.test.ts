import { sweep } from '../../../activities/sweeper/sweeper';
import type { Job } from '../../../shared/domain/job/job';
import { aCampaign, aJob, orgId } from '../../support/builders';
import { createTestDeps, type TestDeps } from '../../support/worker';
import { createWorkflowClientDouble } from '../api/workflow-client-double';

const dayMs = 86_400_000;

describe('a sweep with failures', () => {
  const { workflows, asked, fail } = createWorkflowClientDouble();
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
  /** One overdue item of every kind. */
  const leaveBehind = async (): Promise<void> => {
    const times = { CreatedMS: 1, UpdatedMS: 1 };
    const Config = aCampaign({ RetentionDays: 1 });
    await deps.store.campaigns.insert({ ID: 'campaign_1', OrgID: orgId, Version: 1, Config, ...times });
    const ended = await stored({ State: 'completed', EndedMS: Date.now() - 2 * dayMs, DueMS: Date.now() + dayMs });
    const event = { jobId: ended.ID, sequence: 1, orgId, campaignId: 'campaign_1', state: 'completed' as const };
    await deps.store.deliveries.open('webhook_1', { ...event, eventTimeMs: 1, testJob: false }, 1);
  };
  const askedFor = (what: string): number => asked.filter((request) => request.what === what).length;

  it('processes everything else, and finds the failed items next time', async () => {
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

  it('starts a job of an import with the same attributes as the import does, so that operators find it by its import', async () => {
    const job = await stored({ DueMS: 1, ImportID: 'import_1' });
    await sweep(deps);
    expect(asked).toMatchObject([{ what: 'wakeJob', args: [{ ID: job.ID, ImportID: 'import_1' }] }]);
  });

  it('skips the rest of a kind after too many failures, and continues with the others', async () => {
    await leaveBehind();
    await Promise.all(Array.from({ length: 100 }, () => overdue()));
    fail.wakeJob = new Error('The workflow engine did not respond.');
    await sweep(deps);
    expect(askedFor('wakeJob')).toBeLessThan(45);
    expect([askedFor('startDelivery'), askedFor('startErasure')]).toEqual([1, 1]);
    expect(await deps.store.jobTransitions.findDue(Date.now(), 500)).toHaveLength(100);
  });
});
