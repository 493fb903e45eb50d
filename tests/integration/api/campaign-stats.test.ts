import type { Job } from '../../../shared/domain/job/job';
import { noMetrics } from '../../../shared/domain/job/metrics';
import { jobStates, readableJobStates, readableState } from '../../../shared/domain/job/state';
import { startTestApi, type Caller, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from './workflow-client-double';
import { expectProblem } from './problem';

interface Stats {
  CampaignID: string;
  CountedAt: string;
  Jobs: number;
  JobsByState: Record<string, number>;
  TestJobs: number;
  TestJobsByState: Record<string, number>;
  Variants: unknown[];
}

let api: TestApi;
/** The clock of the API: that of the machine unless it stands still. */
const clock: { stillMs?: number } = {};
beforeAll(async () => {
  const deps = { nowMs: () => clock.stillMs ?? Date.now() };
  api = await startTestApi({ workflows: createWorkflowClientDouble().workflows, deps });
});
afterAll(() => api.stop());

const stats = async ({ request, campaignId }: Caller = api): Promise<Stats> =>
  (await request<Stats>('GET', `/campaigns/${campaignId}/stats`)).body;
const none = Object.fromEntries(readableJobStates.map((state) => [state, 0]));

describe('GET /campaigns/:campaignID/stats', () => {
  it('shows every state of a campaign without jobs', async () => {
    const caller = await api.anotherCaller();
    expect(await stats(caller)).toEqual({
      CampaignID: caller.campaignId,
      CircuitBreaker: { State: 'closed' },
      CountedAt: expect.any(String) as string,
      Jobs: 0,
      JobsByState: none,
      TestJobs: 0,
      TestJobsByState: none,
      Variants: ['calm', 'brisk'].map((ID) => ({
        ID,
        Jobs: 0,
        JobsByState: none,
        FailuresByReason: {},
        Attempts: 0,
        Answered: 0,
      })),
      VariantsCountedAt: expect.any(String) as string,
      Agreement: [],
    });
  });

  it('shows the outcomes of each variant: of the campaign, of a former one, and of jobs without one', async () => {
    const { CampaignID } = (
      await api.request<{ CampaignID: string }>('POST', '/campaigns', {
        Name: 'Variants',
        DefaultCallerID: '+14155550100',
        Variants: ['a', 'b'].map((ID) => ({ ID, Weight: 1, Overrides: {} })),
      })
    ).body;
    const called = (VariantKey: string, more: Partial<Job>, TotalCallAttempts = 1): Promise<unknown> =>
      api.insertJob({
        CampaignID,
        VariantKey,
        CampaignVersion: 1,
        Metrics: { ...noMetrics, TotalCallAttempts },
        ...more,
      });
    await called('a', { State: 'completed', AnsweredCalls: 2 }, 3);
    await called('a', { State: 'failed', FailureReason: 'wrong_contact', AnsweredCalls: 1 });
    await called('a,b', { State: 'analyzing', CampaignVersion: 2 });
    await called('a', { State: 'failed', TestJob: true });
    await called('', { State: 'failed', FailureReason: 'max_attempts_exceeded' }, 2);
    await called('former', { State: 'canceled', FailureReason: 'canceled' });
    await api.insertJob({ CampaignID, State: 'scheduled' });
    const outcomes = async (query = ''): Promise<unknown[]> =>
      (await api.request<Stats>('GET', `/campaigns/${CampaignID}/stats${query}`)).body.Variants;
    const b = {
      ID: 'b',
      Jobs: 1,
      JobsByState: { ...none, calling: 1 },
      FailuresByReason: {},
      Attempts: 1,
      Answered: 0,
    };
    expect(await outcomes()).toEqual([
      {
        ID: 'a',
        Jobs: 3,
        JobsByState: { ...none, calling: 1, completed: 1, failed: 1 },
        FailuresByReason: { wrong_contact: 1 },
        Attempts: 5,
        Answered: 3,
      },
      b,
      {
        ID: 'former',
        Jobs: 1,
        JobsByState: { ...none, canceled: 1 },
        FailuresByReason: {},
        Attempts: 1,
        Answered: 0,
      },
      {
        ID: null,
        Jobs: 1,
        JobsByState: { ...none, failed: 1 },
        FailuresByReason: { max_attempts_exceeded: 1 },
        Attempts: 2,
        Answered: 0,
      },
    ]);
    expect(await outcomes('?version=2')).toEqual([{ ...b, ID: 'a' }, b]);
    expect((await api.request('GET', `/campaigns/${CampaignID}/stats?version=0`)).status).toBe(400);
  });

  it('counts the jobs by the states that lists show, with test jobs separate', async () => {
    const expected = { jobs: { ...none } as Record<string, number>, tests: { ...none } as Record<string, number> };
    for (const [n, State] of jobStates.entries()) {
      // n + 1 jobs per state, and a test job in every other state.
      for (let turn = 0; turn <= n; turn++) await api.insertJob({ State });
      if (n % 2 === 0) await api.insertJob({ State, TestJob: true });
      const shown = readableState(State);
      expected.jobs[shown] = (expected.jobs[shown] ?? 0) + n + 1;
      expected.tests[shown] = (expected.tests[shown] ?? 0) + (n % 2 === 0 ? 1 : 0);
    }
    const other = await api.anotherCaller();
    await api.insertJob({ State: 'failed', OrgID: other.orgId, CampaignID: other.campaignId });
    await api.insertJob({ State: 'failed', CampaignID: other.campaignId });
    const { Jobs, JobsByState, TestJobs, TestJobsByState } = await stats();
    expect({ JobsByState, TestJobsByState }).toEqual({ JobsByState: expected.jobs, TestJobsByState: expected.tests });
    expect([Jobs, TestJobs]).toEqual([45, 5]);
    // The counts match the lists.
    for (const state of readableJobStates) {
      const { body } = await api.request<{ Jobs: unknown[] }>('GET', `${api.jobs}?state=${state}&test=false`);
      expect({ state, jobs: body.Jobs.length }).toEqual({ state, jobs: JobsByState[state] });
    }
  });

  it('counts once for requests within two seconds, and reports when', async () => {
    const caller = await api.anotherCaller();
    const countedMs = Date.now();
    clock.stillMs = countedMs;
    const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => stats(caller)));
    expect(others).toEqual(others.map(() => first));
    await api.insertJob({ State: 'failed', OrgID: caller.orgId, CampaignID: caller.campaignId });
    clock.stillMs = countedMs + 2_000;
    expect(await stats(caller)).toEqual(first);
    clock.stillMs = countedMs + 2_001;
    const later = await stats(caller);
    delete clock.stillMs;
    expect(later.Jobs).toBe(1);
    expect([first, later].map((counted) => Date.parse(counted?.CountedAt ?? ''))).toEqual([
      countedMs,
      countedMs + 2_001,
    ]);
  });

  it('is 404 for a missing campaign', async () => {
    expectProblem(await api.request('GET', '/campaigns/unknown/stats'), 'campaign_not_found');
  });
});
