import { pino } from 'pino';
import { sweepReplans } from '../../../activities/sweeper/sweep-replans';
import { createRegistry } from '../../../shared/adapters/metrics/registry';
import { createWorkerMetrics } from '../../../shared/adapters/metrics/worker-metrics';
import type { Job } from '../../../shared/domain/job/job';
import { aJobBody, startTestApi, type TestApi } from '../../support/api';
import { createWorkflowClientDouble } from '../api/workflow-client-double';
import { pointersOf } from '../api/problem';

const { workflows, asked } = createWorkflowClientDouble();
let api: TestApi;
beforeEach(async () => {
  asked.length = 0;
  api = await startTestApi({ workflows });
});
afterEach(() => api.stop());

const hourMs = 3_600_000;
const path = () => `/campaigns/${api.campaignId}`;
const create = async (body: object): Promise<void> => {
  const made = await api.request<{ CampaignID: string }>('POST', '/campaigns', body);
  expect(made.status).toBe(201);
  api.campaignId = made.body.CampaignID;
  api.jobs = `/campaigns/${api.campaignId}/jobs`;
};
const post = async (fields: object = {}): Promise<string> => {
  const made = await api.request<{ JobID: string }>('POST', api.jobs, aJobBody({ ...fields }));
  expect(made.status).toBe(201);
  return made.body.JobID;
};
const explain = async (jobId: string) =>
  (
    await api.request<{ HeldBy: string | null; NextCallMS: number | null; Message: string }>(
      'GET',
      `${api.jobs}/${jobId}/schedule`,
    )
  ).body;
const waiting = (fields: Partial<Job> = {}): Promise<Job> =>
  api.insertJob({
    CampaignID: api.campaignId,
    State: 'scheduled',
    Sequence: 2,
    NextCallMS: Date.now() + hourMs,
    DueMS: Date.now() + hourMs,
    ...fields,
  });
const sweepAt = (nowMs: number) =>
  sweepReplans(
    { store: api.store, workflows, logger: pino({ level: 'silent' }), metrics: createWorkerMetrics(createRegistry()) },
    nowMs,
  );
const woken = () => asked.filter(({ what }) => what === 'wakeJob').map(({ args }) => (args[0] as Job).ID);
const settings = { Name: 'Held', DefaultCallerID: '+14155550100', JitterSeconds: 0 };

describe('the dates of a campaign and of a job', () => {
  const startMs = Date.now() + 24 * hourMs;
  const endMs = startMs + 24 * hourMs;
  const rfc3339 = (ms: number): string => new Date(ms).toISOString();
  beforeEach(() => create({ ...settings, StartAt: rfc3339(startMs), EndAt: rfc3339(endMs) }));

  it('plan a job for the start, and fail one that cannot be called in time with a sentence', async () => {
    expect(await explain(await post())).toMatchObject({ NextCallMS: startMs, HeldBy: 'StartAt' });
    const late = await post({ Overrides: { Constraints: { MinCreationDelay: '72h' } } });
    const { body } = await api.request<{ Data: object }>('GET', `${api.jobs}/${late}`);
    expect(body.Data).toMatchObject({
      State: 'failed',
      FailureReason: 'campaign_objective_missed',
      FailureMessage: expect.stringMatching(
        /^No call can be made in time: Calls before the end of the campaign, /,
      ) as string,
    });
    const missed = await post({ Overrides: { Constraints: { NotAfter: rfc3339(startMs - 1) } } });
    expect((await api.request<{ Data: object }>('GET', `${api.jobs}/${missed}`)).body.Data).toMatchObject({
      FailureReason: 'campaign_objective_missed',
    });
  });

  it('are planned again for every waiting job when they change, whatever version it keeps', async () => {
    const job = await waiting({ NextCallMS: startMs, CampaignVersion: 1, CallCount: 1 });
    const sooner = rfc3339(startMs - hourMs);
    expect((await api.request('PATCH', path(), { StartAt: sooner })).status).toBe(200);
    expect(await explain(job.ID)).toMatchObject({ NextCallMS: startMs });
    await sweepAt(Date.now());
    expect(woken()).toEqual([job.ID]);
  });

  it('refuse a reschedule beyond them, and invalid dates', async () => {
    const jobId = await post();
    const at = (ms: number) =>
      api.request('POST', `${api.jobs}/${jobId}/reschedule`, { CallAtUnixSeconds: Math.ceil(ms / 1000) });
    const refused = await at(endMs + 1000);
    expect(pointersOf(refused)).toEqual(['/CallAtUnixSeconds']);
    expect((refused.body as { detail: string }).detail).toContain('No call can be made in time');
    expect((await at(startMs + hourMs)).status).toBe(202);
    expect(pointersOf(await api.request('PATCH', path(), { EndAt: 'tomorrow' }))).toEqual(['/EndAt']);
    expect(pointersOf(await api.request('PATCH', path(), { EndAt: rfc3339(startMs) }))).toEqual(['/EndAt']);
    const overrides = { Constraints: { NotAfter: '2026-11-27' } };
    expect(pointersOf(await api.request('POST', api.jobs, aJobBody({ Overrides: overrides })))).toEqual([
      '/Overrides/Constraints/NotAfter',
    ]);
  });
});
