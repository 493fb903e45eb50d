import { previewChange } from '../../../apps/api/campaigns/preview-change';
import { controlOf } from '../../../shared/adapters/mongo/campaigns.repository';
import { createThreadTurns } from '../../../shared/adapters/thread-turns';
import type { CampaignBody } from '../../../shared/contracts/campaign-response.schema';
import type { Job } from '../../../shared/domain/job/job';
import { startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import { expectProblem } from '../api/problem';

const { workflows, asked } = createWorkflowClientDouble();
let api: TestApi;
const hourMs = 3_600_000;
const createdMs = Date.now() - hourMs;
const path = () => `/campaigns/${api.campaignId}`;
const nothing = { Earlier: 0, Later: 0, Unchanged: 0, Held: 0, Never: 0 };

beforeEach(async () => {
  api = await startTestApi({ workflows });
  const settings = {
    Name: 'Preview',
    DefaultCallerID: '+14155550100',
    JitterSeconds: 0,
    Defaults: { Constraints: { MinCreationDelay: '10h' } },
  };
  api.campaignId = (await api.request<{ CampaignID: string }>('POST', '/campaigns', settings)).body.CampaignID;
});
afterEach(() => api.stop());

/** A job that waits since an hour for the end of its creation delay. */
const waiting = (fields: Partial<Job> = {}): Promise<Job> => {
  const [CreatedMS, NextCallMS] = [createdMs, createdMs + 10 * hourMs];
  const scheduled = { State: 'scheduled', Sequence: 2, CreatedMS, NextCallMS, DueMS: NextCallMS } as const;
  return api.insertJob({ CampaignID: api.campaignId, ...scheduled, ...fields });
};
const own = (MinCreationDelay: string) => ({ Overrides: { Constraints: { MinCreationDelay } } });
const dryRun = async (method: 'PATCH' | 'POST', target: string, body?: object): Promise<CampaignBody> => {
  const answer = await api.request<CampaignBody>(method, `${target}?dry_run=true`, body);
  expect(answer.status).toBe(200);
  return answer.body;
};

describe('a change of a campaign, before it is made', () => {
  beforeEach(async () => {
    await waiting();
    await waiting();
    await waiting({ NextCallMS: createdMs + 21 * hourMs, ...own('21h') });
    await waiting({ CampaignVersion: 1, CallCount: 1 });
  });

  it('counts how many next calls would move, and moves none', async () => {
    asked.length = 0;
    const delay = (MinCreationDelay: string) => ({ Defaults: { Constraints: { MinCreationDelay } } });
    const sooner = await dryRun('PATCH', path(), delay('5h'));
    expect(sooner).toMatchObject({ Version: 2, Data: delay('5h') });
    // One has a delay of its own, and one keeps its version.
    expect(sooner.DryRun).toMatchObject({
      ...nothing,
      Jobs: 4,
      Planned: 4,
      Estimated: false,
      Earlier: 2,
      Unchanged: 2,
    });
    expect((await dryRun('PATCH', path(), delay('15h'))).DryRun).toMatchObject({ ...nothing, Later: 2, Unchanged: 2 });
    const ended = { EndAt: new Date(Date.now() + 15 * hourMs).toISOString() };
    expect((await dryRun('PATCH', path(), ended)).DryRun).toMatchObject({ Never: 1 });
    expect((await api.request<CampaignBody>('GET', path())).body).toMatchObject({ Version: 1, State: 'running' });
    expect(await api.mongo.db.collection('replans').countDocuments()).toBe(0);
    expect(asked).toEqual([]);
  });

  it('counts the same for a pause, a resumption and a stop', async () => {
    expect(await dryRun('POST', `${path()}/pause`)).toMatchObject({ State: 'paused', DryRun: { ...nothing, Held: 4 } });
    await api.request('POST', `${path()}/pause`);
    expect(await dryRun('POST', `${path()}/resume`)).toMatchObject({
      State: 'running',
      DryRun: { ...nothing, Earlier: 4 },
    });
    expect(await dryRun('POST', `${path()}/stop`)).toMatchObject({
      State: 'stopped',
      DryRun: { ...nothing, Never: 4 },
    });
    expectProblem(await api.request('POST', `${path()}/start?dry_run=true`), 'campaign_state');
    expect((await api.request<CampaignBody>('GET', path())).body.State).toBe('paused');
  });
});

it('samples the jobs of a large campaign, says so, and scales the counts up', async () => {
  for (let n = 0; n < 60; n++) await waiting(n % 2 === 0 ? {} : { ...own('21h'), NextCallMS: createdMs + 21 * hourMs });
  const before = (await api.store.campaigns.find(api.orgId, api.campaignId))!;
  const Config = { ...before.Config, Defaults: { Constraints: { MinCreationDelay: '2h' } } };
  const change = { before, after: { ...before, Version: 2, Config }, control: controlOf(before) };
  const request = { orgId: api.orgId, signal: new AbortController().signal };
  const deps = { store: api.store, turns: createThreadTurns(), nowMs: Date.now } as unknown as Parameters<
    typeof previewChange
  >[2];
  const exact = await previewChange(request, change, deps);
  expect(exact).toMatchObject({ Jobs: 60, Planned: 60, Estimated: false, Earlier: 30, Unchanged: 30 });
  const sample = await previewChange(request, change, deps, { jobs: 20, ms: 60_000 });
  expect(sample).toMatchObject({ Jobs: 60, Planned: 20, Estimated: true });
  expect(sample.Earlier + sample.Unchanged).toBe(60);
  const outOfTime = await previewChange(request, change, deps, { jobs: 60, ms: 0 });
  expect(outOfTime).toMatchObject({ ...nothing, Jobs: 60, Planned: 0, Estimated: true });
});
